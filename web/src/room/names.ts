// What people and endings are called, in the words handed in.

import type { Happened, Outcome, Scene, Seat } from '../wire';
import type { Words } from '../words/words.svelte';

type Said = Extract<Happened, { type: 'said' }>;

/** What to call whoever sits there. */
export function nameOf(words: Words, scene: Pick<Scene, 'seats'>, seat: Seat): string {
  const sitter = scene.seats[seat];
  if (sitter?.engine_level != null) return words.computerLevel(sitter.engine_level);
  return ownName(words, sitter?.name ?? '') || words[seat];
}

/** The name somebody there gave, if they gave one. */
export function givenName({ seats }: Pick<Scene, 'seats'>, seat: Seat): string {
  const name = seats[seat]?.name ?? '';
  return PARTS.includes(name) ? '' : name;
}

/** What the server calls people without a name who have a color. */
const COLORS = ['Black', 'White'];

/** What the server calls people without a name. */
const PARTS = [...COLORS, 'Host', 'Guest', 'Watcher'];

/** Whether someone is called by a color, because they gave no name. */
export function isColorName(name: string): boolean {
  return COLORS.includes(name);
}

/** The server calls people without a name by their part, in English. */
function ownName(words: Words, name: string): string {
  return partsOf(words)[name] ?? name;
}

function partsOf({ color, host, guest, watcher }: Words): Record<string, string> {
  return { Black: color.black, White: color.white, Host: host, Guest: guest, Watcher: watcher };
}

/** What to call someone who said something. Who watches is marked, whatever their name: it may be a player's. */
export function speakerName(words: Words, { from, name }: Pick<Said, 'from' | 'name'>): string {
  if (from !== 'watcher') return ownName(words, name);
  return name === '' || name in partsOf(words) ? words.watcher : words.watcherNamed(name);
}

export function outcomeText(words: Words, outcome: Outcome): string {
  const { winner, by, margin } = outcome;
  if (by === 'no_result') return words.outcome.noResult;
  if (winner === null) return words.outcome.draw;
  const color = words.color[winner];
  if (by === 'score') return words.outcome.score(color, words.outcome.points(Math.abs(margin ?? 0)));
  return words.outcome[by](color);
}
