// One problem being solved. The server makes every move; this only compares what was played
// with what the problem calls solved, or has it judged.

import { Film } from '../learn/film.svelte';
import type { Vertex } from '../wire';
import type { Grade } from './fsrs';
import { asked, known, type MoveTask, type Verdict } from './judge';
import type { AnyProblem } from './own';

/** How it stands: to be solved, solved, refuted on the board, not it, or shown. */
export type Standing = 'open' | 'solved' | 'wrong' | 'other' | 'shown';

/** Who answers sooner knew it, in milliseconds: a move is seen faster than a board is counted. */
const EASY_MS: Record<AnyProblem['task']['type'], number> = { play: 8_000, find: 15_000, count: 25_000 };

export class Attempt extends Film {
  standing = $state<Standing>('open');
  /** The moves of the solution or the refutation that was shown last. */
  shown = $state.raw<Vertex[]>([]);
  /** How well it was known; null before the end. */
  grade = $state<Grade | null>(null);
  /** Whether the reader asked to be shown it. */
  isGivenUp = false;
  /** Whether somebody thinks about the move. */
  isJudging = $state(false);
  #wrongs = 0;
  readonly #began: number;

  constructor(
    readonly problem: AnyProblem,
    readonly now: () => number = () => performance.now(),
  ) {
    super(problem.position);
    this.#began = now();
  }

  /** Puts the board as it is at the beginning. */
  async restart(): Promise<void> {
    this.standing = 'open';
    this.shown = [];
    await this.stand([]);
  }

  /** The reader plays at `at`. */
  async play(at: Vertex): Promise<void> {
    const { task } = this.problem;
    if (task.type === 'count' || this.isShowing || this.standing !== 'open') return;
    this.isShowing = true;
    await this.stand([at]);
    const { isGood, line } = known(task, at) ?? (await this.#judged(task, at));
    if (isGood) return this.#solve(line);
    this.#wrongs += 1;
    await this.#tell(line);
    this.standing = line.length > 1 ? 'wrong' : 'other';
  }

  /** The reader says by how many points Black is ahead. */
  async answer(lead: number): Promise<void> {
    const { task } = this.problem;
    if (task.type !== 'count' || this.standing === 'solved' || this.standing === 'shown') return;
    if (lead === task.lead) return this.#solve([]);
    this.#wrongs += 1;
    this.standing = 'other';
  }

  /** The reader wants to see it. */
  async giveUp(): Promise<void> {
    if (this.isShowing || this.standing === 'solved' || this.standing === 'shown') return;
    this.isGivenUp = true;
    this.grade ??= 'again';
    this.isShowing = true;
    await this.restart();
    await this.#tell(this.problem.task.type === 'count' ? [] : this.problem.task.line);
    this.standing = 'shown';
  }

  /** What a move is worth of which the problem says nothing. */
  async #judged(task: MoveTask, at: Vertex): Promise<Verdict> {
    if (task.type === 'play') return { isGood: false, line: [at] };
    this.isJudging = true;
    try {
      return await asked(task, at);
    } catch (error) {
      // Nobody knows: it may be tried again.
      this.isShowing = false;
      await this.restart();
      throw error;
    } finally {
      this.isJudging = false;
    }
  }

  async #solve(line: Vertex[]): Promise<void> {
    this.grade ??= this.#graded();
    await this.#tell(line);
    this.standing = 'solved';
  }

  async #tell(line: Vertex[]): Promise<void> {
    await this.show(line);
    this.shown = line;
  }

  #graded(): Grade {
    if (this.#wrongs > 0) return this.#wrongs > 1 ? 'again' : 'hard';
    return this.now() - this.#began < EASY_MS[this.problem.task.type] ? 'easy' : 'good';
  }
}
