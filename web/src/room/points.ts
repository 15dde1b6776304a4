// Points as players write them (`D4`) and as the board counts them (row by row from the top left).

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** The spot of a point written `D4`; null for a pass or anything that is no point of this board. */
export function spotOf(at: string, width: number, height: number): number | null {
  const x = LETTERS.indexOf(at.charAt(0).toUpperCase());
  const row = /^[1-9][0-9]?$/.test(at.slice(1)) ? Number(at.slice(1)) : 0;
  if (at.length < 2 || x < 0 || x >= width || row < 1 || row > height) return null;
  return (height - row) * width + x;
}

/** The spots of those that are points of this board. */
export function spotsOf(points: readonly string[], width: number, height: number): number[] {
  return points.map((at) => spotOf(at, width, height)).filter((spot): spot is number => spot !== null);
}
