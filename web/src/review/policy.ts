// How likely each move looked before any search. Pure.

import { pointName } from '../board/points';
import { spotOf } from '../room/points';
import type { JudgedPosition, Vertex } from '../wire';

/** A move that may come to mind. */
export interface Likely {
  at: Vertex;
  /** Its place on the board; null for a pass. */
  spot: number | null;
  /** From 0 to 1. */
  share: number;
}

/** The moves that looked likely at all, the likeliest first: every one if the engine has told all, else those that it tried. */
export function likelyMoves({ glance, candidates }: JudgedPosition, width: number, height: number): Likely[] {
  const policy = glance?.policy ?? [];
  const named = policy.map((thousandths, i) => {
    const isPass = i === width * height;
    return { at: isPass ? 'pass' : pointName(i, width, height), spot: isPass ? null : i, share: thousandths / 1000 };
  });
  const tried = candidates.map(({ move, prior }) => ({ at: move, spot: spotOf(move, width, height), share: prior }));
  const all = policy.length === width * height + 1 ? named : tried;
  return all.filter(({ share }) => share > 0).sort((one, other) => other.share - one.share);
}
