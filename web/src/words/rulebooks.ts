// Rulebooks in the reader's language: our own words where we have them, the server's otherwise.

import type { RulesPage } from '../wire';
import type { RulebookWords } from './shared';
import type { Words } from './words.svelte';

export type { RulebookWords } from './shared';

/** How many rulebooks the server lists before the rules that have a name. */
export const N_RULEBOOKS = 5;

/** The rulebook called `name`; `page` is what the server says of it, if that is known. */
export function rulebook(words: Words, name: string, page?: RulesPage): RulebookWords {
  const own = (words.presets as Record<string, RulebookWords | undefined>)[name];
  return own ?? { title: page?.title ?? name, summary: page?.summary ?? '', different: [] };
}

/** What is different in a rulebook, for a game by it: which komi the book gives says nothing of a game that has its own. */
export function inGame(words: Words, different: readonly string[]): string[] {
  const komi = new RegExp(`^${words.terms.komi('[\\d.,]+')}[.。]$`, 'i');
  return different.filter((line) => !komi.test(line));
}

export function sizesText(sizes: readonly number[]): string {
  return sizes.map((side) => `${side}×${side}`).join(', ');
}
