// LizGoban's own engine module with this program behind it. Run by tests/clients.rs as
// `lizgoban.mjs FOLDER PROGRAM NETWORK HUMAN`, where HUMAN is a network that imitates people.

import path from "node:path";
import { check, requireIn, until } from "./pretend.mjs";

const [folder, program, network, human] = process.argv.slice(2);
const require = requireIn(path.join(folder, "src"));

// See its main.js.
Object.assign(globalThis, require("./util.js"), require("./coord.js"));
const { create_leelaz } = require("./engine.js");
const { katago_supported_rules } = require("./katago_rules.js");

const SIZE = 9;
const errors = [];
let nReady = 0;
let told = null;
set_board_size(SIZE);
const engine = create_leelaz();
const complain = (what) => (...details) => errors.push(`${what}: ${JSON.stringify(details)}`);
const problem = () => JSON.stringify([errors, engine.startup_log().slice(-3)]);
engine.start({
    leelaz_command: program,
    leelaz_args: [
        ...["gtp", "--gtp-identity", "katago", "--playouts", "12"],
        ...["--net", network, "--human-model", human],
    ],
    analyze_interval_centisec: 5,
    minimum_suggested_moves: 30,
    default_board_size: SIZE,
    // Its default: it says nothing before the engine says that it is ready.
    wait_for_startup: true,
    ready_handler: () => nReady++,
    suggest_handler: (suggestions) => (told = suggestions),
    restart_handler: complain("restart"),
    error_handler: complain("error"),
    illegal_handler: complain("illegal"),
    command_failure_handler: complain("failure"),
});
await until("start-up", () => nReady > 0, problem);
check(engine.is_katago(), "it is not taken for KataGo");
for (const feature of [
    ...["lz-setoption", "kata-analyze", "kata-set-rules", "set_free_handicap", "set_position"],
    ...["minmoves", "kata-raw-nn", "pvVisits", "pvEdgeVisits", "ownershipStdev"],
    ...["movesOwnership", "rootInfo", "allow", "clear_cache", "kata-search_cancellable"],
    ...["sub_model_humanSL", "humanSLProfile"],
]) {
    check(engine.is_supported(feature), `it does not see ${feature}`);
}

const history = [];
const aux = {
    bturn: true,
    komi: 6.5,
    gorule: "japanese",
    handicaps: 0,
    init_len: 0,
    ownership_p: true,
    humansl_stronger_profile: "",
    humansl_weaker_profile: "",
    humansl_scan_profiles: [],
    tmp_humansl_profile: null,
    analysis_after_raw_nn_p: true,
    avoid_resign_p: true,
};

function show(changes = {}) {
    Object.assign(aux, changes, { bturn: history.length % 2 === 0 });
    told = null;
    engine.set_board(history.slice(), { ...aux });
}

// What it makes of an analysis of the position.
async function suggested(what) {
    await until(what, () => told?.suggest.length > 0, problem);
    const [best] = told.suggest;
    check(best.order === 0 && best.visits > 0 && best.pv.length > 0, `${what}: no best move`);
    check(told.b_winrate >= 0 && told.b_winrate <= 100, `${what}: ${told.b_winrate} %`);
    check(Number.isFinite(told.score_without_komi), `${what}: no score`);
    check(told.ownership.length === SIZE ** 2, `${what}: nobody owns`);
    check(told.ownership_stdev.length === SIZE ** 2, `${what}: nothing of doubt`);
    check(best.movesOwnership.length === SIZE ** 2, `${what}: nobody owns after a move`);
    check(best.pvVisits.length === best.pv.length, `${what}: no visits of a line`);
    check(Number.isFinite(told.root_rawStScoreError), `${what}: no errors of the network`);
    return told;
}

show();
await until("a change of size", () => engine.is_ready(), problem);
for (const gorule of katago_supported_rules) {
    show({ gorule });
    await suggested(gorule);
}
check(engine.get_komi() === 6.5, `it believes in a komi of ${engine.get_komi()}`);
show({ gorule: "chinese", komi: 7 });

for (const [move, is_black] of [["E5", true], ["C3", false], ["G7", true]]) {
    history.push({ move, is_black });
}
show();
await suggested("three moves");
history.pop();
show();
await suggested("a move taken back");
engine.update_analysis_region([[0, 2], [0, 2]]);
told = null;
const region = await suggested("a region");
const isInside = ({ move }) => /^[ABC][789]$/.test(move);
check(region.suggest.every(isInside), `outside: ${region.suggest.map((s) => s.move)}`);
engine.update_analysis_region(null);

// The networks themselves, the second of them under some profiles.
for (const profile of ["", "rank_5k", "preaz_1d", "proyear_1960"]) {
    let raw = null;
    const hear = (answer) => (raw = answer ?? {});
    engine.peek_kata_raw_human_nn(["D4"], profile, hear);
    await until(`a network as ${profile}`, () => raw, problem);
    check(raw.policy?.length === SIZE ** 2, `${profile}: ${Object.keys(raw)}`);
    check(raw.whiteWin.length === 1 && raw.policyPass.length === 1, `${profile}: no win rate`);
}

// A game to the end: two passes, or as many moves as there are points.
const ways = [engine.genmove, engine.genmove_analyze];
const isOver = () => history.slice(-2).filter(({ move }) => move === "pass").length === 2;
while (!isOver() && history.length < SIZE ** 2) {
    show();
    let answer = null;
    ways[history.length % 2](0.02, (...got) => (answer = got));
    await until(`move ${history.length}`, () => answer, problem);
    const [ok, move] = answer;
    check(ok && /^([A-J][1-9]|pass)$/.test(move), `move ${history.length}: ${answer}`);
    history.push({ move, is_black: history.length % 2 === 0 });
}
show();
await suggested("the end of the game");

// A handicap.
history.splice(0);
for (const move of ["C3", "G7"]) {
    history.push({ move, is_black: true });
}
history.push({ move: "G3", is_black: false });
show({ handicaps: 2, init_len: 2, komi: 0.5 });
await suggested("a handicap");

check(errors.length === 0, problem());
engine.kill();
console.log(`LizGoban is content: ${told.suggest[0].move} ${told.b_winrate.toFixed(1)} %`);
process.exit(0);
