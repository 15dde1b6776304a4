/** Reading the `stones` string, and telling a move from a jump to another position. */

import type { Color, Spot } from './types';

export interface Stone {
  at: Spot;
  color: Color;
}

export function stoneAt(stones: string, spot: Spot): Color | null {
  switch (stones[spot]) {
    case 'X':
      return 'black';
    case 'O':
      return 'white';
    default:
      return null;
  }
}

export function placed(stones: string): Stone[] {
  const found: Stone[] = [];
  for (let at = 0; at < stones.length; at++) {
    const color = stoneAt(stones, at);
    if (color) found.push({ at, color });
  }
  return found;
}

/** Whether `after` can be one move on from `before`: at most one stone is new. */
export function isOneMove(before: string, after: string): boolean {
  if (before.length !== after.length) return false;
  let fresh = 0;
  for (let at = 0; at < after.length; at++) {
    if (after[at] !== '.' && after[at] !== before[at]) fresh++;
  }
  return fresh <= 1;
}
