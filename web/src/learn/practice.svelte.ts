// One step of a lesson being done. The server judges every move; this only compares what was
// played with what the lesson calls right.

import { lookAt } from '../api';
import type { LessonStep, Position, PositionFace, Vertex } from '../wire';
import { Film } from './film.svelte';

/** How a step stands: to be done, done, or answered wrongly. */
export type Standing = 'open' | 'done' | 'wrong' | 'other';

export class Practice extends Film {
  /** The same board under the other rulebook, where a step counts twice. */
  other = $state.raw<PositionFace | null>(null);
  standing = $state<Standing>('open');
  /** Points worth looking at. */
  readonly marked: Vertex[];
  /** The moves that were right so far: where to go on after a wrong one. */
  #right: Vertex[] = [];

  /** `solution` is what the reader did the step with before, if they did. */
  constructor(
    readonly step: LessonStep,
    solution: Vertex[] | null = null,
  ) {
    super(step.position);
    this.marked = marksOf(step);
    void this.#begin(solution);
  }

  /** The moves that the step was done with; null if it is not done. Of a film that is being shown again there are none. */
  get solution(): Vertex[] | null {
    if (this.standing !== 'done') return null;
    return this.isShowing ? [] : this.moves;
  }

  async #begin(solution: Vertex[] | null): Promise<void> {
    this.standing = this.step.task.type === 'free' || solution !== null ? 'done' : 'open';
    await this.stand(solution ?? []);
    if (this.step.task.type !== 'count') return;
    const { other, dead } = this.step.task;
    this.other = await lookAt({ ...this.position(), rules: other, dead });
    this.standing = 'done';
  }

  /** Takes the wrong move back. */
  async again(): Promise<void> {
    this.standing = 'open';
    await this.stand(this.#right);
  }

  /** The reader plays at `at`, or passes. */
  async play(at: Vertex): Promise<void> {
    const { task } = this.step;
    if (this.isShowing || this.standing === 'wrong' || this.standing === 'other') return;
    const played = [...this.moves, at];
    await this.stand(played);
    // Whoever is to try what is refused and plays elsewhere is told so.
    if (task.type === 'try' && this.standing === 'open') this.standing = 'other';
    if (task.type !== 'play') return;
    const line = task.right.find((line) => startsWith(line, played));
    if (line) return this.#follow(line, played.length);
    const refuted = task.wrong.find((line) => line[0] === at && played.length === 1);
    if (refuted) await this.show(refuted);
    this.standing = refuted ? 'wrong' : 'other';
  }

  /** The reader tries a point that is refused. */
  refuse(at: Vertex): void {
    const { task } = this.step;
    if (task.type === 'try' && task.at === at) this.standing = 'done';
  }

  /** The reader says a number. */
  answer(number: number): void {
    if (this.step.task.type !== 'choose') return;
    this.standing = number === this.step.task.right ? 'done' : 'other';
  }

  /** Shows the film of the step. */
  async watch(): Promise<void> {
    const { task } = this.step;
    if (task.type !== 'watch' || this.isShowing) return;
    await this.stand([]);
    await this.show(task.moves);
    if (task.refused !== null) {
      await this.wait();
      await this.stand([...this.moves, task.refused]);
    }
    this.standing = 'done';
  }

  /** The opponent's answer in a line that is right so far, if there is one. */
  async #follow(line: Vertex[], length: number): Promise<void> {
    const reply = line[length];
    if (reply !== undefined) {
      this.isShowing = true;
      await this.wait();
      this.isShowing = false;
      await this.stand(line.slice(0, length + 1));
    }
    this.#right = line.slice(0, length + 1);
    this.standing = line.length <= length + 1 ? 'done' : 'open';
  }

  protected override position(): Partial<Position> {
    const { task } = this.step;
    return { ...super.position(), dead: task.type === 'count' ? task.dead : [] };
  }
}

function startsWith(line: readonly Vertex[], played: readonly Vertex[]): boolean {
  return played.length <= line.length && played.every((at, i) => line[i] === at);
}

/** The points that a step speaks of. */
function marksOf({ task }: LessonStep): Vertex[] {
  if (task.type === 'play') {
    const isWide = task.captures.length === 0 && task.right.length > 3;
    return isWide ? task.right.flatMap((line) => line.slice(0, 1)) : task.captures;
  }
  if (task.type === 'choose' && task.stone !== null) return [task.stone];
  return [];
}
