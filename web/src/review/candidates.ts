// The moves worth a thought as they are drawn on the board: what each loses, and how often it was tried. Pure.

import type { Disc, Tone } from '../board/types';
import { spotOf } from '../room/points';
import type { Candidate } from '../wire';

/** What candidates are called, the best first. */
const LETTERS = [...'ABCDEFGH'];

/** Up to how many points a move of a tone loses against the best one. */
const TONES: readonly [Tone, number][] = [
  ['good', 0.5],
  ['fair', 2],
  ['poor', 5],
  ['bad', Infinity],
];

/** From so many points on they are told without a fraction. */
const WHOLE_FROM = 2;

/** A candidate, with what is told of it. */
export interface Shown {
  candidate: Candidate;
  /** What it is called. */
  sign: string;
  /** Points against the best: negative if it loses some. */
  gain: number;
  /** The share of all visits to candidates, from 0 to 1. */
  share: number;
  tone: Tone;
}

/** The candidates that are shown, the best first. */
export function shownOf(candidates: readonly Candidate[]): Shown[] {
  const all = candidates.reduce((sum, { visits }) => sum + visits, 0);
  const best = candidates[0]?.lead ?? 0;
  return candidates.slice(0, LETTERS.length).map((candidate, i) => {
    const gain = candidate.lead - best;
    const tone = i === 0 ? 'best' : (TONES.find(([, most]) => -gain <= most)?.[0] ?? 'bad');
    return { candidate, sign: LETTERS[i]!, gain, share: candidate.visits / Math.max(1, all), tone };
  });
}

/** Points gained or lost as they are written in little room: `0`, `−0.4`, `−3`. */
export function gainText(gain: number, number: (amount: number) => string): string {
  const digits = Math.abs(gain) >= WHOLE_FROM ? 1 : 10;
  const amount = Math.round(Math.abs(gain) * digits) / digits;
  if (amount === 0) return '0';
  return `${gain < 0 ? '−' : '+'}${number(amount)}`;
}

/** The candidates where they are on the board; a pass is nowhere. */
export function discsOf(shown: readonly Shown[], width: number, height: number, number: (amount: number) => string): Disc[] {
  return shown.flatMap(({ candidate, sign, gain, share, tone }) => {
    const at = spotOf(candidate.move, width, height);
    return at === null ? [] : [{ at, sign, points: gainText(gain, number), share: String(Math.round(share * 100)), tone }];
  });
}
