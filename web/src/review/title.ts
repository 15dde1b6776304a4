// What a game is called. Pure.

import type { Color, RecordTree } from '../wire';

export interface Fact {
  name: string;
  text: string;
}

/** The name that the record gives itself. */
export function gameName(tree: RecordTree): string | null {
  return tree.about.find(({ name }) => name === 'GN')?.text ?? null;
}

/** The name of the game; where it has none, of its file. */
export function titleOf(tree: RecordTree, fileName: string | null): string | null {
  return gameName(tree) ?? fileName;
}

/** What a game without a name is called: by who played it and when; null if that is not known either. */
export function playersAndDate({ players, about }: Pick<RecordTree, 'players' | 'about'>, colors: Record<Color, string>): string | null {
  const { black, white } = players;
  const isNamed = Boolean(black) || Boolean(white);
  const names = isNamed ? `${black || colors.black} - ${white || colors.white}` : '';
  const date = about.find(({ name }) => name === 'DT')?.text ?? '';
  return [names, date].filter(Boolean).join(' ') || null;
}

/** What else is told of the game, in the reader's words: all but its name and what is said of it at length. */
export function factsOf(tree: RecordTree, names: Record<string, string>): Fact[] {
  return tree.about.flatMap(({ name, text }) => (names[name] === undefined ? [] : [{ name: names[name], text }]));
}

/** Whether something is said where the record begins. */
export function isAnnotated(tree: RecordTree): boolean {
  return Boolean(tree.nodes[0]?.comment) || tree.about.some(({ name }) => name === 'GC');
}
