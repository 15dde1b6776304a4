// The browser's own memory. It may be full, forbidden or full of nonsense; nothing depends on it.

const PREFIX = 'ponnuki.';

/** How many games are remembered; the oldest are forgotten first. */
const ROOMS_MAX = 60;

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
  write('rooms', [room, ...myRooms().filter((other) => other !== room)].slice(0, ROOMS_MAX));
}

export function forgetRoom(room: string): void {
  write('rooms', myRooms().filter((other) => other !== room));
}
