// How much thought a review has: how many visits for each position, round after round. Pure.

/** What a reader can ask for. */
export const EFFORTS = ['quick', 'thorough', 'endless'] as const;
export type Effort = (typeof EFFORTS)[number];

/** The most visits that a position is ever asked to have; the server gives no more. */
export const VISITS_MOST = 20_000;

/** The first round: enough to see a blunder by where it is to be quick, several times as much where it is to be thorough. */
export function firstVisits(effort: Effort): number {
  return effort === 'thorough' ? 400 : 70;
}

/** The round after one with so many visits, or null if that was the last. */
export function nextVisits(effort: Effort, visits: number): number | null {
  return effort === 'endless' && visits < VISITS_MOST ? Math.min(2 * visits, VISITS_MOST) : null;
}

/** How many visits a review begins with if it had so many already: what is known is not asked for again. */
export function visitsToBegin(effort: Effort, done: number | null): number {
  return (done === null ? null : nextVisits(effort, done)) ?? firstVisits(effort);
}
