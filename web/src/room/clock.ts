// What a clock shows between two messages of the server. The server alone decides when a flag falls.

import type { ClockFace } from '../wire';

export interface Shown {
  /** The time alone: `0:24`. */
  text: string;
  /** How many periods of byo-yomi are left with this one, if the player is in one. */
  periods: number | null;
  /** How many stones are to be played in this Canadian period, if the player is in one. */
  stones: number | null;
  /** What comes after the main time, as players write it, while that lasts: `5×0:30`. */
  overtime: string | null;
  /** Whole seconds left of the main time or of the period, rounded up as players expect. */
  seconds: number;
  isShort: boolean;
}

/** From here on a clock is drawn as urgent and ticks. */
export const SHORT_SECONDS = 10;

const DAY = 86_400;

/** What `face` shows after running for another `elapsedMs`. `terms` is the clock as players write it. */
export function shownAfter(face: ClockFace, elapsedMs: number, terms: string): Shown {
  let left = face.left_ms - Math.max(0, elapsedMs);
  let periods = face.n_periods;
  let stones = face.n_stones;
  const period = face.period_ms;
  const isMain = periods === null && stones === null;
  // What the server reads as nothing is a flag that fell: main time that is gone is a period there.
  const isFallen = face.left_ms === 0 && isMain;
  if (left <= 0 && period !== null && !isFallen) {
    if (isMain) {
      periods = periodsIn(terms);
      stones = stonesIn(terms);
      left += period;
    }
    while (left <= 0 && periods !== null && periods > 1) {
      periods -= 1;
      left += period;
    }
  }
  const seconds = Math.ceil(Math.max(0, left) / 1000);
  const isBefore = periods === null && stones === null && period !== null && !isFallen;
  const overtime = isBefore ? overtimeIn(terms) : null;
  return { text: timeText(seconds), periods, stones, overtime, seconds, isShort: seconds <= SHORT_SECONDS };
}

/** `9:59`, `1:05:00`, `2d 4h`. */
export function timeText(seconds: number): string {
  if (seconds >= DAY) {
    const hours = Math.floor((seconds % DAY) / 3600);
    return `${Math.floor(seconds / DAY)}d${hours > 0 ? ` ${hours}h` : ''}`;
  }
  const two = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

function overtimeIn(terms: string): string | null {
  return /\+\s*(.+)$/.exec(terms)?.[1] ?? null;
}

function periodsIn(terms: string): number | null {
  const found = /(\d+)\s*[×x]/.exec(terms);
  return found ? Number(found[1]) : null;
}

function stonesIn(terms: string): number | null {
  const found = /\/\s*(\d+)\s*$/.exec(terms);
  return found ? Number(found[1]) : null;
}
