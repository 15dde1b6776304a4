// The ladder of games after the course: where one stands, and where a result leads. Pure but for the memory.

import { read, write } from '../../memory';
import { USUAL } from '../../page/choice';
import type { Color, NewRoom, Outcome } from '../../wire';

/** A game of the ladder: a board and how strong the computer plays on it. */
export interface Rung {
  side: number;
  level: number;
}

export type Result = 'won' | 'lost' | 'drawn';

/** Where somebody stands. */
export interface Ladder {
  /** The rung of the next game, from 0. */
  rung: number;
  /** The highest rung ever stood on. */
  best: number;
  /** The game being played. */
  game: { room: string; rung: number } | null;
  /** The game played last. */
  last: { room: string; rung: number; result: Result } | null;
}

/** The boards, each with the levels met on it. A larger board begins gentler than the smaller one ended. */
export const BOARDS: { side: number; from: number; to: number }[] = [
  { side: 5, from: 1, to: 4 },
  { side: 7, from: 3, to: 6 },
  { side: 9, from: 4, to: 24 },
];

export const RUNGS: Rung[] = BOARDS.flatMap(({ side, from, to }) => Array.from({ length: to - from + 1 }, (_, i) => ({ side, level: from + i })));

/** Up to this board there is no komi: it would be half the points, and the course speaks of it only after the first game. */
const SIDE_WITHOUT_KOMI_MAX = 7;

const KEY = 'ladder';

/** Where this browser stands; anything that was kept may be missing or of another kind. */
export function recall(): Ladder {
  const kept = read<unknown>(KEY, null);
  const { rung, best, game, last } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  const at = rungOf(rung);
  return {
    rung: at,
    best: Math.max(at, rungOf(best)),
    game: isGame(game) ? game : null,
    last: isGame(last) && isResult(last.result) ? { ...last, result: last.result } : null,
  };
}

export function keep(ladder: Ladder): void {
  write(KEY, ladder);
}

/** The ladder after the game being played: one up, one down, or where it was. */
export function climb(ladder: Ladder, result: Result): Ladder {
  if (!ladder.game) return ladder;
  const { room, rung } = ladder.game;
  const step = { won: 1, lost: -1, drawn: 0 }[result];
  const next = rungOf(rung + step);
  return { rung: next, best: Math.max(ladder.best, next), game: null, last: { room, rung, result } };
}

/** What an outcome is to whoever has `mine`. */
export function resultOf({ winner }: Outcome, mine: Color): Result {
  if (winner === null) return 'drawn';
  return winner === mine ? 'won' : 'lost';
}

/** The wish for a room of that rung. */
export function wishFor({ side, level }: Rung, name: string): NewRoom {
  return {
    width: side,
    height: side,
    rules: USUAL.rules,
    company: { type: 'engine', level },
    colors: 'host_black',
    ...(side <= SIDE_WITHOUT_KOMI_MAX ? { komi: 0 } : {}),
    ...(name ? { name } : {}),
  };
}

/** Whether a room is the game of the ladder that is played, or was played last. */
export function isOfLadder(room: string): boolean {
  const { game, last } = recall();
  return game?.room === room || last?.room === room;
}

/** The nearest rung that there is. */
function rungOf(number: unknown): number {
  if (typeof number !== 'number' || !Number.isInteger(number)) return 0;
  return Math.min(Math.max(number, 0), RUNGS.length - 1);
}

function isGame(kept: unknown): kept is { room: string; rung: number; result?: unknown } {
  if (typeof kept !== 'object' || kept === null) return false;
  const { room, rung } = kept as Record<string, unknown>;
  return typeof room === 'string' && rungOf(rung) === rung;
}

function isResult(kept: unknown): kept is Result {
  return kept === 'won' || kept === 'lost' || kept === 'drawn';
}
