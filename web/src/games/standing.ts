// What a game that goes on waits for.

import type { Words } from '../words/choose';
import type { Entry } from './entries';
import type { GamesWords } from './words';

/** What is to be done in a game that goes on, for whoever sees the list. */
export function standing(words: Words, own: Pick<GamesWords, 'komi'>, games: { isMyMove(entry: Entry): boolean }, entry: Entry): string {
  const { stage, to_move } = entry.room;
  if (stage === 'waiting') return words.home.waiting;
  if (stage === 'bidding') return own.komi;
  if (stage === 'stopped' || to_move === null) return words.agreement.title;
  return games.isMyMove(entry) ? words.home.yourMove : words.room.toMove[to_move];
}
