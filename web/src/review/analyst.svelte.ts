// What the engine thinks of a record: of all its main line once, or of one position as long as one looks.

import type { FromStudy, JudgedPosition, KnownPosition, RecordTree, ReviewedGame } from '../wire';
import { Desk, type Silence } from './desk';
import { type Effort, firstVisits, nextVisits, VISITS_MOST, visitsToBegin } from './effort';
import { keepReview, recallReview, reviewName } from './kept';
import { askedAbout } from './question';
import { childrenOf, lineFrom } from './tree';

/** How long a position must be looked at before it is asked about, in milliseconds. */
const PAUSE = 150;

/** A review in the making is kept after so many more positions. */
const KEEP_EVERY = 10;

/** How many characters of what is known are sent along: the server reads no more than about a million. */
const KNOWN_CHARS_MAX = 800_000;

type Positions = (JudgedPosition | undefined)[];

/**
 * The review of a main line, in one round or in several that each look deeper. The first is shown while it is
 * made; a later one takes the place of the one before when it is done.
 */
export class Reviewing {
  /** What is thought of the position after so many moves. */
  positions = $state.raw<Positions>([]);
  game = $state.raw<ReviewedGame | null>(null);
  effort = $state<Effort>('quick');
  /** How many visits each position has in the round that is made, or was made last. */
  visits = $state(firstVisits('quick'));
  progress = $state.raw<{ done: number; all: number } | null>(null);
  silence = $state.raw<Silence | null>(null);
  /** How many rounds came to their end while the page was open. */
  nRounds = $state(0);
  /** How long the whole round took, or would have taken; in seconds. */
  seconds = $state<number | null>(null);
  #tree: RecordTree | null = null;
  /** What it is kept under. */
  #name = '';
  /** What is thought in a round that is not shown before it is done. */
  #making: Positions | null = null;
  #began = 0;
  #nAnswered = 0;
  #desk = new Desk(
    (answer) => this.#hear(answer),
    (silence) => this.#end(silence),
  );

  /** Takes up what this browser knows of a main line, if it does; what was in the making goes on. */
  recall(tree: RecordTree, main: readonly number[]): boolean {
    const name = reviewName(tree, main);
    const kept = recallReview(name, tree.width * tree.height);
    if (!kept) return false;
    this.#name = name;
    this.effort = kept.effort;
    this.visits = kept.visits;
    this.seconds = kept.seconds;
    this.positions = kept.positions.map((position) => position ?? undefined);
    if (kept.game) this.game = { ...kept.game, positions: kept.positions.filter((position) => position !== null) };
    if (kept.isRunning) this.#begin(tree, this.game ? kept.next : kept.visits);
    return true;
  }

  /** Has a main line judged: from the beginning, or where it was broken off. */
  start(tree: RecordTree, main: readonly number[], effort: Effort): void {
    const name = reviewName(tree, main);
    const isSame = name === this.#name;
    const done = isSame && this.game ? this.visits : null;
    const visits = visitsToBegin(effort, done);
    const isGoingOn = isSame && this.game === null && visits === this.visits;
    if (!isSame) this.game = null;
    if (!isGoingOn && this.game === null) this.positions = [];
    this.#name = name;
    this.effort = effort;
    this.#begin(tree, visits);
  }

  /** Another effort while it is made: what is made goes on if it is part of that, and begins anew if not. */
  turnTo(tree: RecordTree, main: readonly number[], effort: Effort): void {
    const isPart = this.visits >= firstVisits(effort) && (effort === 'endless' || this.visits === firstVisits(effort));
    if (isPart) this.effort = effort;
    else this.start(tree, main, effort);
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

  #begin(tree: RecordTree, visits: number): void {
    this.#tree = tree;
    this.#making = this.game ? [] : null;
    if (!this.#making) this.visits = visits;
    this.#asked = visits;
    this.silence = null;
    this.progress = { done: 0, all: 0 };
    this.#began = performance.now();
    this.#nAnswered = 0;
    const { sgf } = askedAbout(tree, lineFrom(childrenOf(tree.nodes), 0).at(-1) ?? 0);
    this.#desk.ask({ type: 'review', sgf, visits, known: this.#known() });
  }

  /** How many visits the round has that is made. */
  #asked = 0;

  /** What was judged in this round, as far as a question may be long. */
  #known(): KnownPosition[] {
    let left = KNOWN_CHARS_MAX;
    const known = (this.#making ?? this.positions).flatMap((position, at) => (position ? [{ at, position }] : []));
    return known.filter((one) => (left -= JSON.stringify(one).length) >= 0);
  }

  #keep(isRunning: boolean): void {
    const { visits, effort, seconds } = this;
    const positions = Array.from(this.positions, (position) => position ?? null);
    const { positions: _, ...game } = this.game ?? { positions: null };
    const whole = this.game && (game as Omit<ReviewedGame, 'positions'>);
    keepReview(this.#name, { visits, effort, next: this.#asked, seconds, isRunning, positions, game: whole });
  }

  #hear(answer: FromStudy): void {
    if (answer.type === 'reviewed') {
      const positions = [...(this.#making ?? this.positions)];
      positions[answer.at] = answer.position;
      if (this.#making) this.#making = positions;
      else this.positions = positions;
      this.#nAnswered++;
      this.progress = { done: answer.n_done, all: answer.n_all };
      if (!this.#making && answer.n_done % KEEP_EVERY === 0) this.#keep(true);
    } else if (answer.type === 'review') {
      this.#finish(answer.game);
    } else if (answer.type === 'refused') {
      this.#end(answer);
    }
  }

  #finish(game: ReviewedGame): void {
    const perPosition = (performance.now() - this.#began) / 1000 / Math.max(1, this.#nAnswered);
    if (this.#nAnswered > 0) this.seconds = perPosition * game.positions.length;
    this.game = game;
    this.positions = game.positions;
    this.visits = this.#asked;
    this.nRounds++;
    const next = nextVisits(this.effort, this.visits);
    const tree = this.#tree;
    if (next !== null && tree) {
      this.#asked = next;
      this.#keep(true);
      this.#begin(tree, next);
    } else {
      this.#keep(false);
      this.#end(null);
    }
  }

  #end(silence: Silence | null): void {
    this.progress = null;
    this.silence = silence;
    this.#making = null;
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
    (silence) => (this.silence = silence),
  );

  /** Thinks about a node, at most with so many visits: as long as one looks, unless fewer are enough. */
  look(tree: RecordTree, node: number, policy: boolean, visits = VISITS_MOST): void {
    this.thought = null;
    this.isDone = false;
    this.silence = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#desk.ask({ type: 'analyse', ...askedAbout(tree, node), visits, policy }), PAUSE);
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
      this.silence = answer;
    }
  }
}
