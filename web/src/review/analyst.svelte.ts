// What the engine thinks of a record: of all its main line once, or of one position as long as one looks.

import type { FromStudy, JudgedPosition, RecordTree, ReviewedGame } from '../wire';
import { Desk } from './desk';

/** How long a position must be looked at before it is asked about, in milliseconds. */
const PAUSE = 150;

/** Why there is no answer: the server's words, or null if it is not there. */
export interface Silence {
  text: string | null;
}

/** The review of a main line. */
export class Reviewing {
  /** What is thought of the position after so many moves. */
  positions = $state.raw<(JudgedPosition | undefined)[]>([]);
  game = $state.raw<ReviewedGame | null>(null);
  /** How many visits each position was asked to have. */
  visits = 0;
  progress = $state.raw<{ done: number; all: number } | null>(null);
  silence = $state.raw<Silence | null>(null);
  #desk = new Desk(
    (answer) => this.#hear(answer),
    () => this.#end({ text: null }),
  );

  start(tree: RecordTree, visits: number): void {
    this.positions = [];
    this.game = null;
    this.visits = visits;
    this.silence = null;
    this.progress = { done: 0, all: 0 };
    this.#desk.ask({ type: 'review', sgf: tree.sgf, visits });
  }

  stop(): void {
    this.#end(null);
  }

  #hear(answer: FromStudy): void {
    if (answer.type === 'reviewed') {
      const positions = [...this.positions];
      positions[answer.at] = answer.position;
      this.positions = positions;
      this.progress = { done: answer.n_done, all: answer.n_all };
    } else if (answer.type === 'review') {
      this.game = answer.game;
      this.positions = answer.game.positions;
      this.#end(null);
    } else if (answer.type === 'refused') {
      this.#end({ text: answer.text });
    }
  }

  #end(silence: Silence | null): void {
    this.progress = null;
    this.silence = silence;
    this.#desk.close();
  }
}

/** The position that is looked at, thought about while one looks. */
export class Thinking {
  thought = $state.raw<JudgedPosition | null>(null);
  isDone = $state(false);
  silence = $state.raw<Silence | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #desk = new Desk(
    (answer) => this.#hear(answer),
    () => (this.silence = { text: null }),
  );

  look(tree: RecordTree, node: number, visits: number): void {
    this.thought = null;
    this.isDone = false;
    this.silence = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#desk.ask({ type: 'analyse', sgf: tree.sgf, node, visits }), PAUSE);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.thought = null;
    this.silence = null;
    this.#desk.close();
  }

  #hear(answer: FromStudy): void {
    if (answer.type === 'thought') {
      this.thought = answer.position;
      this.isDone = answer.is_last;
    } else if (answer.type === 'refused') {
      this.silence = { text: answer.text };
    }
  }
}
