// The positions on which the five rulebooks are compared: what stands there, what is tried, and
// what is read off the server's answers. Nothing here says what an answer is.

import type { Color, Position, RulesPage } from '../wire';

/** A part of a question to the server; the rulebook comes on top. */
export type Line = Partial<Omit<Position, 'rules'>>;

/** What is read off an answer. */
export type Fact =
  /** Whether the last move may be made. */
  | 'legal'
  /** Who is to move. */
  | 'turn'
  /** Whether there is such a game at all. */
  | 'exists'
  /** Whether play has stopped. */
  | 'stage'
  /** The stones handed over for passes. */
  | 'handed'
  /** The stones taken off as dead. */
  | 'removed'
  /** Who wins. */
  | 'result'
  | 'komi'
  | 'blackTerritory'
  | 'whiteTerritory'
  /** The stones on the board. */
  | 'stones'
  /** The turns that White has to pass. */
  | 'owed';

export interface Case {
  id: CaseId;
  /** What stands on the board when the page opens. */
  start: Line;
  /** The laws that decide it, by the server's topics. */
  topics: string[];
  /** What may be tried with one press, by name; the reader may try everything else too. */
  lines: Record<string, Line>;
  /** What else the table asks about. */
  beside: Record<string, Line>;
  /** The columns of the table: a line, and what is read off it. */
  columns: { of: string; fact: Fact }[];
  /** Rulebooks to compare with, beside the five. */
  others: string[];
}

/** All boards are of a size that every one of the five is for. */
const SIDE = 9;

/** A drawn board, as the server reads it. */
function drawn(rows: string, to_move: Color): Line {
  return { width: SIDE, stones: rows.replace(/\s/g, ''), to_move };
}

/** A line that is only moves. */
function moves(text: string): Line {
  return { moves: text.split(' ') };
}

const FINISHED = `
  . . . . X O . . .
  . . . . X O . . .
  . . . . X O . . .
  . . . X X O . . .
  . . . X O O . . .
  . . . . X O . . .
  . . . . X O . . .
  . . . . X O . . .
  . . . . X O . . .`;

const FIRST = {
  start: { width: SIDE },
  topics: ['first_move', 'board'],
  lines: {},
  beside: { empty: {}, small: { width: 5 } },
  columns: [
    { of: 'empty', fact: 'turn' },
    { of: 'small', fact: 'exists' },
  ],
  others: [],
} satisfies Omit<Case, 'id'>;

const SUICIDE = {
  start: drawn(
    `
    . X O . . . . . .
    O O O . . . . . .
    . . . . . . . . .
    . . . . O . . . .
    . . . O . O . . .
    . . . . O . . . .
    . . . . . . X O .
    . . . . . X O . O
    . . . . . . X O .`,
    'black',
  ),
  topics: ['suicide', 'repetition'],
  lines: { several: moves('A9'), one: moves('E5'), capture: moves('H2') },
  beside: {},
  columns: [
    { of: 'several', fact: 'legal' },
    { of: 'one', fact: 'legal' },
    { of: 'capture', fact: 'legal' },
  ],
  others: [],
} satisfies Omit<Case, 'id'>;

const KO = {
  start: {
    ...drawn(
      `
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .
      . . X . . O . . .
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .
      . . . X O . . . .`,
      'white',
    ),
    moves: ['D5', 'E5'],
  },
  topics: ['repetition'],
  lines: { once: moves('D5 E5 D5'), later: moves('D5 E5 H5 B5 D5') },
  beside: {},
  columns: [
    { of: 'once', fact: 'legal' },
    { of: 'later', fact: 'legal' },
  ],
  others: [],
} satisfies Omit<Case, 'id'>;

/** Black gives two stones and takes one back: three moves, and the board is as it was. */
const SENT = `
  . . . O X . . . .
  . . . O X . . . .
  . . . O X . . . .
  . . . O X . . . .
  . . . O X . . . .
  . . . O X . . . .
  . O O O X . . . .
  O O X X X . . . .
  . X . X . . . . .`;

const SENDING = {
  start: { ...drawn(SENT, 'black'), moves: ['A1', 'C1'] },
  topics: ['repetition'],
  lines: {
    began: { to_move: 'black', moves: ['A1', 'C1', 'B1'] },
    passed: { to_move: 'white', moves: ['pass', 'A1', 'C1', 'B1'] },
  },
  beside: {},
  columns: [
    { of: 'began', fact: 'legal' },
    { of: 'passed', fact: 'legal' },
  ],
  others: [],
} satisfies Omit<Case, 'id'>;

