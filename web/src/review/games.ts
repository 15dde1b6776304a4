// Finding a game among those of a file. Pure.

import type { ListedGame } from '../wire';

/** Whether everything that is written, in any order, stands somewhere in what is told of the game. */
export function matches(game: ListedGame, wish: string): boolean {
  const { name, players, result, date } = game;
  const told = [String(game.game + 1), name, players.black, players.white, result, date].join(' ').toLocaleLowerCase();
  return wish
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((part) => told.includes(part));
}
