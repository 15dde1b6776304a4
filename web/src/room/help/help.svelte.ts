// Help for whoever plays against the computer and wants it: a hint, and a word when a move clearly lost something.

import { editRecord, roomSgf } from '../../api';
import { think } from '../../review/desk';
import { childrenOf, lineFrom } from '../../review/tree';
import { settings } from '../../settings.svelte';
import type { JudgedPosition, Scene, Vertex } from '../../wire';
import type { RoomClient } from '../client.svelte';
import { lineTo } from '../fold';
import { isBetweenPeople, isTurnOf, seatOf } from '../scene';
import { clearLoss } from './loss';

/** As quick as a review, and longer where it would say something. */
const VISITS = 70;
const VISITS_SURE = 200;

/** Judges the position after so many moves of the game. */
type Judge = (nMoves: number, visits: number) => Promise<JudgedPosition>;

export class Help {
  /** The move that the computer would make, and the node it was asked at. */
  hint = $state.raw<{ node: number; at: Vertex } | null>(null);
  isLooking = $state(false);
  /** A move that clearly lost something, by its node. */
  alert = $state.raw<{ node: number; at: Vertex; points: number } | null>(null);
  /** The last move of one's own that was judged, and the game it was of. */
  #judged = { game: 0, node: 0 };

  constructor(
    readonly client: RoomClient,
    readonly scene: () => Scene,
  ) {}

  /** Only against the computer: between people it would be cheating, and the program says nothing. */
  get isOffered(): boolean {
    const { terms } = this.scene();
    return terms.company.type === 'engine' && !isBetweenPeople(this.scene()) && this.client.seats.length === 1;
  }

  get canHint(): boolean {
    const isNow = this.client.link === 'live' && isTurnOf(this.scene(), this.client.seats);
    return isNow && this.scene().must_pass === null;
  }

  get shownHint(): Vertex | null {
    const { node, stage } = this.scene();
    return stage === 'playing' && this.hint?.node === node ? this.hint.at : null;
  }

  async askHint(): Promise<void> {
    if (!this.canHint || this.isLooking) return;
    const { node } = this.scene();
    this.isLooking = true;
    try {
      const nMoves = lineTo(this.client.past, node).length;
      const judge = await this.#judge(nMoves);
      const [best] = (await judge(nMoves, VISITS_SURE)).candidates;
      if (best) this.hint = { node, at: best.move };
    } finally {
      this.isLooking = false;
    }
  }

  /** The last move of one's own, and how many moves there were with it. */
  #ownMove = $derived.by(() => {
    const { past, seats } = this.client;
    const line = lineTo(past, past.tip);
    const at = line.findLastIndex(({ by }) => {
      const seat = seatOf(this.scene(), by);
      return seat !== null && seats.includes(seat);
    });
    const step = line[at];
    return step ? { step, nMoves: at + 1 } : null;
  });

  get shownAlert(): { at: Vertex; points: number } | null {
    const isPlaying = this.scene().stage === 'playing';
    return isPlaying && this.alert !== null && this.alert.node === this.#ownMove?.step.node ? this.alert : null;
  }

  /** Looks at the last move of one's own, once; called whenever the game has changed. */
  follow(): void {
    const own = this.#ownMove;
    const isWanted = settings.alerts && this.isOffered && this.scene().stage === 'playing';
    const { game_number: game } = this.scene();
    if (!isWanted || own === null || (this.#judged.game === game && own.step.node <= this.#judged.node)) return;
    this.#judged = { game, node: own.step.node };
    if (own.step.at === 'pass') return;
    // Who cannot judge says nothing.
    void this.#check(own.step.node, own.step.at, own.nMoves).catch(() => undefined);
  }

  /** Warns only if a second, longer look sees what the first one saw. */
  async #check(node: number, at: Vertex, nMoves: number): Promise<void> {
    const { width, height } = this.scene().board;
    const judge = await this.#judge(nMoves);
    const loss = async (visits: number): Promise<number | null> => {
      const before = await judge(nMoves - 1, visits);
      if (before.candidates[0]?.move === at) return null;
      return clearLoss(before, await judge(nMoves, visits), at, width * height);
    };
    const first = await loss(VISITS);
    const second = first === null ? null : await loss(VISITS_SURE);
    if (first === null || second === null || this.#ownMove?.step.node !== node) return;
    this.alert = { node, at, points: Math.round(Math.min(first, second)) };
  }

  /** Reads the game as far as it has come; it has to have `nMoves` on its main line. */
  async #judge(nMoves: number): Promise<Judge> {
    const { room, game_number } = this.scene();
    const tree = await editRecord(await roomSgf(room, game_number));
    // Play that goes on after passes has a node of its own, without a move.
    const moves = lineFrom(childrenOf(tree.nodes), 0).filter((node) => tree.nodes[node]?.at != null);
    if (moves.length < nMoves) throw new Error('the record is behind the game');
    return (n, visits) => think(tree.sgf, n === 0 ? 0 : (moves[n - 1] ?? 0), visits);
  }
}
