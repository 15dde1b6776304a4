// The page of a room as a person uses it: what is looked at, what may be done, what is asked.

import type { BoardProps, Mark, Spot } from '../board/types';
import { pointName } from '../board/points';
import { settings } from '../settings.svelte';
import { toasts } from '../toasts.svelte';
import type { Ask, Color, Estimate, IfPassed, Scene, Seat } from '../wire';
import { refusedText } from '../words/refused';
import { w } from '../words/words.svelte';
import type { RoomClient } from './client.svelte';
import { boardAt, lineTo, nextNode, previousNode, siblingNode } from './fold';
import { Help } from './help/help.svelte';
import { spotOf, spotsOf } from './points';
import { describePoint, isBetweenPeople, isTurnOf, looksAccidental, seatOf } from './scene';

/** A question to be answered before something is done. */
export interface Question {
  title: string;
  lead: string;
  yes: string;
  isDangerous?: boolean;
  act: () => void;
}

const NOBODY: ReadonlySet<number> = new Set();
const JUMP = 10;

/** The stones on the board that did not live to be counted. */
function removed(stones: string, living: string): ReadonlySet<number> {
  return new Set([...stones].flatMap((stone, spot) => (stone !== '.' && living[spot] === '.' ? [spot] : [])));
}

export class Table {
  /** The node that is looked at instead of the game as it stands. */
  looking = $state<number | null>(null);
  /** Shown beside the earlier board when it was asked for because of a repetition. */
  isRepetition = $state(false);
  /** The last estimate, and the node it is of. */
  estimate = $state.raw<{ of: number; guess: Estimate } | null>(null);
  isEstimating = $state(false);
  question = $state.raw<Question | null>(null);
  /** The node at which a pass waits for a look at what would be counted. */
  passing = $state<number | null>(null);
  /** The last time that the opponent did not agree to take back: who, and at which node. */
  declined = $state.raw<{ by: Seat; node: number } | null>(null);
  /** A move that waits to be confirmed. */
  aimed = $state<Spot | null>(null);
  readonly help: Help;
  #lastTouch = false;

  constructor(
    readonly client: RoomClient,
    readonly scene: () => Scene,
  ) {
    this.help = new Help(client, scene);
  }

  get seats(): Seat[] {
    return this.client.seats;
  }

  get isLive(): boolean {
    return this.client.link === 'live';
  }

  get isSeated(): boolean {
    return this.seats.length > 0;
  }

  get isShared(): boolean {
    return this.seats.length > 1;
  }

  get isMyTurn(): boolean {
    return isTurnOf(this.scene(), this.seats);
  }

  /** The colour a stone put down now would have, or null if none may be put down. */
  get toPlay(): Color | null {
    const isNow = this.isLive && this.looking === null && this.isMyTurn;
    return isNow && this.scene().must_pass === null ? this.scene().to_move : null;
  }

  get canMark(): boolean {
    return this.isLive && this.isSeated && this.looking === null && this.scene().stage === 'stopped';
  }

  forbidden = $derived.by(() => {
    const { board, forbidden } = this.scene();
    const reasons = new Map<Spot, string>();
    for (const { at, code } of forbidden) {
      const spot = spotOf(at, board.width, board.height);
      const why = at === board.ko ? w().forbidden.ko : w().forbidden[code];
      if (spot !== null) reasons.set(spot, why);
    }
    return reasons;
  });

  chains = $derived.by(() => {
    const { board } = this.scene();
    return board.chains.map(({ stones, liberties }) => ({ stones: spotsOf(stones, board.width, board.height), liberties }));
  });

  dead: ReadonlySet<number> = $derived.by(() => {
    const { agreement, board, score } = this.scene();
    if (agreement) return new Set(spotsOf(agreement.dead, board.width, board.height));
    return score ? removed(board.stones, score.stones) : NOBODY;
  });

