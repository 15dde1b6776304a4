/** The figure of straight-grained wood, as stops of gradients: the same on every board and visit. */

export interface Stop {
  at: number;
  opacity: number;
}

/** `n` year rings of uneven width: each comes on slowly and ends sharply, as late wood does. */
export function rings(n: number, strength: number, seed: number): Stop[] {
  const chance = sequence(seed);
  const widths = Array.from({ length: n }, () => 0.35 + chance());
  const total = widths.reduce((sum, width) => sum + width, 0);
  const stops: Stop[] = [];
  let at = 0;
  for (const width of widths) {
    const share = width / total;
    const dark = strength * (0.35 + 0.65 * chance());
    stops.push({ at, opacity: dark * 0.06 });
    stops.push({ at: at + share * 0.62, opacity: dark * 0.4 });
    stops.push({ at: at + share * 0.9, opacity: dark });
    at += share;
  }
  return stops.map((stop) => ({ at: round(stop.at), opacity: round(stop.opacity) }));
}

function round(n: number): number {
  return Math.round(n * 1e4) / 1e4;
}

/** Numbers from 0 to 1 that only look random (a linear congruential generator). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
