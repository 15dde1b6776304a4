// A record that somebody walks through and writes in. The server judges what is played.

import { editRecord, lookAt, Refusal } from '../api';
import { drop, keeps } from '../memory';
import { spotOf } from '../room/points';
import { otherColor, type Color, type ListedGame, type Position, type RecordEdit, type RecordTree, type Vertex } from '../wire';
import { branchAt, branchesOf } from './branches';
import { editsFor, type Tool } from './marks';
import type { Source } from './source';
import { childrenOf, lineFrom, linesOf, pathTo, stonesAt } from './tree';

/** Where the record in work is remembered. */
export const KEPT = 'review';

/** What is remembered of the record in work. */
export interface Kept {
  sgf: string;
  at: number;
  /** The color that the reader played, if that is known. */
  own?: Color | null;
  /** What the file is called that it came from. */
  name?: string | null;
  /** Which game of the file it is, counted from 1, if that has several. */
  number?: number | null;
  /** What the file is called on the shelf, if that has several. */
  shelf?: string | null;
}

/** A record longer than this is not kept: browsers give some five million characters to everything. */
const KEPT_CHARS_MAX = 2_000_000;

/** The file that a record came from. */
export interface Origin {
  name: string | null;
  number: number | null;
  /** The file itself and the games in it, as long as the page has them. */
  source: Source | null;
  games: ListedGame[];
  nGames: number;
  /** What a file with several games is called where the browser keeps it (`shelf.ts`). */
  shelf: string | null;
}

/** A record that came from no file. */
export const NO_FILE: Origin = { name: null, number: null, source: null, games: [], nGames: 1, shelf: null };

/** How many changes can be taken back. */
const PAST_MAX = 100;

/** A continuation that is looked at without being part of the record. */
export interface Preview {
  /** The node it begins after. */
  after: number;
  moves: Vertex[];
  /** The stones before the first move and after each. */
  boards: string[];
  /** How many of the moves are shown. */
  shown: number;
}

export class Study {
  tree = $state.raw() as RecordTree;
  at = $state(0);
  preview = $state.raw<Preview | null>(null);
  /** Why the last wish was not done. */
  refused = $state.raw<unknown>(null);
  /** Whether the browser keeps it. */
  isKept = $state(true);
  #past = $state.raw<{ tree: RecordTree; at: number }[]>([]);
  /** For a node with several that follow, the one that was looked at. */
  #chosen = new Map<number, number>();
  #queue: Promise<void> = Promise.resolve();
  /** How many changes are waited for. */
  #nWaiting = 0;

  readonly children = $derived(childrenOf(this.tree.nodes));
  readonly main = $derived(lineFrom(this.children, 0));
  readonly lines = $derived(linesOf(this.children));
  readonly node = $derived(this.tree.nodes[this.at] ?? this.tree.nodes[0]!);
  readonly path = $derived(pathTo(this.tree.nodes, this.at));
  readonly stones = $derived(stonesAt(this.tree, this.at));
  readonly siblings = $derived(this.node.parent === null ? [] : (this.children[this.node.parent] ?? []));
  /** The ways on, if there are several. */
  readonly branches = $derived(branchesOf(this.tree, this.children, this.at));
  readonly isOnMain = $derived(this.main.includes(this.at));
  readonly canUndo = $derived(this.#past.length > 0);

  /** Whether it was just brought here, and nobody looked at a certain node of it before. */
  readonly isNew: boolean;

  constructor(
    tree: RecordTree,
    at?: number,
    /** The color that the reader played, if that is known. */
    readonly own: Color | null = null,
    readonly origin: Origin = NO_FILE,
  ) {
    this.tree = tree;
    this.isNew = at === undefined;
    this.at = at !== undefined && at < tree.nodes.length ? at : tree.at;
  }

  /** Shows a node. */
  go(node: number): void {
    this.refused = null;
    this.preview = null;
    this.at = node;
    for (const own of pathTo(this.tree.nodes, node)) {
      const parent = this.tree.nodes[own]?.parent;
      if (parent != null) this.#chosen.set(parent, own);
    }
    this.#keep();
  }

  /** Goes `count` nodes on, or back; within the continuation that is looked at, if there is one. */
  step(count: number): void {
    if (this.preview) return this.#stepPreview(count);
    let node = this.at;
    for (let i = 0; i < Math.abs(count); i++) {
      const next = count < 0 ? this.tree.nodes[node]?.parent : this.#after(node);
      if (next == null) break;
      node = next;
    }
    this.go(node);
  }

  /** Goes to the first or the last node of the line. */
  end(side: 'first' | 'last'): void {
    this.preview = null;
    this.step(side === 'first' ? -this.tree.nodes.length : this.tree.nodes.length);
  }

  /** Goes to another move in the same place. */
  aside(by: 1 | -1): void {
    const node = this.siblings[this.siblings.indexOf(this.at) + by];
    if (node !== undefined) this.go(node);
  }

  /** Plays at `at`, or passes: another variation, unless it is there already. */
  play(at: Vertex): Promise<void> {
    const { preview } = this;
    if (preview) return this.#edit(() => lineOf(preview, at));
    const there = branchAt(this.tree, this.children, this.at, at);
    if (there !== undefined && !this.#isBusy) return Promise.resolve(this.go(there));
    return this.#edit(() => ({ type: 'play', node: this.at, at }));
  }

  comment(node: number, text: string): Promise<void> {
    return this.#edit(() => ({ type: 'comment', node, text }));
  }

  /** Puts a sign or a text on a point, or takes it away. */
  mark(tool: Tool, at: Vertex): Promise<void> {
    return this.#edit(() => editsFor(this.node, this.at, tool, at));
  }

  remove(): Promise<void> {
    return this.#edit(() => ({ type: 'remove', node: this.at }));
  }

  promote(): Promise<void> {
    return this.#edit(() => ({ type: 'promote', node: this.at }));
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#turn(before.tree, before.at);
  }

  /** Shows what `moves` after a node would lead to. */
  async show(after: number, moves: readonly Vertex[]): Promise<void> {
    const { tree } = this;
    const { width, height } = tree;
    try {
      const face = await lookAt(positionAt(tree, after, moves));
      if (this.tree !== tree) return;
      const boards = [stonesAt(tree, after)];
      for (const { at, by, lifted } of face.steps) boards.push(placed(boards.at(-1)!, width, height, { at, by, lifted }));
      this.preview = { after, moves: moves.slice(0, face.steps.length), boards, shown: Math.min(1, face.steps.length) };
    } catch (error) {
      this.refused = error;
    }
  }

  /** Takes the continuation that is looked at into the record. */
  async adopt(): Promise<void> {
    const { preview } = this;
    if (preview) await this.#edit(() => lineOf(preview));
  }

  /** Who is to move on the board that is shown. */
  get toMove(): Color {
    const { preview } = this;
    if (!preview) return this.node.to_move;
    const first = this.tree.nodes[preview.after]?.to_move ?? 'black';
    return preview.shown % 2 === 0 ? first : otherColor(first);
  }

  #stepPreview(count: number): void {
    const { preview } = this;
    if (!preview) return;
    const shown = Math.max(0, Math.min(preview.moves.length, preview.shown + count));
    this.preview = { ...preview, shown };
  }

  #after(node: number): number | undefined {
    const next = this.children[node] ?? [];
    const chosen = this.#chosen.get(node);
    return chosen !== undefined && next.includes(chosen) ? chosen : next[0];
  }

