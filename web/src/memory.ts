// The browser's own memory. It may be full, forbidden or full of nonsense; nothing depends on it.

import type { Color } from './wire';

const PREFIX = 'ponnuki.';

/** How many rooms and games are remembered; the oldest are forgotten first. */
const GAMES_MAX = 1_000;

export function read<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Keeps something, if there is room: a browser that keeps nothing still plays. */
export function write(key: string, value: unknown): void {
  keeps(key, value);
}

/** Keeps something; whether the browser has room for it. */
export function keeps(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Keeps something no longer. */
export function drop(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // What cannot be reached cannot be dropped.
  }
}

/** The rooms this browser has a seat in, the latest first. */
export function myRooms(): string[] {
  const rooms = read<unknown>('rooms', []);
  return Array.isArray(rooms) ? rooms.filter((room): room is string => typeof room === 'string') : [];
}

export function rememberRoom(room: string): void {
  write('rooms', [room, ...myRooms().filter((other) => other !== room)].slice(0, GAMES_MAX));
}

/** Where the names of games are kept that are not to be listed any more; the latest first. */
const FORGOTTEN = 'forgotten';

export function forgottenGames(): string[] {
  const kept = read<unknown>(FORGOTTEN, []);
  return Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : [];
}

/** Lists the game of that name no longer, or again. */
export function forgetGame(name: string, isForgotten: boolean): void {
  const others = forgottenGames().filter((other) => other !== name);
  write(FORGOTTEN, (isForgotten ? [name, ...others] : others).slice(0, GAMES_MAX));
}

/** Where the colors are kept that the person at this browser played, by the room and the number of its game; the latest first. */
const SIDES = 'sides';

const sideName = (room: string, game: number): string => `${room}/${game}`;

function sides(): [string, Color][] {
  const kept = read<unknown>(SIDES, []);
  const isSide = (one: unknown): one is [string, Color] => Array.isArray(one) && typeof one[0] === 'string' && (one[1] === 'black' || one[1] === 'white');
  return Array.isArray(kept) ? kept.filter(isSide) : [];
}

/** Keeps which color the person at this browser has in a game. */
export function rememberSide(room: string, game: number, side: Color): void {
  const name = sideName(room, game);
  const [first] = sides();
  if (first?.[0] === name && first[1] === side) return;
  write(SIDES, [[name, side], ...sides().filter(([other]) => other !== name)].slice(0, GAMES_MAX));
}

/** The color that the person at this browser had in a game, if they had one alone. */
export function sideIn(room: string, game: number): Color | null {
  return sideOf()(room, game);
}

/** Tells of many games what `sideIn` tells of one; what is kept is read once. */
export function sideOf(): (room: string, game: number) => Color | null {
  const kept = new Map(sides());
  return (room, game) => kept.get(sideName(room, game)) ?? null;
}
