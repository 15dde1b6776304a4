// What has happened in a room, told once each, gathered into what a page can show:
// the tree of moves, the talk, the board at any earlier moment. Pure functions.

import type { Color, Announcement, Update, Vertex } from '../wire';
import { spotOf } from './points';

/** A move in the tree. Node 0 is the board before the first move and has no step. */
export interface Step {
  node: number;
  parent: number;
  by: Color;
  at: Vertex;
  lifted: Vertex[];
  leftMs: number | null;
}

export interface Past {
  /** The number of the last event that is in here. */
  seq: number;
  gameNumber: number;
  /** The board before the first move, once a game began. */
  start: string | null;
  steps: ReadonlyMap<number, Step>;
  children: ReadonlyMap<number, readonly number[]>;
  /** Where the game stands. */
  tip: number;
  /** What people said and what there is to tell beside the moves. */
  lines: readonly Announcement[];
}

export const NOTHING: Past = {
  seq: 0,
  gameNumber: 0,
  start: null,
  steps: new Map(),
  children: new Map(),
  tip: 0,
  lines: [],
};

/** A page that is left open for days must not grow for ever. */
export const LINES_MAX = 2_000;

/** What an update tells, without the scene. */
export type Story = Pick<Update, 'seq' | 'after' | 'happened'>;

/** Whether something between `past` and this update was missed. */
export function hasGap(past: Past, story: Story): boolean {
  return story.after > past.seq;
}

/** What is in `story` and not in `past`. */
export function newsIn(past: Past, story: Story): Announcement[] {
  return story.happened.filter((told) => told.seq > past.seq);
}

/** `past` with what was told since. What it has already is passed over. */
export function fold(past: Past, story: Story): Past {
  const from = story.after === 0 ? forgotten(past, story) : past;
  const next = told(from, newsIn(from, story));
  return next.seq < story.seq ? { ...next, seq: story.seq } : next;
}

/** The story begins anew: only what people said before it stays. */
function forgotten(past: Past, story: Story): Past {
  const begin = story.happened[0]?.seq ?? Infinity;
  return { ...NOTHING, lines: past.lines.filter((line) => line.seq < begin) };
}

function told(past: Past, news: readonly Announcement[]): Past {
  if (news.length === 0) return past;
  const next = {
    ...past,
    steps: new Map(past.steps),
    children: new Map(past.children),
    lines: [...past.lines],
  };
  for (const told of news) {
    next.seq = told.seq;
    const { what } = told;
    switch (what.type) {
      case 'began':
        next.gameNumber = what.game_number;
        next.start = what.stones;
        next.steps.clear();
        next.children.clear();
        next.tip = 0;
        next.lines.push(told);
        break;
      case 'moved': {
        const { node, parent, by, at, lifted, left_ms } = what;
        next.steps.set(node, { node, parent, by, at, lifted, leftMs: left_ms ?? null });
        next.children.set(parent, [...(next.children.get(parent) ?? []), node]);
        next.tip = node;
        break;
      }
      case 'undone':
        next.tip = what.to;
        next.lines.push(told);
        break;
      case 'marked':
      case 'proposed':
      case 'opened':
        break;
      default:
        next.lines.push(told);
    }
  }
  if (next.lines.length > LINES_MAX) next.lines.splice(0, next.lines.length - LINES_MAX);
  return next;
}

/** The moves that lead to `node`, the first one first. */
export function lineTo(past: Past, node: number): Step[] {
  const line: Step[] = [];
  for (let step = past.steps.get(node); step; step = past.steps.get(step.parent)) line.push(step);
  return line.reverse();
}

/** The board at `node`, or null if that is not known. */
export function boardAt(past: Past, node: number, width: number, height: number): string | null {
  if (past.start === null) return null;
  const stones = [...past.start];
  for (const step of lineTo(past, node)) {
    const spot = spotOf(step.at, width, height);
    if (spot !== null) stones[spot] = step.by === 'black' ? 'X' : 'O';
    for (const at of step.lifted) {
      const lifted = spotOf(at, width, height);
      if (lifted !== null) stones[lifted] = '.';
    }
  }
  return stones.join('');
}

/** A line of moves in the tree, and the move number of its first one. */
export interface Line {
  depth: number;
  first: number;
  steps: Step[];
}

/** The line that is played, then every line that was taken back, each below where it leaves. */
export function lines(past: Past): Line[] {
  const main = lineTo(past, past.tip);
  const all: Line[] = [{ depth: 0, first: 1, steps: main }];
  const onMain = new Set(main.map((step) => step.node));
  const waiting: { node: number; depth: number; first: number }[] = [];
  const leave = (from: number, stay: number | undefined, depth: number, first: number): void => {
    for (const node of past.children.get(from) ?? []) if (node !== stay) waiting.push({ node, depth, first });
  };
  [0, ...main.map((step) => step.node)].forEach((node, i) => {
    const stay = past.children.get(node)?.find((child) => onMain.has(child));
    leave(node, stay, 1, i + 1);
  });
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const steps: Step[] = [];
    for (let node: number | undefined = next.node; node !== undefined;) {
      const step = past.steps.get(node);
      if (!step) break;
      steps.push(step);
      const stay: number | undefined = past.children.get(node)?.at(-1);
      leave(node, stay, next.depth + 1, next.first + steps.length);
      node = stay;
    }
    all.push({ depth: next.depth, first: next.first, steps });
  }
  return all;
}

/** A move and its number. */
export interface Numbered {
  number: number;
  step: Step;
}

/** A row of a score sheet: a move of Black's, and the one of White's after it. */
export interface Row {
  black: Numbered | null;
  white: Numbered | null;
}

/** A line as on a score sheet. */
export function rows({ first, steps }: Line): Row[] {
  const all: Row[] = [];
  steps.forEach((step, i) => {
    const move = { number: first + i, step };
    const last = all.at(-1);
    if (step.by === 'black') all.push({ black: move, white: null });
    else if (last && last.white === null) last.white = move;
    else all.push({ black: null, white: move });
  });
  return all;
}

/** The node one step further along the line that is played or looked at. */
export function nextNode(past: Past, node: number): number | null {
  const children = past.children.get(node) ?? [];
  const main = new Set(lineTo(past, past.tip).map((step) => step.node));
  return children.find((child) => main.has(child)) ?? children.at(-1) ?? null;
}

/** The node one step back. */
export function previousNode(past: Past, node: number): number | null {
  return past.steps.get(node)?.parent ?? null;
}

/** Another move from the same place: the next (`by` 1) or previous (−1) one, round and round. */
export function siblingNode(past: Past, node: number, by: 1 | -1): number | null {
  const step = past.steps.get(node);
  const siblings = step ? (past.children.get(step.parent) ?? []) : [];
  if (siblings.length < 2) return null;
  const at = siblings.indexOf(node);
  return siblings[(at + by + siblings.length) % siblings.length] ?? null;
}
