// What the pages and the terminal say alike is written once, in crates/words/vocabulary. This makes the modules that
// the pages import of it, src/words/shared.gen/xx.ts. `node vocabulary.js` does it too.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const SOURCE = join(HERE, '../crates/words/vocabulary');
const TARGET = join(HERE, 'src/words/shared.gen');

/** The families of keys that the pages use, as the catalogues name them. Must agree with src/words/shared.ts. */
const FAMILIES = {
  colors: 'color',
  levels: 'level',
  clocks: 'clock',
  refused: 'refused',
  lines: 'line',
  reasons: 'reason',
  titles: 'preset',
  summaries: 'summary',
};

/** Every text of a language by its key: `refused.Suicide`, `level.3`, `Played`. */
export function texts(language) {
  const lines = readFileSync(join(SOURCE, `${language}.txt`), 'utf8').split('\n');
  const entries = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    entries.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

/** `AlreadyDone` is `already_done` in the server's JSON; `blitz-byoyomi` stays as it is. */
function code(name) {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** The part of the vocabulary that the pages use. */
export function shared(language) {
  const all = [...texts(language)];
  const family = (prefix) =>
    Object.fromEntries(all.filter(([key]) => key.startsWith(`${prefix}.`)).map(([key, text]) => [code(key.slice(prefix.length + 1)), text]));
  const families = Object.fromEntries(Object.entries(FAMILIES).map(([name, prefix]) => [name, family(prefix)]));
  return { ...families, levels: Object.values(families.levels) };
}

/** Writes the modules that are not there, or not as the vocabulary says. */
export function writeShared() {
  mkdirSync(TARGET, { recursive: true });
  for (const language of readdirSync(SOURCE).map((name) => name.replace(/\.txt$/, ''))) {
    const path = join(TARGET, `${language}.ts`);
    const text = `import type { Shared } from '../shared';\n\nexport default ${JSON.stringify(shared(language), null, 2)} satisfies Shared;\n`;
    if (read(path) !== text) writeFileSync(path, text);
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) writeShared();