/** Three kos; after White's stone on the side the two go round once, and D8 closes the circle. */
const TRIPLE = {
  start: {
    ...drawn(
      `
      . . . X O . . . .
      . . X O . O . . .
      . . . X O . . . .
      . . . X O . . . .
      . . X O . O . . .
      . . . X O . . . .
      . . . X O . . . .
      . . X . X O . . .
      . . . X O . . . .`,
      'white',
    ),
    moves: ['H5'],
  },
  topics: ['repetition'],
  lines: { round: moves('H5 E5 D2 E8 D5 E2 D8') },
  beside: {},
  columns: [{ of: 'round', fact: 'legal' }],
  others: [],
} satisfies Omit<Case, 'id'>;

const PASSES = {
  start: drawn(FINISHED, 'white'),
  topics: ['passing', 'stopping'],
  lines: { two: moves('pass pass'), three: moves('pass pass pass') },
  beside: {},
  columns: [
    { of: 'two', fact: 'stage' },
    { of: 'three', fact: 'handed' },
  ],
  others: [],
} satisfies Omit<Case, 'id'>;

const DEAD = {
  start: {
    ...drawn(
      `
      . . . . X O . . .
      . . . . X O . . .
      . . O . X O . . .
      . . O X X O . . .
      . . . X O O . . .
      . . . . X O . X .
      . . . . X O . . .
      . . . . X O . . .
      . . . . X O . . .`,
      'black',
    ),
    komi: 0,
  },
  topics: ['dead_stones'],
  lines: { both: { moves: ['pass', 'pass'], dead: ['C7', 'C6', 'H4'] } },
  beside: {},
  columns: [
    { of: 'both', fact: 'removed' },
    { of: 'both', fact: 'result' },
  ],
  others: [],
} satisfies Omit<Case, 'id'>;

/** Each captures one stone; Black is seven points ahead on the board. */
const COUNT = {
  start: drawn(
    `
    . . . . X O . . X
    . . . . X O . . O
    . . . . X O . . .
    . . . X X O . . .
    . . . X O O . . .
    . . . . X O . . .
    . . . . X O . . .
    X . . . X O . . .
    O . . . X O . . .`,
    'black',
  ),
  topics: ['score', 'komi'],
  lines: { both: moves('B1 H9 pass pass'), inside: moves('B1 H9 B5 pass pass pass') },
  beside: {},
  columns: [
    { of: 'both', fact: 'komi' },
    { of: 'both', fact: 'result' },
    { of: 'inside', fact: 'result' },
  ],
  others: [],
} satisfies Omit<Case, 'id'>;

const SEKI = {
  start: {
    ...drawn(
      `
      . . . O X . . . .
      . . . O X . . . .
      . . . O X . . . .
      . . . O X . . . .
      . . . O X . . . .
      . . . O X . . . .
      O O O X X X . . .
      X X X O O O X . .
      . X . O . O X . .`,
      'black',
    ),
    komi: 0,
  },
  topics: ['seki'],
  lines: { both: moves('pass pass') },
  beside: {},
  columns: [
    { of: 'both', fact: 'blackTerritory' },
    { of: 'both', fact: 'whiteTerritory' },
    { of: 'both', fact: 'result' },
  ],
  others: ['japanese'],
} satisfies Omit<Case, 'id'>;

const HANDICAP = {
  start: { width: SIDE, handicap: 3 },
  topics: ['handicap'],
  lines: { stone: moves('E5') },
  beside: { begin: {} },
  columns: [
    { of: 'begin', fact: 'stones' },
    { of: 'begin', fact: 'turn' },
    { of: 'stone', fact: 'owed' },
  ],
  others: [],
} satisfies Omit<Case, 'id'>;

/** Every case by name, in the order of the page. */
export const BY_ID = {
  first: FIRST,
  suicide: SUICIDE,
  ko: KO,
  sending: SENDING,
  triple: TRIPLE,
  passes: PASSES,
  dead: DEAD,
  count: COUNT,
  seki: SEKI,
  handicap: HANDICAP,
};

export type CaseId = keyof typeof BY_ID;

export const CASES: Case[] = (Object.keys(BY_ID) as CaseId[]).map((id) => ({ id, ...BY_ID[id] }));

/** The line of that name. */
export function lineOf({ lines, beside }: Case, name: string): Line {
  return lines[name] ?? beside[name] ?? {};
}

/** What has to be known of a rulebook to ask about it. */
export type Rulebook = Pick<RulesPage, 'name' | 'removes_dead' | 'sizes'>;

/** The question whether a line can be played under a rulebook. Stones are called dead only where some are removed. */
export function questionFor({ start }: Case, line: Line, rules: Rulebook): Partial<Position> {
  const question = { ...start, ...line, rules: rules.name };
  return { ...question, dead: rules.removes_dead ? (question.dead ?? []) : [] };
}
