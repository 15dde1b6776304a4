// What the reader remembers of each problem, kept in the browser, and what to ask next.

import { read, write } from '../memory';
import { type Grade, interval, learned, type Memory, reviewed } from './fsrs';
import type { AnyProblem } from './own';

/** The memory of one problem, and the days it was and will be asked. */
export interface Card extends Memory {
  last: number;
  due: number;
}

/** Each problem that was ever answered, by its name. */
export type Cards = Readonly<Record<string, Card>>;

/** How many problems make a round: some ten minutes. */
export const ROUND = 10;

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
 * What to ask now: first what is due, the longest first; then what is new, one of each kind in
 * turns, the easiest of each first; and if all is known, what comes back soonest.
 */
export function round(problems: readonly AnyProblem[], cards: Cards, today: number): AnyProblem[] {
  const known = problems.filter(({ id }) => cards[id]);
  known.sort((a, b) => (cards[a.id]?.due ?? 0) - (cards[b.id]?.due ?? 0));
  const due = known.filter(({ id }) => isDue(cards[id], today));
  const rest = known.filter(({ id }) => !isDue(cards[id], today));
  const fresh = inTurns(problems.filter(({ id }) => !cards[id]));
  return [...due, ...fresh, ...rest].slice(0, ROUND);
}

/** The first of each kind, then the second of each, and so on; a kind begins with its easiest. */
function inTurns(problems: readonly AnyProblem[]): AnyProblem[] {
  const counts = new Map<string, number>();
  const easiest = [...problems].sort((a, b) => gradeOf(a) - gradeOf(b) || a.difficulty - b.difficulty);
  const ranked = easiest.map((problem) => {
    const rank = counts.get(problem.kind) ?? 0;
    counts.set(problem.kind, rank + 1);
    return { problem, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ problem }) => problem);
}

/** How strong one has to be to solve it. What no level solves, or was asked, comes after all that one does. */
function gradeOf(problem: AnyProblem): number {
  return ('grade' in problem ? problem.grade : null) ?? Number.MAX_SAFE_INTEGER;
}
