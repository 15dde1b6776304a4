import type { Level } from '../wire';
import type { Words } from '../words/choose';

/** A level in words: its number, its name, and about which rank it has on a board if the server knows. */
export function levelText(words: Words, level: number, levels: readonly Level[], size: { width: number; height: number }): string {
  const name = words.levels.names[level - 1] ?? '';
  return [words.home.levelIs(level, name), rankText(words, level, levels, size)].filter(Boolean).join(' · ');
}

/** About which rank a level has on a board; empty if the server does not know. */
export function rankText(words: Words, level: number, levels: readonly Level[], { width, height }: { width: number; height: number }): string {
  const ranks = levels.find((one) => one.level === level)?.ranks ?? [];
  const found = ranks.find(({ side }) => side === width && side === height)?.rank;
  if (found === undefined) return '';
  return 'kyu' in found ? words.levels.about('kyu', found.kyu) : words.levels.about('dan', found.dan);
}
