// Playing on from a position of a record: the reader for one side, the program for the other. What is played
// becomes a variation.

import { otherColor, type Color, type Vertex } from '../wire';
import { choose } from './desk';
import { askedAbout } from './question';
import type { Study } from './study.svelte';

export class Rival {
  /** The side the program plays; null if nobody plays on. */
  color = $state<Color | null>(null);
  isThinking = $state(false);
  /** The node at which the program gave up. */
  gaveUpAt = $state<number | null>(null);
  /** Why it does not answer. */
  silence = $state.raw<unknown>(null);
  #level = 1;
  /** The node where it began. */
  #start = 0;

  constructor(readonly study: Study) {}

  /** The reader plays `own` from here on, against the program at a level. */
  start(own: Color, level: number): void {
    this.color = otherColor(own);
    this.#level = level;
    this.#start = this.study.at;
    this.gaveUpAt = null;
    this.silence = null;
    if (this.isTurn) void this.answer();
  }

  stop(): void {
    this.color = null;
    this.gaveUpAt = null;
    this.silence = null;
  }

  /** Whether both passed, or the program gave up, where one looks. */
  get isOver(): boolean {
    const { path, tree, at } = this.study;
    const haveBothPassed = path.length > 2 && path.slice(-2).every((node) => tree.nodes[node]?.at === 'pass');
    return haveBothPassed || this.gaveUpAt === at;
  }

  /** Whether the program is to move where one looks. */
  get isTurn(): boolean {
    return this.color !== null && !this.isOver && this.study.preview === null && this.study.node.to_move === this.color;
  }

  /** The reader plays at `at`, and has an answer if it is lawful. */
  async play(at: Vertex): Promise<void> {
    if (this.isThinking || this.isOver || this.isTurn) return;
    await this.study.play(at);
    if (this.study.refused === null && this.isTurn) await this.answer();
  }

  /** The program moves, unless somebody went elsewhere meanwhile. */
  async answer(): Promise<void> {
    const { tree, at } = this.study;
    this.isThinking = true;
    this.silence = null;
    try {
      const asked = askedAbout(tree, at);
      const move = await choose(asked.sgf, asked.node, this.#level);
      if (this.study.tree !== tree || this.study.at !== at || !this.isTurn) return;
      if (move === null) this.gaveUpAt = at;
      else await this.study.play(move);
    } catch (error) {
      this.silence = error;
    } finally {
      this.isThinking = false;
    }
  }

  /** Whether there is something to take back. */
  get canTakeBack(): boolean {
    return !this.isThinking && this.#before !== undefined;
  }

  /** Back to where the reader was to move before. The moves stay as a variation. */
  takeBack(): void {
    if (this.#before !== undefined) this.study.go(this.#before);
  }

  /** The node before where the reader was to move, since it began. */
  get #before(): number | undefined {
    const { path, tree } = this.study;
    const since = path.slice(Math.max(0, path.indexOf(this.#start)), -1);
    return since.findLast((node) => tree.nodes[node]?.to_move !== this.color);
  }
}