  /** Everything the board is to draw. */
  face = $derived.by((): BoardProps => {
    const scene = this.scene();
    const { width, height } = scene.board;
    const common = {
      width,
      height,
      coordinates: settings.coordinates,
      animate: settings.animations,
      theme: settings.board,
      texts: w().tap,
      label: w().room.board,
    };
    return this.looking === null ? { ...common, ...this.#now(scene) } : { ...common, ...this.#then(scene, this.looking) };
  });

  #now(scene: Scene): Omit<BoardProps, 'width' | 'height' | 'label'> {
    const { board, agreement, score } = scene;
    const spot = (at: string | null): Spot | null => (at === null ? null : spotOf(at, board.width, board.height));
    const estimate = this.shownEstimate;
    const territory = estimate ? undefined : (this.shownEnd ?? agreement ?? { score }).score?.territory;
    const last = spot(board.last);
    const told = { ...board, chains: this.chains, last, dead: this.dead, forbidden: this.forbidden, territory };
    return {
      stones: board.stones,
      toPlay: this.toPlay,
      forbidden: this.forbidden,
      last,
      ko: spot(board.ko),
      chains: this.chains,
      dead: this.dead as Set<number>,
      territory,
      ownership: estimate?.ownership.map((n) => n / 100),
      marks: this.#marks(spot),
      mode: this.canMark ? 'mark' : 'play',
      describe: (at) => describePoint(w(), told, at),
    };
  }

