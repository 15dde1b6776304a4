// The main line of a record beside its review: which node makes which move, and which position is where. Pure.
//
// There may be more positions than moves, where stones are set up on the way or play goes on after passes, and nodes
// whose moves are not reviewed: stones of a handicap.

import type { JudgedMove, JudgedPosition, PositionValue, RecordNode, ReviewedGame } from '../wire';
import { blackChance, blackLead } from './judged';

/** What was said of the moves, by their nodes, for as long as the main line is the one that was reviewed. */
export function judgedNodes(nodes: readonly RecordNode[], main: readonly number[], moves: readonly JudgedMove[]): Map<number, JudgedMove> {
  const found = new Map<number, JudgedMove>();
  for (const move of shownMoves(moves)) {
    const node = main[move.node];
    if (node === undefined || nodes[node]?.by !== move.by || nodes[node].at !== move.move) break;
    found.set(node, move);
  }
  return found;
}

/** Whether moves of the main line were changed or added since it was reviewed. */
export function isChanged(
  nodes: readonly RecordNode[],
  main: readonly number[],
  moves: readonly JudgedMove[],
  judged: ReadonlyMap<number, JudgedMove>,
): boolean {
  const after = (moves.at(-1)?.node ?? -1) + 1;
  const isAdded = moves.length > 0 && main.slice(after).some((node) => nodes[node]?.by != null);
  return isAdded || judged.size < shownMoves(moves).length;
}

/** Of two moves in one node the record shows the last. */
function shownMoves(moves: readonly JudgedMove[]): JudgedMove[] {
  return moves.filter((move, i) => moves[i + 1]?.node !== move.node);
}

/** What was thought of the position at a node, if the review has it. */
export function positionAt(
  game: Pick<ReviewedGame, 'positions'>,
  main: readonly number[],
  judged: ReadonlyMap<number, JudgedMove>,
  node: number,
): JudgedPosition | null {
  const made = judged.get(node);
  const next = judged.get(main[main.indexOf(node) + 1] ?? -1);
  const at = made ? made.after : main.includes(node) ? next?.before : undefined;
  return at === undefined ? null : (game.positions[at] ?? null);
}

/** A point of the graph, and a row of its table. */
export interface Told {
  /** After so many moves. */
  number: number;
  value: PositionValue;
  /** The move that led there; null where none did. */
  move: JudgedMove | null;
}

/** The story of a game: what every position was worth, so that what a move cost is the difference to the one before it. */
export function toldOf({ moves, values }: Pick<ReviewedGame, 'moves' | 'values'>): Told[] {
  return moves.flatMap((move, i) => {
    const [before, after] = [values[move.before], values[move.after]];
    const isNext = moves[i - 1]?.after === move.before;
    const first = isNext || !before ? [] : [{ number: move.number - 1, value: before, move: null }];
    return after ? [...first, { number: move.number, value: after, move }] : first;
  });
}

/**
 * What each search says, until there is a story. Only at the end it is known which positions are between moves:
 * until then they are spread over them evenly.
 */
export function toldSoFar(positions: readonly (JudgedPosition | undefined)[], nMoves: number): Told[] {
  const each = positions.length > 1 ? nMoves / (positions.length - 1) : 1;
  return positions.flatMap((position, at) =>
    position ? [{ number: at * each, value: { win_rate: blackChance(position), lead: blackLead(position) }, move: null }] : [],
  );
}
