/** The names of points and the star points. Must agree with `Size` in crates/game. */

import type { Words } from '../words/choose';
import type { Spot } from './types';

/** The letters of the columns; there is no I, as on printed boards. */
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

export function columnName(x: number): string {
  return LETTERS[x] ?? '?';
}

/** Rows are counted from the bottom. */
export function rowName(y: number, height: number): string {
  return String(height - y);
}

/** `D4` for the point four lines from the left and from the bottom. */
export function pointName(spot: Spot, width: number, height: number): string {
  return columnName(spot % width) + rowName(Math.floor(spot / width), height);
}

/** A point as it is read out: its name, what stands there, and what else there is to say of it. */
export function spokenPoint(
  words: Pick<Words, 'stone' | 'point'>,
  board: { stones: string; width: number; height: number },
  spot: Spot,
  more: readonly string[] = [],
): string {
  const what = { X: words.stone.black, O: words.stone.white }[board.stones[spot] ?? ''] ?? words.point.empty;
  return [pointName(spot, board.width, board.height), what, ...more].join(', ');
}

/** The dotted points of a board of any size, in reading order: in the middle of a side only from side 13 up. */
export function dottedPoints(width: number, height: number): Spot[] {
  const xs = starsAlong(width);
  const ys = starsAlong(height);
  const isSmall = Math.min(width, height) < 13;
  const isCentred = (along: number, side: number): boolean => along * 2 + 1 === side;
  const isDotted = (x: number, y: number): boolean => !isSmall || isCentred(x, width) === isCentred(y, height);
  return ys.flatMap((y) => xs.filter((x) => isDotted(x, y)).map((x) => y * width + x));
}

/** The lines that carry stars: fourth from side 13 up, else third; the middle where there is one. */
function starsAlong(n: number): number[] {
  if (n < 7) return [];
  const near = n >= 13 ? 3 : 2;
  const far = n - 1 - near;
  const hasMiddle = n % 2 === 1 && n !== 7;
  return hasMiddle ? [near, (n - 1) / 2, far] : [near, far];
}
