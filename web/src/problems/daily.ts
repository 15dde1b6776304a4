// The problem of the day: the same for everybody who has the same problems.

import type { ProblemEntry } from '../wire';

/** From Monday to Sunday the problems get harder: up to which part of all, sorted by rating. */
const WEEK = [0.05, 0.12, 0.22, 0.35, 0.5, 0.68, 0.9];

/** Each weekday goes through its problems in steps of this prime, so that neighbours are not alike. */
const STRIDE = 7919;

/** Day 0 of the calendar, 1 January 1970, was a Thursday: three days after a Monday. */
const FIRST_WEEKDAY = 3;

/** The problem of a day, by the number of the day; none if there are no problems. */
export function daily(problems: readonly ProblemEntry[], day: number): ProblemEntry | undefined {
  const weekday = (((day + FIRST_WEEKDAY) % 7) + 7) % 7;
  const week = Math.floor((day + FIRST_WEEKDAY) / 7);
  // The order of the index says nothing: it is sorted by what does not change.
  const sorted = problems.filter(({ kind }) => kind !== 'counting').sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
  const from = Math.floor((WEEK[weekday - 1] ?? 0) * sorted.length);
  const band = sorted.slice(from, Math.max(from + 1, Math.floor((WEEK[weekday] ?? 1) * sorted.length)));
  return band[(((week * STRIDE) % band.length) + band.length) % band.length];
}
