// gtp2ogs' own games and bots with this program behind them, and a server that plays the rest.
// Run by tests/clients.rs as `gtp2ogs.mjs FOLDER PROGRAM`.

import { EventEmitter } from "node:events";
import fs from "node:fs";
import Module from "node:module";
import os from "node:os";
import path from "node:path";
import { check, requireIn, until } from "./pretend.mjs";

const [folder, program] = process.argv.slice(2);
const [BOT, PERSON, SIZE] = [1, 2, 9];

// Points as its server writes them, as letters or as numbers; `decodeMoves` is the one function
// of the server's own library that its bots use.
function point(move) {
    const [x, y] = typeof move === "string" ? [...move].map((c) => c.charCodeAt(0) - 97) : move;
    return x < 0 ? { x: -1, y: -1 } : { x, y };
}
const decodeMoves = (moves) => {
    const isOne = typeof moves === "string" || typeof moves[0] === "number";
    return (isOne && moves.length > 0 ? [moves] : [...moves]).map(point);
};

const told = [];
const socket = Object.assign(new EventEmitter(), { connected: true, clock_drift: 0 });
const require = requireIn(path.join(folder, "src"), {
    "./socket": { socket },
    "goban-engine": { decodeMoves },
});
const typescript = require("typescript");
Module._extensions[".ts"] = (module, file) => {
    const text = fs.readFileSync(file, "utf8");
    const compilerOptions = { module: typescript.ModuleKind.CommonJS, target: "es2020" };
    module._compile(typescript.transpileModule(text, { compilerOptions }).outputText, file);
};

const home = fs.mkdtempSync(path.join(os.tmpdir(), "ponnuki-gtp2ogs-"));
process.on("exit", (code) => {
    fs.rmSync(home, { recursive: true });
    // It ends by itself where it believes that there is no use in going on.
    code && fs.writeSync(2, `${told.join("\n")}\n`);
});
const settings = path.join(home, "config.json");
const command = [program, "gtp", "--net", "none", "--playouts", "30", "--seed", "1"];
const bot = { command, release_delay: 0, persistent_idle_timeout: 1000 };
fs.writeFileSync(settings, JSON.stringify({ apikey: "none", min_move_time: 0, bot }));
process.argv = [process.argv[0], "gtp2ogs", "-c", settings];
const { config } = require("./config");
config.bot_id = BOT;
config.farewellscore = true;
const { trace } = require("./trace");
trace.error = (...what) => told.push(what.join(" "));
trace.warn = trace.error;
trace.log = trace.info = trace.debug = trace.trace = () => {};
globalThis.console = { ...trace, error: trace.error };
const { Game } = require("./Game");
const { bot_pools } = require("./pools");

let nGames = 0;

// Plays a game in which the bot has the colour `color`; the person plays the points of `plan`
// where they are free, and passes after them.
async function play(color, timeControl, clocks, handicap = 0, plan = ["e5", "c3", "g7"]) {
    const id = ++nGames;
    const what = `game ${id}, ${timeControl.system}`;
    const ids = color === "black" ? [BOT, PERSON] : [PERSON, BOT];
    const state = {
        game_id: id,
        phase: "play",
        width: SIZE,
        height: SIZE,
        komi: 6.5,
        handicap,
        free_handicap_placement: true,
        initial_player: "black",
        initial_state: { black: "", white: "" },
        moves: [],
        players: { black: { id: ids[0] }, white: { id: ids[1] } },
        time_control: { speed: "live", ...timeControl },
        clock: {
            black_player_id: ids[0],
            white_player_id: ids[1],
            current_player: ids[0],
            last_move: Date.now(),
            black_time: clocks,
            white_time: clocks,
        },
    };
    const occupied = new Set();
    let nMoves = 0;
    let nPasses = 0;
    let outcome = null;
    const makeMove = ({ x, y }) => {
        const key = `${x} ${y}`;
        nPasses = x < 0 ? nPasses + 1 : 0;
        check(x < 0 || !occupied.has(key), `${what}: ${key} was played twice`);
        occupied.add(x < 0 ? "" : key);
        nMoves += 1;
        const clock = structuredClone(state.clock);
        const turn = Math.max(nMoves - Math.max(handicap - 1, 0), 0) % 2;
        clock.current_player = ids[turn];
        clock.last_move = Date.now();
        socket.emit(`game/${id}/clock`, clock);
        socket.emit(`game/${id}/move`, { move: [x, y], move_number: nMoves });
        outcome = nPasses === 2 || nMoves > SIZE ** 2 ? "0.5 points" : outcome;
        return turn;
    };
    const answer = () => {
        const free = plan.map((name) => ({
            x: name.charCodeAt(0) - 97,
            y: SIZE - Number(name.slice(1)),
        }));
        const next = free.find(({ x, y }) => !occupied.has(`${x} ${y}`));
        return makeMove(next ?? { x: -1, y: -1 });
    };
    socket.send = (name, { move }) => {
        if (name === "game/move" && !outcome) {
            // As a server would, not at once.
            setImmediate(() => {
                const turn = makeMove(point(move.replace("..", "\0\0")));
                outcome || ids[turn] !== PERSON || answer();
            });
        } else if (name === "game/resign") {
            outcome = "resignation";
        }
    };
    const began = performance.now();
    const game = new Game(id);
    socket.emit(`game/${id}/gamedata`, structuredClone(state));
    for (let turn = 0; ids[turn] === PERSON; ) {
        turn = answer();
    }
    await until(what, () => outcome && !game.processing, () => `${nMoves} moves; ${told}`);
    const [instance] = bot_pools.main.instances.filter((one) => one.last_game_id === id);
    check(instance && !instance.failed && !instance.dead, `${what}: the bot failed`);
    check(nMoves > 4 || outcome === "resignation", `${what}: ${nMoves} moves`);
    const score = await instance.command("final_score");
    check(/^([BW]\+[0-9.]+|0)$/.test(score), `${what}: a score of ${score}`);
    const ended = new Promise((resolve) => instance.proc.on("exit", resolve));
    // It takes an engine for broken that ends within a second of its start.
    await until(`${what} goes on`, () => performance.now() - began > 1500);
    game.bot = undefined;
    game.disconnect();
    await until(`${what} quits`, () => instance.dead);
    check((await ended) === 0, `${what}: it did not quit by itself`);
    check(told.length === 0, `${what}: ${told}`);
    return outcome;
}

const byoyomi = { system: "byoyomi", main_time: 60, period_time: 5, periods: 3 };
const outcomes = [
    await play("black", byoyomi, { thinking_time: 55, periods: 3, period_time: 5 }),
    await play("white", byoyomi, { thinking_time: 0, periods: 2, period_time: 5 }),
    await play(
        "white",
        { system: "fischer", initial_time: 60, time_increment: 5, max_time: 120 },
        { thinking_time: 50 },
    ),
    await play(
        "black",
        { system: "canadian", main_time: 60, period_time: 30, stones_per_period: 10 },
        { thinking_time: 40, moves_left: 10, block_time: 30 },
        3,
    ),
    await play("white", { system: "simple", per_move: 10 }, {}, 2),
    await play("black", { system: "absolute", total_time: 300 }, { thinking_time: 200 }),
];
fs.writeSync(1, `gtp2ogs is content with ${nGames} games: ${outcomes.join(", ")}`);
process.exit(0);
