// Sabaki's own GTP library with this program behind it. Run by tests/clients.rs as
// `sabaki.mjs FOLDER PROGRAM`.

import { check, requireIn, until } from "./pretend.mjs";

const [folder, program] = process.argv.slice(2);
const require = requireIn(folder);
const { Controller, ControllerStateTracker, Command } = require("@sabaki/gtp");

const args = ["gtp", "--net", "none", "--playouts", "30", "--seed", "1"];
const controller = new Controller(program, args);
const tracker = new ControllerStateTracker(controller);
const errors = [];
controller.on("response-received", ({ command, response }) => {
    if (response.error) {
        errors.push(`${Command.toString(command)}: ${response.content}`);
    }
});
controller.start();

async function ask(name, ...words) {
    const response = await controller.sendCommand({ name, args: words });
    check(!response.error, `${name} ${words}: ${response.content}`);
    return response.content;
}

// As Sabaki does before it shows an engine as ready.
check((await ask("name")) === "Ponnuki", "it has another name");
check((await ask("protocol_version")) === "2", "it speaks another protocol");
check(/^\d/.test(await ask("version")), "it has no version");
const commands = (await ask("list_commands")).split("\n");
for (const name of ["kata-analyze", "lz-analyze", "kata-genmove_analyze", "loadsgf", "undo"]) {
    check(commands.includes(name), `it does not list ${name}`);
}

const stones = [];
async function synchronize() {
    await tracker.sync({ komi: 6.5, boardsize: [9, 9], history: stones });
    check(tracker.state.komi === 6.5, `komi ${tracker.state.komi}`);
    check(tracker.state.history.length === stones.length, "another history");
}

// The lines of an analysis, which the next command stops.
async function analyse(name, sign) {
    const lines = [];
    let isTold = false;
    const listen = ({ line }) => {
        lines.push(line);
        isTold ||= line.startsWith("info move ");
    };
    const done = controller.sendCommand({ name, args: [sign > 0 ? "B" : "W", "5"] }, listen);
    await until(name, () => isTold);
    await controller.sendCommand({ name: "protocol_version" });
    check(!(await done).error, `${name}: an error`);
    const [info] = lines.filter((line) => line.startsWith("info move "));
    check(/ visits \d+ .* winrate [\d.]+ .* pv [A-J]/.test(info), `${name}: ${info}`);
}

const isOver = () => stones.slice(-2).filter(({ args: [, to] }) => to === "pass").length === 2;
for (let sign = 1; !isOver() && stones.length < 81; sign = -sign) {
    await synchronize();
    if (stones.length < 2) {
        await analyse(sign > 0 ? "kata-analyze" : "lz-analyze", sign);
    }
    const color = sign > 0 ? "B" : "W";
    const vertex = await ask("genmove", color);
    check(/^([A-J][1-9]|pass|resign)$/.test(vertex), `a move to ${vertex}`);
    if (vertex === "resign") {
        break;
    }
    stones.push({ name: "play", args: [color, vertex] });
}
check(stones.length > 4, `${stones.length} moves`);
const score = await ask("final_score");
check(/^([BW]\+[\d.]+|0)$/.test(score), `a score of ${score}`);

// A game that is looked through, and another with a handicap.
stones.splice(3);
await synchronize();
stones.splice(0, 3, { name: "set_free_handicap", args: ["C3", "G7"] });
stones.push({ name: "play", args: ["W", "G3"] });
await synchronize();

const isStopped = new Promise((resolve) => controller.on("stopped", resolve));
await controller.stop(5000);
// So it names the exit code.
const { signal } = await isStopped;
check(signal === 0, `it did not quit by itself: ${signal}`);
check(errors.length === 0, errors.join("; "));
console.log(`Sabaki's library is content: ${score}`);
process.exit(0);
