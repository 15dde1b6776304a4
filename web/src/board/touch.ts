/** Aiming with a finger: a first tap shows where the stone would go, a second one there plays it. */

import type { Spot } from './types';

export interface Aim {
  /** Null while the finger is off the board. */
  at: Spot | null;
  /** Whether the finger is still down. */
  held: boolean;
  /** Whether the finger came down on the point that was aimed at already, and stayed. */
  again: boolean;
}

export function press(aim: Aim | null, at: Spot | null): Aim {
  return { at, held: true, again: at !== null && aim?.at === at };
}

export function drag(aim: Aim, at: Spot | null): Aim {
  return aim.at === at ? aim : { at, held: true, again: false };
}

/** What lifting the finger means. */
export type Release = { kind: 'play'; at: Spot } | { kind: 'wait'; aim: Aim } | { kind: 'refuse'; at: Spot } | { kind: 'nothing' };

export function release(aim: Aim, isPlayable: (spot: Spot) => boolean): Release {
  if (aim.at === null) return { kind: 'nothing' };
  if (!isPlayable(aim.at)) return { kind: 'refuse', at: aim.at };
  if (aim.again) return { kind: 'play', at: aim.at };
  return { kind: 'wait', aim: { at: aim.at, held: false, again: false } };
}
