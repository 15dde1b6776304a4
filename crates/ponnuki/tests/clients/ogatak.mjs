// Ogatak's own engines, hub and game trees with this program behind them, as KataGo's analysis
// engine and as a GTP engine. Run by tests/clients.rs as `ogatak.mjs FOLDER PROGRAM NETWORK`.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { check, nothing, requireIn, until } from "./pretend.mjs";

const [folder, program, network] = process.argv.slice(2);
const require = requireIn(path.join(folder, "src/modules"), { electron: { ipcRenderer: nothing } });

// What its start-up gives to its modules; see its __start.js.
const alerts = [];
const home = fs.mkdtempSync(path.join(os.tmpdir(), "ponnuki-ogatak-"));
const windows = ["board_drawer", "grapher", "tree_drawer", "comment_drawer", "fullbox"];
for (const name of [...windows, "stderrbox", "root_editor", "document", "window"]) {
    globalThis[name] = nothing;
}
// A game is called by its node, and looked at as soon as it is there.
globalThis.tabber = {
    active_tab_is_last: () => true,
    create_inactive_tab_at_end: (node) => node,
    deactivate_node_activate_dom_id: (_, node) => node,
    draw_active_tab: () => {},
    outer_div: {},
};
globalThis.user_data_path = home;
globalThis.alert = (message) => alerts.push(String(message));
process.on("exit", () => fs.rmSync(home, { recursive: true }));

const configIo = require("./config_io");
Object.assign(config, configIo.defaults, { autoanalysis_visits: 12, report_every: 0.05 });
globalThis.hub = require("./hub");
const { NORMAL } = require("./enums");
const problem = () => JSON.stringify(alerts);

function isContent(what) {
    check(alerts.length === 0, `${what}: ${problem()}`);
}

// The analysis of the node that is looked at, when there is one.
async function analysed(what, isEnough = () => true) {
    const node = hub.node;
    const isThere = () => node.has_valid_analysis() && isEnough(node.analysis);
    await until(what, isThere, problem);
    const { width, height } = node.get_board();
    const { moveInfos, rootInfo, ownership } = node.analysis;
    check(moveInfos.length > 0 && moveInfos[0].order === 0, `${what}: no moves`);
    check(moveInfos[0].pv.length > 0, `${what}: no line of play`);
    check(rootInfo.winrate >= 0 && rootInfo.winrate <= 1, `${what}: ${rootInfo.winrate}`);
    check(Number.isFinite(rootInfo.scoreLead), `${what}: no lead`);
    check(ownership.length === width * height, `${what}: ${ownership.length} owners`);
    isContent(what);
    return node.analysis;
}

async function session(what) {
    await until(`${what} starts`, () => hub.engine.received_version, problem);
    for (const [width, height, rules] of [[9, 9, "Chinese"], [13, 9, "Japanese"]]) {
        hub.new_game(width, height);
        hub.node.set("RU", rules);
        hub.node.set("KM", "6.5");
        hub.go();
        await analysed(`${what}, ${width}x${height}`);
        hub.halt();
    }

    // The program plays on by itself; a tiny network knows no end of the game.
    hub.new_game(9, 9);
    hub.toggle_selfplay();
    const isOver = () => hub.play_mode === NORMAL || hub.node.depth >= 40;
    await until(`${what} plays`, isOver, problem);
    hub.halt();
    check(hub.node.depth >= 10, `${what} played ${hub.node.depth} moves`);
    isContent(`${what} plays`);

    // A new position in the midst of a search, a setup in the midst of a game, and two passes.
    hub.go();
    hub.node.set("AB", "aa");
    hub.pass();
    hub.pass();
    await analysed(`${what} after passes`);
    hub.halt();
    hub.clear_cache();
}

config.engine = program;
config.weights = network;
config.engineconfig = path.join(home, "analysis.cfg");
fs.writeFileSync(config.engineconfig, "numAnalysisThreads = 1\n");
hub.start_engine();
await session("The analysis engine");
const { version } = hub.engine;
check(version[0] === 1 && version[1] >= 12, `it understands version ${version}`);

// Only this engine is asked to avoid moves, and for the policy.
hub.new_game(9, 9);
hub.go();
const free = await analysed("a search");
check(free.policy.length === 82, `${free.policy.length} priors`);
check(free.moveInfos[0].ownership.length === 81, "nobody owns after a move");
hub.halt();
const point = require("./utils").xy_to_s(4, 4);
config.avoid_set = { [point]: true };
hub.node.forget_analysis();
hub.go();
const without = await analysed("a search without E5", ({ rootInfo }) => rootInfo.visits > 100);
check(without.moveInfos.every(({ move }) => move !== "E5"), "E5 was to be avoided");
config.avoid_set = {};
hub.halt();

// All positions of a game, one after the other.
for (let i = 0; i < 4; i++) {
    hub.try_move(require("./utils").xy_to_s(2 + i, 2));
}
hub.go_to_root();
hub.toggle_autoanalysis();
await until("a game's analysis", () => hub.play_mode === NORMAL, problem);
for (let node = hub.node; node; node = node.parent) {
    check(node.has_valid_analysis(), `no analysis of move ${node.depth}`);
}

const quit = hub.engine.exe;
hub.engine.shutdown();
await until("quitting", () => quit.exitCode !== null || quit.signalCode !== null);

config.gtp_filepath = program;
config.gtp_argslist = ["gtp", "--net", network];
hub.start_engine();
await session("The GTP engine");
for (const command of ["kata-analyze", "kata-set-rules", "kata-set-param", "clear_cache"]) {
    check(hub.engine.known_commands.includes(command), `it does not know ${command}`);
}
hub.engine.shutdown();
isContent("the end");
console.log(`Ogatak is content with version ${version.join(".")}`);
process.exit(0);
