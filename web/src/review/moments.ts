// Which moves of a reviewed game are worth a second look, and how each player did. Pure.

import type { Color, JudgedMove, RecordNode, ReviewedGame } from '../wire';
import { BAD } from './judged';

/** Whose moves. */
export type Side = Color | 'both';

/** A move worth a second look, and its node. */
export interface Moment {
  node: number;
  move: JudgedMove;
}

/** How one player did. */
export interface Showing {
  /** How many moves were judged. */
  count: number;
  /** Points lost with each move, on average. */
  perMove: number;
  /** The share of the moves that are not known to have lost anything. */
  unmarked: number;
  /** The share of the moves that were the best. */
  best: number;
  /** Those that lost most, the worst first. */
  worst: Moment[];
}

/** How many of the worst moves are told. */
const WORST = 3;

/** A loss smaller than this is no more than noise. */
const NOISE = 0.5;

/**
 * The moments that mattered: with no threshold the few that the review found, which stand out from what the
 * player usually loses; otherwise all that lost so many points.
 */
export function momentsOf(game: ReviewedGame, judged: ReadonlyMap<number, JudgedMove>, side: Side, threshold: number | null): Moment[] {
  const found = new Set(game.moments.map((i) => game.moves[i]));
  return own(judged, side).filter(({ move }) => (threshold === null ? found.has(move) : lost(move) >= threshold));
}

/** The node of the next mistake after so many moves, or of the one before. */
export function mistakeFrom(judged: ReadonlyMap<number, JudgedMove>, nodes: readonly RecordNode[], number: number, by: 1 | -1): number | undefined {
  const all = [...judged].filter(([, { judged }]) => judged && BAD.includes(judged.grade)).map(([node]) => node);
  const isAhead = (node: number): boolean => ((nodes[node]?.number ?? 0) - number) * by > 0;
  return by > 0 ? all.find(isAhead) : all.findLast(isAhead);
}

export function showingOf(judged: ReadonlyMap<number, JudgedMove>, color: Color): Showing {
  const moves = own(judged, color).filter(({ move }) => move.judged != null);
  const share = (is: (move: JudgedMove) => boolean): number => moves.filter(({ move }) => is(move)).length / Math.max(1, moves.length);
  const sum = moves.reduce((sum, { move }) => sum + lost(move), 0);
  const bad = moves.filter(({ move }) => lost(move) >= NOISE);
  return {
    count: moves.length,
    perMove: sum / Math.max(1, moves.length),
    unmarked: share((move) => lost(move) === 0),
    best: share((move) => move.judged?.best === move.move),
    worst: bad.sort((a, b) => lost(b.move) - lost(a.move)).slice(0, WORST),
  };
}

function lost(move: JudgedMove): number {
  return move.judged?.points_lost ?? 0;
}

function own(judged: ReadonlyMap<number, JudgedMove>, side: Side): Moment[] {
  return [...judged].filter(([, { by }]) => side === 'both' || by === side).map(([node, move]) => ({ node, move }));
}
