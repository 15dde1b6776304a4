// What the reader remembers of each problem, kept in the browser, and what to ask next.

import { read, write } from '../memory';
import { type Grade, interval, learned, type Memory, reviewed } from './fsrs';
import type { AnyEntry } from './own';

/** The memory of one problem, and the days it was and will be asked. */
export interface Card extends Memory {
  last: number;
  due: number;
}

/** Each problem that was ever answered, by its name. */
export type Cards = Readonly<Record<string, Card>>;

/** How many problems make a round: some ten minutes. */
export const ROUND = 10;

/** How many new problems of one kind there are in a round if there are others. */
const KIND_MAX = 4;

const KEY = 'problems';
const DAY_MS = 86_400_000;

/** The number of the day, as the reader's calendar counts. */
export function dayOf(now: Date): number {
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY_MS);
}

/** The cards of this browser; what is no card is passed over. */
export function readCards(): Cards {
  const kept = read<unknown>(KEY, {});
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Card] => isCard(entry[1])));
}

export function writeCards(cards: Cards): void {
  write(KEY, cards);
}

function isCard(kept: unknown): kept is Card {
  if (typeof kept !== 'object' || kept === null) return false;
  const { stability, difficulty, last, due } = kept as Partial<Card>;
  return [stability, difficulty, last, due].every(Number.isFinite) && (stability ?? 0) > 0;
}

/** The card after an answer today. */
export function answered(card: Card | undefined, grade: Grade, today: number): Card {
  const memory = card ? reviewed(card, grade, Math.max(0, today - card.last)) : learned(grade);
  return { ...memory, last: today, due: today + interval(memory) };
}

export function isDue(card: Card | undefined, today: number): boolean {
  return card !== undefined && card.due <= today;
}

/**
 * What to ask now: first what is due, the longest first; then what is new, one's own mistakes and
 * what is about as hard as `aim`, the easiest first; and if all is known, what comes back soonest.
 */
export function round<Entry extends AnyEntry>(problems: readonly Entry[], cards: Cards, today: number, aim: number): Entry[] {
  const known = problems.filter(({ id }) => cards[id]);
  known.sort((a, b) => (cards[a.id]?.due ?? 0) - (cards[b.id]?.due ?? 0));
  const due = known.filter(({ id }) => isDue(cards[id], today)).slice(0, ROUND);
  const rest = known.filter(({ id }) => !isDue(cards[id], today));
  const fresh = nearest(
    problems.filter(({ id }) => !cards[id]),
    aim,
  ).slice(0, ROUND - due.length);
  fresh.sort((a, b) => ratingOf(a) - ratingOf(b));
  return [...due, ...fresh, ...rest].slice(0, ROUND);
}

/** Those that are about as hard as `aim` first, and no more than [`KIND_MAX`] of a kind before all others. */
function nearest<Entry extends AnyEntry>(problems: readonly Entry[], aim: number): Entry[] {
  const distance = (problem: Entry): number => (problem.kind === 'own' ? -1 : Math.abs(ratingOf(problem) - aim));
  const sorted = [...problems].sort((a, b) => distance(a) - distance(b));
  const counts = new Map<string, number>();
  const isAmongFirst = sorted.map(({ kind }) => {
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return count < KIND_MAX;
  });
  return [true, false].flatMap((isFirst) => sorted.filter((_, i) => isAmongFirst[i] === isFirst));
}

/** How hard it is. One's own mistakes come before all others. */
function ratingOf(problem: AnyEntry): number {
  return problem.kind === 'own' ? 0 : problem.rating;
}
