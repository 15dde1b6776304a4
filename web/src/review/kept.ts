// Reviews that this browser keeps, so that a game that comes back is not thought about again.

import { drop, keeps, read, write } from '../memory';
import { nameOf } from '../problems/own';
import type { JudgedPosition, RecordTree, ReviewedGame } from '../wire';
import { type Effort, EFFORTS } from './effort';
import { stonesAt } from './tree';

/** What is known of a main line. */
export interface KeptReview {
  /** How many visits each position was asked to have. */
  visits: number;
  effort: Effort;
  /** How many the round has that was in the making. */
  next: number;
  /** How long it took, in seconds, if that is known. */
  seconds: number | null;
  /** Whether it was in the making when the page was left. */
  isRunning: boolean;
  /** What is thought of the position after so many moves, as far as it was judged. */
  positions: (JudgedPosition | null)[];
  /** The review, if it came to its end. */
  game: Omit<ReviewedGame, 'positions'> | null;
}

/** How many games are kept: those that one may come back to. The oldest go first. */
export const GAMES_MAX = 6;

/** How many characters they may take together: a part of what browsers give, as other things are kept too. */
export const CHARS_MAX = 1_500_000;

/** Their names, the latest first. */
const NAMES = 'reviews';

/** Where one is kept; another number if its shape changes. */
const key = (name: string): string => `review.3.${name}`;

/** A name for what is reviewed: the board, the laws and the moves of the main line, whatever else is written in the record. */
export function reviewName(tree: RecordTree, main: readonly number[]): string {
  const { width, height, rules, komi, nodes } = tree;
  const steps = main.map((node) => {
    const { by = null, at = null, changes = [] } = nodes[node] ?? {};
    return [by, at, at === null ? changes : null];
  });
  return nameOf(JSON.stringify([width, height, rules, komi, stonesAt(tree, 0), nodes[0]?.to_move, steps]));
}

/** The review of that name; null if there is none. One that is broken is forgotten. */
export function recallReview(name: string, points: number): KeptReview | null {
  const packed = read<unknown>(key(name), null);
  if (packed === null) return null;
  const review = unpacked(packed, points);
  if (review === null) forget(name);
  return review;
}

/** Keeps a review, and forgets the oldest for it where there is no room. */
export function keepReview(name: string, review: KeptReview): void {
  const kept = [name, ...names().filter((other) => other !== name)];
  for (const gone of kept.splice(GAMES_MAX)) forget(gone);
  const value = packed(review);
  const size = (other: string): number => charsOf(other === name ? value : read<unknown>(key(other), null));
  const isRoom = (): boolean => kept.reduce((sum, other) => sum + size(other), 0) <= CHARS_MAX && keeps(key(name), value);
  while (kept.length > 0 && !isRoom()) forget(kept.pop()!);
  write(NAMES, kept);
}

function charsOf(value: unknown): number {
  return JSON.stringify(value).length;
}

function forget(name: string): void {
  drop(key(name));
  write(
    NAMES,
    names().filter((other) => other !== name),
  );
}

function names(): string[] {
  const names = read<unknown>(NAMES, []);
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
}

/** Whose a point is, −100 to 100, becomes one letter: most of a review is about that. */
const LETTER_ZERO = 0x200;

type PackedPosition = Omit<JudgedPosition, 'ownership'> & { ownership: string };

function packed({ positions, ...rest }: KeptReview): unknown {
  const pack = (position: JudgedPosition): PackedPosition => ({
    ...position,
    ownership: position.ownership.map((part) => String.fromCharCode(LETTER_ZERO + part)).join(''),
  });
  return { ...rest, positions: positions.map((position) => position && pack(position)) };
}

/** What was kept, if it is a review of a board with so many points. */
function unpacked(kept: unknown, points: number): KeptReview | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { visits, effort, next, seconds = null, isRunning, positions, game } = kept as Partial<Omit<KeptReview, 'positions'> & { positions: unknown[] }>;
  if (typeof visits !== 'number' || typeof next !== 'number' || typeof isRunning !== 'boolean') return null;
  if (!EFFORTS.some((own) => own === effort) || !Array.isArray(positions) || game === undefined) return null;
  const found = positions.map((position) => (position === null ? null : unpackedPosition(position, points)));
  if (found.includes(undefined)) return null;
  if (game !== null && !(isGame(game) && found.every((position) => position != null))) return null;
  return { visits, effort: effort as Effort, next, seconds, isRunning, positions: found as (JudgedPosition | null)[], game };
}

function unpackedPosition(kept: unknown, points: number): JudgedPosition | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { turn, win_rate, lead, candidates, ownership } = kept as Partial<PackedPosition>;
  const isSound = (turn === 'black' || turn === 'white') && Number.isFinite(win_rate) && Number.isFinite(lead) && Array.isArray(candidates);
  if (!isSound || typeof ownership !== 'string' || ownership.length !== points) return undefined;
  return { ...(kept as PackedPosition), ownership: [...ownership].map((letter) => letter.charCodeAt(0) - LETTER_ZERO) };
}

function isGame({ moves, moments, judge }: Partial<ReviewedGame>): boolean {
  return Array.isArray(moves) && Array.isArray(moments) && typeof judge === 'object';
}
