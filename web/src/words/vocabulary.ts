// The vocabulary of the terminal and of plain mode, for the tests that compare the pages with it.

import { readFileSync } from 'node:fs';

/** The texts of a language, by key. */
export function vocabulary(language: string): Map<string, string> {
  const file = readFileSync(new URL(`../../../crates/words/vocabulary/${language}.txt`, import.meta.url), 'utf8');
  const lines = file.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line): [string, string] => {
    const at = line.indexOf('=');
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  }));
}
