// The reader's own mistakes as problems, kept in the browser with the games they come from.

import { read, write } from '../memory';
import type { BookProblem, Color, Position, ProblemEntry, Vertex } from '../wire';

/** A better move to be found, where another was played. */
export interface FindTask {
  type: 'find';
  /** The moves that the review found good enough, the best first. */
  solved: Vertex[];
  /** The best move, and what is expected to follow. */
  line: Vertex[];
  /** The move that was played, and what is expected to follow. */
  wrong: Vertex[][];
  /** The points that it lost. */
  lost: number;
  /** By how many points the player leads after the best move. */
  lead: number;
  /** How many visits that rests on. */
  visits: number;
  /** The game, by its name among those that are kept. */
  game: string;
  /** The node where the move is to be found, by its number in that game. */
  node: number;
}

/** A mistake of the reader's. */
export interface OwnProblem {
  id: string;
  kind: 'own';
  difficulty: number;
  /** The game up to here. */
  position: Position;
  /** What stands there. */
  stones: string;
  /** Who is to move there. */
  turn: Color;
  task: FindTask;
}

/** A problem of the book or one's own. */
export type AnyProblem = BookProblem | OwnProblem;

/** One of which the board may still have to be asked for. */
export type AnyEntry = ProblemEntry | OwnProblem;

/** The mistakes that are kept, the latest first, and the games they come from, as SGF. */
export interface Own {
  problems: OwnProblem[];
  games: Record<string, string>;
}

/** How many mistakes are kept: more than anybody trains on; the oldest go first. */
export const OWN_MAX = 200;

/** How many moves of a continuation are shown: what comes later is only guessed. */
export const LINE_MAX = 6;

/** A move is good enough that loses no more than this, in points. */
const SLACK_MIN = 1;

/** And where the mistake was large, no more than this part of it. */
const SLACK_PART = 0.25;

const KEY = 'own';

/** How many points a move may lose and still be taken for an answer. */
export function slackOf(lost: number): number {
  return Math.max(SLACK_MIN, lost * SLACK_PART);
}

/** A name made of a text: the same for the same text, another for another. */
export function nameOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b) ^ (b >>> 13);
  }
  return [a, b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The mistakes of this browser; what is none is passed over. */
export function readOwn(): Own {
  const kept = read<Partial<Own> | null>(KEY, null);
  const games = typeof kept?.games === 'object' && kept.games !== null ? kept.games : {};
  const problems = Array.isArray(kept?.problems) ? kept.problems : [];
  return { problems: problems.filter((own) => isOwn(own) && typeof games[own.task.game] === 'string'), games };
}

/** Keeps `problems` of the game `sgf` beside what is kept; whether the browser has room for them. */
export function keepOwn(sgf: string, problems: readonly OwnProblem[]): boolean {
  const kept = readOwn();
  const names = new Set(problems.map(({ id }) => id));
  const games = { ...kept.games, ...Object.fromEntries(problems.map(({ task }) => [task.game, sgf])) };
  writeOwn({ problems: [...problems, ...kept.problems.filter(({ id }) => !names.has(id))].slice(0, OWN_MAX), games });
  const there = new Set(readOwn().problems.map(({ id }) => id));
  return problems.every(({ id }) => there.has(id));
}

/** Keeps a mistake no longer. */
export function forgetOwn(id: string): void {
  const { problems, games } = readOwn();
  writeOwn({ problems: problems.filter((own) => own.id !== id), games });
}

/** A game stays as long as a problem is from it. */
function writeOwn({ problems, games }: Own): void {
  const used = new Set(problems.map(({ task }) => task.game));
  write(KEY, { problems, games: Object.fromEntries(Object.entries(games).filter(([name]) => used.has(name))) });
}

function isOwn(kept: unknown): kept is OwnProblem {
  if (typeof kept !== 'object' || kept === null) return false;
  const { id, kind, position, stones, turn, task } = kept as Partial<OwnProblem>;
  if (kind !== 'own' || (turn !== 'black' && turn !== 'white') || typeof id !== 'string' || typeof stones !== 'string') return false;
  if (typeof position !== 'object' || position === null || typeof task !== 'object' || task === null) return false;
  const areLines = [task.solved, task.line, task.wrong].every(Array.isArray);
  return areLines && [task.lost, task.lead, task.visits, task.node].every(Number.isFinite);
}
