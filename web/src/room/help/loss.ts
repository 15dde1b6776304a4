// Whether a move clearly lost something, by what was thought before it and after it. Pure.

import type { JudgedPosition, Vertex } from '../../wire';

/** From so much on a loss is a mistake in a review. The three below must agree with crates/review/src/judged.rs. */
const MISTAKE = 0.2;
const POINTS_SHARE = 0.5;
const LIKELY = 0.07;

/** Less than this is not worth a warning, whatever else it costs. */
const POINTS_MIN = 2;

/** A chance beyond this is a game that is decided: there points alone are no mistake. */
const DECIDED = 0.97;

/**
 * The points that `at` lost to the one who played it, or null if that is not clear: measured as reviews measure it,
 * the chance to win and the points together, and less where the move looked likely before any search.
 */
export function clearLoss(before: JudgedPosition, after: JudgedPosition, at: Vertex, nPoints: number): number | null {
  if (before.turn === after.turn || before.candidates[0]?.move === at) return null;
  const points = before.lead + after.lead;
  const chance = before.win_rate - (1 - after.win_rate);
  const isDecided = before.win_rate > DECIDED || before.win_rate < 1 - DECIDED;
  const prior = before.candidates.find(({ move }) => move === at)?.prior ?? 0;
  const weight = chance + (isDecided ? 0 : (POINTS_SHARE * points) / Math.sqrt(nPoints));
  return points >= POINTS_MIN && weight / (1 + prior / LIKELY) >= MISTAKE ? points : null;
}
