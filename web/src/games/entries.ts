// The games of this browser, each an entry of its own, also those that were played in one room after another.

import { isColorName, nameOf, outcomeText } from '../room/names';
import { otherSeat, type Color, type Outcome, type RoomSummary, type Seat } from '../wire';
import type { Words } from '../words/choose';

/** One game in a list. */
export interface Entry {
  room: RoomSummary;
  /** Which game of the room it is, from 1. */
  number: number;
  /** Null until the colors are settled. */
  black: Seat | null;
  nMoves: number;
  /** Null while it goes on. */
  outcome: Outcome | null;
  /** When it began if it is over, else when something happened last; in Unix milliseconds. */
  at: number;
}

/** How a game ended for the person at this browser; `other` where there is no winner or they had no color alone. */
export type Result = 'won' | 'lost' | 'other';

/** What is looked for: all words of `text`, in names, result, board or rules. */
export interface Wish {
  text: string;
  result: Result | 'all';
}

/** Tells one entry from all others. A game that goes on becomes another one with each thing that happens in it. */
export function keyOf({ room, number, outcome, at }: Entry): string {
  const name = `${room.room}/${number}`;
  return outcome ? name : `${name}@${at}`;
}

/** The games of these rooms, the latest first. What was closed before it began is none. */
export function entriesOf(rooms: readonly RoomSummary[]): Entry[] {
  return rooms.flatMap(entriesIn).sort((one, other) => other.at - one.at);
}

function entriesIn(room: RoomSummary): Entry[] {
  const finished = room.finished.map(({ game_number, black, n_moves, outcome, began_ms }): Entry => ({
    room,
    number: game_number,
    black,
    nMoves: n_moves,
    outcome,
    at: began_ms,
  }));
  const isListed = finished.some(({ number }) => number === room.game_number);
  if (isListed || room.stage === 'closed') return finished;
  // It goes on, or it was stored by a program that kept no list of finished games.
  const { game_number: number, black, n_moves: nMoves, outcome, updated_ms: at } = room;
  return [{ room, number, black, nMoves, outcome, at }, ...finished];
}

/** What the player of `color` is called; empty until that is known, null where nobody sits yet. */
export function playerName(words: Words, { room, black }: Entry, color: Color): string | null {
  if (black === null) return '';
  const seat = color === 'black' ? black : otherSeat(black);
  const sitter = room.seats[seat];
  if (!sitter) return null;
  // Who gave no name is called by the color they had in this game, not by the one they have in the room's last.
  return sitter.engine_level == null && isColorName(sitter.name) ? words.color[color] : nameOf(words, room, seat);
}

export function resultOf(outcome: Outcome, mine: Color | null): Result {
  if (mine === null || outcome.winner === null) return 'other';
  return outcome.winner === mine ? 'won' : 'lost';
}

/** Whether an entry is what somebody looks for. */
export function isFound(words: Words, entry: Entry, mine: Color | null, { text, result }: Wish): boolean {
  if (result !== 'all' && (!entry.outcome || resultOf(entry.outcome, mine) !== result)) return false;
  const { room, outcome } = entry;
  const told = [
    playerName(words, entry, 'black') ?? '',
    playerName(words, entry, 'white') ?? '',
    words.size(room.width, room.height),
    room.rules,
    outcome ? `${outcome.text} ${outcomeText(words, outcome)}` : '',
  ]
    .join(' ')
    .toLocaleLowerCase();
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => told.includes(word));
}
