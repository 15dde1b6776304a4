// What the engine thinks of a record: of all its main line once, or of one position as long as one looks.

import type { FromStudy, JudgedPosition, KnownPosition, RecordTree, ReviewedGame } from '../wire';
import { Desk } from './desk';
import { keepReview, recallReview, reviewName } from './kept';

/** How long a position must be looked at before it is asked about, in milliseconds. */
const PAUSE = 150;

/** A review in the making is kept after so many more positions. */
const KEEP_EVERY = 10;

/** How many characters of what is known are sent along: the server reads no more than about a million. */
const KNOWN_CHARS_MAX = 800_000;

/** How many visits a position has if nobody wishes otherwise: enough to see a blunder by. */
const VISITS_FIRST = 50;

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
  visits = $state(VISITS_FIRST);
  progress = $state.raw<{ done: number; all: number } | null>(null);
  silence = $state.raw<Silence | null>(null);
  /** What it is kept under. */
  #name = '';
  #desk = new Desk(
    (answer) => this.#hear(answer),
    () => this.#end({ text: null }),
  );

  /** Takes up what this browser knows of a main line; one that was in the making goes on. */
  recall(tree: RecordTree, main: readonly number[]): void {
    const name = reviewName(tree, main);
    const kept = recallReview(name, tree.width * tree.height);
    if (!kept) return;
    this.#name = name;
    this.visits = kept.visits;
    this.positions = kept.positions.map((position) => position ?? undefined);
    if (kept.game) this.game = { ...kept.game, positions: kept.positions.filter((position) => position !== null) };
    else if (kept.isRunning) this.start(tree, main, kept.visits);
  }

  /** Has a main line judged: from the beginning, or where it was broken off. */
  start(tree: RecordTree, main: readonly number[], visits: number): void {
    const name = reviewName(tree, main);
    const isGoingOn = this.game === null && name === this.#name && visits === this.visits;
    if (!isGoingOn) this.positions = [];
    this.#name = name;
    this.game = null;
    this.visits = visits;
    this.silence = null;
    this.progress = { done: 0, all: 0 };
    this.#desk.ask({ type: 'review', sgf: tree.sgf, visits, known: this.#known() });
  }

  stop(): void {
    if (this.progress) this.#keep(false);
    this.#end(null);
  }

  /** The page is left: what is in the making goes on when it is there again. */
  leave(): void {
    if (this.progress) this.#keep(true);
    this.#end(null);
  }

  /** What was judged, as far as a question may be long. */
  #known(): KnownPosition[] {
    let left = KNOWN_CHARS_MAX;
    const known = this.positions.flatMap((position, at) => (position ? [{ at, position }] : []));
    return known.filter((one) => (left -= JSON.stringify(one).length) >= 0);
  }

  #keep(isRunning: boolean): void {
    const positions = Array.from(this.positions, (position) => position ?? null);
    const { positions: _, ...game } = this.game ?? { positions: null };
    keepReview(this.#name, { visits: this.visits, isRunning, positions, game: this.game && (game as Omit<ReviewedGame, 'positions'>) });
  }

  #hear(answer: FromStudy): void {
    if (answer.type === 'reviewed') {
      const positions = [...this.positions];
      positions[answer.at] = answer.position;
      this.positions = positions;
      this.progress = { done: answer.n_done, all: answer.n_all };
      if (answer.n_done % KEEP_EVERY === 0) this.#keep(true);
    } else if (answer.type === 'review') {
      this.game = answer.game;
      this.positions = answer.game.positions;
      this.#keep(false);
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

  look(tree: RecordTree, node: number, visits: number, policy: boolean): void {
    this.thought = null;
    this.isDone = false;
    this.silence = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#desk.ask({ type: 'analyse', sgf: tree.sgf, node, visits, policy }), PAUSE);
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