  /** The move that waits to be confirmed, and the one of a hint. */
  #marks(spot: (at: string) => Spot | null): Mark[] {
    const hint = this.help.shownHint === null ? null : spot(this.help.shownHint);
    const marks: Mark[] = hint === null ? [] : [{ at: hint, kind: 'star' }];
    return this.aimed === null ? marks : [...marks, { at: this.aimed, kind: 'square' }];
  }

  #then(scene: Scene, node: number): Omit<BoardProps, 'width' | 'height' | 'label'> {
    const { width, height } = scene.board;
    const stones = boardAt(this.client.past, node, width, height) ?? scene.board.stones;
    const step = this.client.past.steps.get(node);
    const last = step ? spotOf(step.at, width, height) : null;
    const told = { width, height, stones, chains: [], last, dead: NOBODY, forbidden: new Map<number, string>(), territory: undefined };
    return { stones, last, mode: 'view', toPlay: null, describe: (at) => describePoint(w(), told, at) };
  }

  get shownEstimate(): Estimate | null {
    return this.estimate?.of === this.scene().node ? this.estimate.guess : null;
  }

  /** What a pass leads to, while the player looks at it before they pass. */
  get shownEnd(): IfPassed | null {
    const { node, if_passed } = this.scene();
    return this.passing === node && this.looking === null && this.isMyTurn ? if_passed : null;
  }

  /** Which move is looked at: its number, and how many there are on its line. */
  lookedAt = $derived.by((): { number: number; of: number; isOther: boolean } | null => {
    if (this.looking === null) return null;
    const { past } = this.client;
    const main = lineTo(past, past.tip);
    const isOther = this.looking !== 0 && !main.some((step) => step.node === this.looking);
    return { number: lineTo(past, this.looking).length, of: main.length, isOther };
  });

  look(node: number | null, isRepetition = false): void {
    this.looking = node === this.client.past.tip && !isRepetition ? null : node;
    this.isRepetition = isRepetition && this.looking !== null;
    this.aimed = null;
  }

  lookBy(steps: number): void {
    const { past } = this.client;
    let node = this.looking ?? past.tip;
    for (let i = 0; i < Math.abs(steps); i++) {
      const next = steps < 0 ? previousNode(past, node) : nextNode(past, node);
      // Forward from the game as it stands is nowhere: lines taken back begin there.
      if (next === null || (steps > 0 && node === past.tip)) break;
      node = next;
    }
    this.look(node);
  }

  lookAside(by: 1 | -1): void {
    const next = siblingNode(this.client.past, this.looking ?? this.client.past.tip, by);
    if (next !== null) this.look(next);
  }

  /** Sends `ask` and says why if it was not done. */
  async ask(ask: Ask): Promise<boolean> {
    const answer = await this.client.ask(ask);
    if (answer.type === 'refused') {
      const ofNode = answer.facts?.['of_node'];
      toasts.show(refusedText(w(), answer), typeof ofNode === 'number' ? this.#showing(ofNode) : undefined);
    } else if (answer.type === 'lost') toasts.show(w().refused.lost);
    return answer.type === 'done' || answer.type === 'estimate';
  }

  #showing(node: number): { label: string; act: () => void } {
    return { label: w().forbidden.show, act: () => this.look(node, true) };
  }

  touched(event: PointerEvent): void {
    this.#lastTouch = event.pointerType === 'touch';
  }

  /** The person puts a stone there; touch has confirmed it already. */
  play(spot: Spot): void {
    const isSure = !settings.confirm || this.#lastTouch || this.aimed === spot;
    if (isSure) void this.playNow(spot);
    else this.aimed = spot;
  }

  async playNow(spot: Spot): Promise<void> {
    const { node, board } = this.scene();
    this.aimed = null;
    await this.ask({ type: 'play', node, at: pointName(spot, board.width, board.height) });
  }

  refuse(spot: Spot, why: string): void {
    const { board, forbidden } = this.scene();
    const law = forbidden.find(({ at }) => spotOf(at, board.width, board.height) === spot);
    toasts.show(why, law?.of_node == null ? undefined : this.#showing(law.of_node));
  }

  mark(spot: Spot): void {
    const { board } = this.scene();
    void this.ask({ type: 'mark', at: pointName(spot, board.width, board.height), dead: !this.dead.has(spot) });
  }

  /** Passes; where what stands on the board counts, the player sees first what that is. */
  pass(passingCosts: boolean): void {
    const scene = this.scene();
    if (!this.isLive || !this.isMyTurn || this.looking !== null) return;
    const act = (): void => void this.passNow();
    if (scene.if_passed !== null && scene.must_pass === null) {
      this.estimate = null;
      this.passing = scene.node;
    } else if (!looksAccidental(scene)) act();
    else {
      const lead = [w().confirm.passLead, passingCosts ? w().confirm.passCosts : ''].filter(Boolean).join(' ');
      this.question = { title: w().confirm.pass, lead, yes: w().room.pass, act };
    }
  }

  async passNow(): Promise<void> {
    this.passing = null;
    await this.ask({ type: 'play', node: this.scene().node, at: 'pass' });
  }

  resign(): void {
    const { to_move } = this.scene();
    const lead = this.isShared && to_move ? w().confirm.resignSame[to_move] : w().confirm.resignLead;
    const seat = this.isShared && to_move ? seatOf(this.scene(), to_move) : null;
    const act = (): void => void this.ask({ type: 'resign', ...(seat ? { as: seat } : {}) });
    this.question = { title: w().confirm.resign, lead, yes: w().room.resign, isDangerous: true, act };
  }

  undo(): void {
    if (this.canUndo) void this.ask({ type: 'undo', node: this.scene().node });
  }

  /** Whether there is a move of one's own to take back. */
  #hasMoved = $derived.by(() => {
    const { past } = this.client;
    return lineTo(past, past.tip).some(({ by }) => {
      const seat = seatOf(this.scene(), by);
      return seat !== null && this.seats.includes(seat);
    });
  });

  get canUndo(): boolean {
    const { terms, stage, undo_asked_by } = this.scene();
    const isStage = stage === 'playing' || stage === 'stopped';
    return this.isLive && terms.undo !== 'never' && isStage && undo_asked_by === null && this.#hasMoved;
  }

  get mayEstimate(): boolean {
    const { stage } = this.scene();
    return stage === 'over' || ((stage === 'playing' || stage === 'stopped') && !isBetweenPeople(this.scene()));
  }

  /** While the computer thinks about its move the board is about to change. */
  get canEstimate(): boolean {
    return this.isLive && this.mayEstimate && !this.scene().engine_is_thinking;
  }

  async toggleEstimate(): Promise<void> {
    if (this.shownEstimate) {
      this.estimate = null;
      return;
    }
    if (!this.canEstimate || this.isEstimating) return;
    this.look(null);
    const { node } = this.scene();
    this.isEstimating = true;
    const answer = await this.client.ask({ type: 'estimate' });
    this.isEstimating = false;
    if (answer.type === 'refused') toasts.show(refusedText(w(), answer));
    if (answer.type === 'estimate') this.estimate = { of: node, guess: answer };
  }

  accept(): void {
    void this.ask({ type: 'accept', dead: this.scene().agreement?.dead ?? [] });
  }

  jump(by: 1 | -1): void {
    this.lookBy(by * JUMP);
  }
}
