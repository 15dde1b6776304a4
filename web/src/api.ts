// Asking the server over HTTP.

import type {
  Attendance,
  BookProblem,
  Course,
  Link,
  NewRoom,
  OpenedRoom,
  Position,
  PositionFace,
  Problem,
  ProblemBook,
  ProblemIndex,
  Reach,
  RecordEdit,
  RecordTree,
  Reply,
  RoomList,
  RoomSummary,
  Scene,
  ServerFacts,
} from './wire';

/** The server's own words why not, or `offline` if it could not be asked. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  if (body === undefined) return request(path, { method });
  return request(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const answer = await fetch(path, init).catch(() => {
    throw new Refusal('offline', 'the server does not answer', 0);
  });
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refusal(problem?.code ?? 'failed', problem?.text ?? answer.statusText, answer.status);
}

const roomPath = (room: string, rest = ''): string => `/api/rooms/${encodeURIComponent(room)}${rest}`;

let facts: Promise<ServerFacts> | undefined;

/** What the server can do; asked once. */
export function serverFacts(): Promise<ServerFacts> {
  facts ??= ask<ServerFacts>('GET', '/api/server').catch((error: unknown) => {
    facts = undefined;
    throw error;
  });
  return facts;
}

/** How far links from here reach; asked each time, because a laptop changes its network. */
export function reachOfLinks(): Promise<Reach> {
  return ask('GET', '/api/reach');
}

/** Has the server listen in its network as well; only for those at its own computer. */
export function letNetworkIn(): Promise<Reach> {
  return ask('POST', '/api/reach');
}

/** How many people are at the boards now. */
export function attendance(): Promise<Attendance> {
  return ask('GET', '/api/attendance');
}

let course: Promise<Course> | undefined;

/** The lessons; asked once. */
export function lessons(): Promise<Course> {
  course ??= ask<Course>('GET', '/api/lessons').catch((error: unknown) => {
    course = undefined;
    throw error;
  });
  return course;
}

let index: Promise<ProblemIndex> | undefined;

/** Which problems there are; asked once. */
export function problemIndex(): Promise<ProblemIndex> {
  index ??= ask<ProblemIndex>('GET', '/api/problems').catch((error: unknown) => {
    index = undefined;
    throw error;
  });
  return index;
}

/** The problems of these names, at most forty; without those that there are not. */
export async function problemsNamed(ids: readonly string[]): Promise<BookProblem[]> {
  if (ids.length === 0) return [];
  return (await ask<ProblemBook>('GET', `/api/problems/${ids.map(encodeURIComponent).join(',')}`)).problems;
}

/** What stands on a board after some moves. */
export function lookAt(position: Partial<Position>): Promise<PositionFace> {
  return ask('POST', '/api/study/position', position);
}

/** A record as a tree, with something changed in it. */
export function editRecord(sgf: string, edit: RecordEdit | null = null): Promise<RecordTree> {
  return ask('POST', '/api/study/record', { sgf, edit });
}

/** Whether the server answers at all. */
export function isThere(): Promise<boolean> {
  return ask<ServerFacts>('GET', '/api/server').then(
    () => true,
    () => false,
  );
}

export function openRoom(wish: NewRoom): Promise<OpenedRoom> {
  return ask('POST', '/api/rooms', wish);
}

/** How many rooms can be asked for at once; must not exceed `IDS_MAX` of crates/server. */
export const ROOMS_AT_ONCE = 200;

/** The rooms of these that exist, the last to change first; `ids` are at most `ROOMS_AT_ONCE`. */
export async function roomSummaries(ids: string[]): Promise<RoomSummary[]> {
  if (ids.length === 0) return [];
  return (await ask<RoomList>('GET', `/api/rooms?ids=${ids.map(encodeURIComponent).join(',')}`)).rooms;
}

export function roomExists(room: string): Promise<boolean> {
  return ask<{ scene: Scene }>('GET', roomPath(room)).then(
    () => true,
    (error: unknown) => !(error instanceof Refusal && error.status === 404),
  );
}

export function join(room: string, invite: string, name: string): Promise<void> {
  return ask('POST', roomPath(room, '/join'), { invite, name });
}

export function takeSeat(room: string, token: string): Promise<void> {
  return ask('POST', roomPath(room, '/seat'), { token });
}

export function inviteLink(room: string): Promise<Link> {
  return ask('GET', roomPath(room, '/invite'));
}

export function handoffLink(room: string): Promise<Link> {
  return ask('GET', roomPath(room, '/handoff'));
}

/** How often, and how far apart, a sign-out whose answer was lost is asked for again. */
const SIGN_OUT_TRIES = 5;
const SIGN_OUT_PAUSE_MS = 2_000;

/**
 * Keeps the seat on this device alone; connections from before are closed. The key from before
 * is worth nothing once the server has heard this, so if the answer is lost it is asked for
 * again, with a secret that nobody else knows.
 */
export async function signOutOthers(room: string): Promise<void> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  for (let n = 1; ; n++) {
    try {
      return await ask('POST', roomPath(room, '/signout'), { secret });
    } catch (error) {
      const isLost = error instanceof Refusal && error.code === 'offline';
      if (!isLost || n === SIGN_OUT_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, SIGN_OUT_PAUSE_MS));
    }
  }
}

/** What comes of a line that is typed in a room. */
export function sayLine(room: string, line: string, language: string): Promise<Reply> {
  return ask('GET', roomPath(room, `/say?line=${encodeURIComponent(line)}&language=${language}`));
}

/** A picture of how a game of a room stands, or stood at its end. */
export function picturePath(room: string, gameNumber: number, theme: string): string {
  return `/game/${encodeURIComponent(room)}.svg?game=${gameNumber}&size=240&theme=${theme}`;
}

export function sgfPath(room: string, gameNumber: number): string {
  return roomPath(room, `/games/${gameNumber}.sgf`);
}

/** A game of a room, as SGF. */
export async function roomSgf(room: string, gameNumber: number): Promise<string> {
  const answer = await fetch(sgfPath(room, gameNumber)).catch(() => {
    throw new Refusal('offline', 'the server does not answer', 0);
  });
  if (!answer.ok) throw new Refusal('not_found', answer.statusText, answer.status);
  return answer.text();
}
