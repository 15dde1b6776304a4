// What the drivers of JavaScript clients share: they load the client's own modules in plain Node,
// with something that does nothing in place of the windows.

import fs from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";

// Seconds for one step, on a slow machine.
const PATIENCE = 60;

// Stands for any object or function of a window: does nothing, and has everything.
export const nothing = new Proxy(function () {}, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => "" : nothing),
    set: () => true,
    apply: () => nothing,
    construct: () => nothing,
});

// `require` as a file of the client in `folder` would use it; `modules` stand in place of those
// of their names.
export function requireIn(folder, modules = {}) {
    const load = Module._load;
    Module._load = (name, ...rest) => modules[name] ?? load(name, ...rest);
    return createRequire(path.join(path.resolve(folder), "driver.js"));
}

// Waits until `isDone`, which is asked again and again.
export async function until(what, isDone, problem = () => "") {
    const end = performance.now() + PATIENCE * 1000;
    while (!isDone()) {
        check(performance.now() < end, `${what}: not in ${PATIENCE} s ${problem()}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
}

export function check(isSo, what) {
    if (!isSo) {
        // A client may have put something else in place of the console.
        fs.writeSync(2, `${what}\n`);
        process.exit(1);
    }
}
