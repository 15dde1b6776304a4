// How the reader gets on, kept in the browser: a rating, days in a row, and the best timed run.

import { read, write } from '../memory';
import { DEVIATION_MAX, rated, type Rating, rested } from './glicko';

export interface Progress {
  rating: Rating;
  /** The day of the last rated answer. */
  ratedOn: number;
  /** The last day whose problem was solved, and how many in a row that makes. */
  daily: number;
  streak: number;
  /** The longest streak ever. */
  longest: number;
  /** The most problems solved in a timed run. */
  best: number;
}

/** Nobody is rated lower: the scale of the problems begins a little higher. */
const RATING_MIN = 100;
const RATING_MAX = 3500;

/** How uncertain the ratings of the problems are: they are guesses. */
const PROBLEM_DEVIATION = 120;

const KEY = 'progress';

/** A newcomer: little known, and met with what is easy. */
export const NEWCOMER: Progress = {
  rating: { rating: 700, deviation: 250, volatility: 0.06 },
  ratedOn: 0,
  daily: 0,
  streak: 0,
  longest: 0,
  best: 0,
};

/** What is kept; where it makes no sense, as of a newcomer. */
export function readProgress(): Progress {
  const kept = read<unknown>(KEY, null);
  const own = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<Progress>;
  const count = (value: unknown): number => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0);
  const streak = count(own.streak);
  return {
    rating: isRating(own.rating) ? own.rating : NEWCOMER.rating,
    ratedOn: count(own.ratedOn),
    daily: count(own.daily),
    streak,
    longest: Math.max(streak, count(own.longest)),
    best: count(own.best),
  };
}

export function writeProgress(progress: Progress): void {
  write(KEY, progress);
}

function isRating(kept: unknown): kept is Rating {
  if (typeof kept !== 'object' || kept === null) return false;
  const { rating, deviation, volatility } = kept as Partial<Rating>;
  const isWithin = (value: unknown, least: number, most: number): boolean => typeof value === 'number' && value >= least && value <= most;
  return isWithin(rating, RATING_MIN, RATING_MAX) && isWithin(deviation, 1, DEVIATION_MAX) && isWithin(volatility, 0.001, 1);
}

/** After a problem of `difficulty` was answered for the first time. */
export function afterAnswer(progress: Progress, difficulty: number, isSolved: boolean, today: number): Progress {
  // A day is a period; whoever answers for the first time has not rested.
  const days = progress.ratedOn === 0 ? 0 : Math.max(0, today - progress.ratedOn);
  const player = rested(progress.rating, days);
  const after = rated(player, [{ rating: difficulty, deviation: PROBLEM_DEVIATION, score: isSolved ? 1 : 0 }]);
  const rating = Math.min(RATING_MAX, Math.max(RATING_MIN, after.rating));
  return { ...progress, rating: { ...after, rating }, ratedOn: today };
}

/** After the problem of the day was solved. */
export function afterDaily(progress: Progress, today: number): Progress {
  if (progress.daily === today) return progress;
  const streak = streakOn(progress, today) + 1;
  return { ...progress, daily: today, streak, longest: Math.max(progress.longest, streak) };
}

/** How many days in a row there are today; today's problem may still be open. */
export function streakOn({ daily, streak }: Progress, today: number): number {
  return daily === today || daily === today - 1 ? streak : 0;
}

/** After a timed run in which so many were solved. */
export function afterRun(progress: Progress, count: number): Progress {
  return { ...progress, best: Math.max(progress.best, count) };
}

/** How hard the next new problem should be: what one is almost sure to be up to. */
export function aim({ rating }: Progress): number {
  return rating.rating - rating.deviation;
}
