// What the engine thinks, from Black's side and in words.

import type { Grade, JudgedPosition, Vertex } from '../wire';
import type { Words } from '../words/words.svelte';
import type { ReviewWords } from './words';

/** The signs of annotated games; colors only repeat what they say. */
export const SIGNS: Record<Grade, string> = {
  find: '!!',
  best: '✓',
  good: '',
  doubtful: '?!',
  mistake: '?',
  blunder: '??',
};

/** The grades that say that another move was better. */
export const DOUBTED: readonly Grade[] = ['doubtful', 'mistake', 'blunder'];

/** The grades worth jumping to. */
export const BAD: readonly Grade[] = ['mistake', 'blunder'];

/** How likely Black wins. */
export function blackChance({ turn, win_rate }: Pick<JudgedPosition, 'turn' | 'win_rate'>): number {
  return turn === 'black' ? win_rate : 1 - win_rate;
}

/** By how many points Black leads. */
export function blackLead({ turn, lead }: Pick<JudgedPosition, 'turn' | 'lead'>): number {
  return turn === 'black' ? lead : -lead;
}

/** A share as `62 %`, which no line parts. */
export function percent(chance: number): string {
  return `${Math.round(chance * 100)}\u00a0%`;
}

/** A number of points with one digit after the point. */
export function points(words: Words, amount: number): string {
  return words.number(tenths(amount) / 10);
}

function tenths(amount: number): number {
  return Math.round(amount * 10);
}

/** Who leads by how much, from Black's lead. */
export function leadText(words: Words, own: ReviewWords, lead: number): string {
  if (tenths(lead) === 0) return own.even;
  return own.ahead(words.color[lead > 0 ? 'black' : 'white'], points(words, Math.abs(lead)));
}

/** `B+3.5`, from Black's lead; a number alone where nobody leads. */
export function leadSign(words: Words, lead: number): string {
  const sign = { '1': 'B+', '-1': 'W+' }[String(Math.sign(tenths(lead)))] ?? '';
  return `${sign}${points(words, Math.abs(lead))}`;
}

/** A move in words: the point, or that it is a pass. */
export function moveName(words: Words, at: Vertex): string {
  return at === 'pass' ? words.moves.pass : at;
}

/** A time in the unit that says most, as `12 minutes`. */
export function timeText(language: string, seconds: number): string {
  const [amount, unit] = seconds < 90 ? [seconds, 'second'] : seconds < 5_400 ? [seconds / 60, 'minute'] : [seconds / 3_600, 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.max(1, Math.round(amount)));
}