  /** One change after the other: each is about the record that the one before left. */
  #edit(wish: () => RecordEdit | RecordEdit[]): Promise<void> {
    this.#nWaiting++;
    this.#queue = this.#queue.then(() => this.#do([wish()].flat())).finally(() => this.#nWaiting--);
    return this.#queue;
  }

  get #isBusy(): boolean {
    return this.#nWaiting > 0;
  }

  /** Makes changes that are taken back together. */
  async #do(edits: readonly RecordEdit[]): Promise<void> {
    this.refused = null;
    const before = { tree: this.tree, at: this.at };
    try {
      let { tree } = before;
      for (const edit of edits) tree = await editRecord(tree.sgf, edit);
      if (tree.sgf !== before.tree.sgf) this.#past = [...this.#past, before].slice(-PAST_MAX);
      this.#turn(tree, edits.every(isWriting) ? this.at : tree.at);
    } catch (error) {
      const [edit] = edits;
      this.refused = edit?.type === 'play' ? ((await lawAgainst(before.tree, edit.node, edit.at)) ?? error) : error;
    }
  }

  #turn(tree: RecordTree, at: number): void {
    if (tree.nodes.length !== this.tree.nodes.length) this.#chosen.clear();
    this.tree = tree;
    this.go(at);
  }

  #keep(): void {
    const { name, number, shelf } = this.origin;
    const { sgf } = this.tree;
    this.isKept = sgf.length <= KEPT_CHARS_MAX && keeps(KEPT, { sgf, at: this.at, own: this.own, name, number, shelf } satisfies Kept);
    // What cannot be kept is not to be mistaken for the one before.
    if (!this.isKept) drop(KEPT);
  }
}

/** Whether a change leaves the nodes and their numbers as they are, so that one may look at any of them meanwhile. */
function isWriting({ type }: RecordEdit): boolean {
  return type === 'comment' || type === 'mark' || type === 'label';
}

/** The wish to add what is shown of a continuation, and perhaps a move of one's own. */
function lineOf({ after, moves, shown }: Preview, own?: Vertex): RecordEdit {
  return { type: 'line', node: after, moves: own === undefined ? moves : [...moves.slice(0, shown), own] };
}

/** The board after what the server says a move did. */
function placed(stones: string, width: number, height: number, step: { at: Vertex; by: Color; lifted: Vertex[] }): string {
  const signs = [...stones];
  const spot = spotOf(step.at, width, height);
  if (spot !== null) signs[spot] = step.by === 'black' ? 'X' : 'O';
  for (const at of step.lifted) signs[spotOf(at, width, height) ?? -1] = '.';
  return signs.join('');
}

/** The stones at a node, and moves made from there. */
function positionAt(tree: RecordTree, node: number, moves: readonly Vertex[]): Position {
  const { rules, width, height, komi } = tree;
  const to_move = tree.nodes[node]?.to_move ?? null;
  return { rules, width, height, komi, handicap: 0, stones: stonesAt(tree, node), to_move, moves: [...moves], dead: [] };
}

/** The law that a move would break, if the server can name it. */
async function lawAgainst(tree: RecordTree, node: number, at: Vertex): Promise<Refusal | null> {
  const made = pathTo(tree.nodes, node).flatMap((own) => tree.nodes[own]?.at ?? []);
  const face = await lookAt(positionAt(tree, 0, [...made, at])).catch(() => null);
  const law = face?.refused;
  return law && law.index === made.length ? new Refusal(law.code, law.text, 0) : null;
}
