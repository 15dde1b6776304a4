// What the program thinks of a record that somebody walks through, and what of that is on the board.

import { untrack } from 'svelte';
import { spotOf } from '../room/points';
import type { JudgedMove, JudgedPosition } from '../wire';
import { Reviewing, Thinking } from './analyst.svelte';
import { shownOf, type Shown } from './candidates';
import { judgedNodes, positionAt } from './course';
import { firstVisits } from './effort';
import { DOUBTED } from './judged';
import type { Picture } from './picture';
import { likelyMoves, type Likely } from './policy';
import type { Study } from './study.svelte';

export class Insight {
  readonly reviewing = new Reviewing();
  readonly thinking = new Thinking();
  /** Whether the position that is shown is thought about as long as one looks. */
  isLive = $state(false);
  picture = $state<Picture>('none');
  /** The point of the board that is pointed at. */
  pointed = $state<number | null>(null);
  /** The sign of the candidate whose row is pointed at. */
  chosen = $state.raw<string | null>(null);
  /** Whether the candidates are on the board only because it is thought live. */
  #wasBare = false;

  constructor(readonly study: Study) {}

  /** What was said of the moves, for as long as the main line is the one that was reviewed. */
  readonly judged: Map<number, JudgedMove> = $derived.by(() => {
    const { tree, main } = this.study;
    return judgedNodes(tree.nodes, main, this.reviewing.game?.moves ?? []);
  });

  readonly #reviewed = $derived.by(() => {
    const { game } = this.reviewing;
    return game ? positionAt(game, this.study.main, this.judged, this.study.at) : null;
  });

  /** With how many visits at most the position that is shown is thought about: as many as there are while it is live; null if it is not. */
  readonly #asked = $derived.by(() => {
    if (this.isLive) return undefined;
    if (this.picture === 'policy') return 1;
    return this.picture !== 'none' && this.#reviewed === null ? firstVisits('quick') : null;
  });

  readonly position: JudgedPosition | null = $derived.by(() => {
    if (this.isLive) return this.thinking.thought;
    return this.#reviewed ?? (this.picture === 'none' ? null : this.thinking.thought);
  });

  readonly ownership: number[] | undefined = $derived.by(() => {
    const isShown = this.picture === 'ownership' && !this.study.preview;
    return isShown ? this.position?.ownership.map((part) => part / 100) : undefined;
  });

  /** The candidates, while they are shown: of the position that is thought about, or as the review saw them. */
  readonly shown: Shown[] = $derived.by(() => {
    const isShown = this.picture === 'candidates' || (this.isLive && this.picture === 'ownership');
    return isShown && !this.study.preview ? shownOf(this.position?.candidates ?? []) : [];
  });

  /** The candidate that is pointed at, on the board or in the table. */
  readonly hinted: Shown | null = $derived.by(() => {
    const { width, height } = this.study.tree;
    const isAt = ({ candidate }: Shown): boolean => this.pointed !== null && spotOf(candidate.move, width, height) === this.pointed;
    return this.shown.find((one) => (this.chosen === null ? isAt(one) : one.sign === this.chosen)) ?? null;
  });

  /** Where the better move would have been, beside one that is doubted. */
  readonly better: number | null = $derived.by(() => {
    const { tree, at, preview } = this.study;
    const { game } = this.reviewing;
    const move = this.judged.get(at);
    if (preview || !move?.judged || move.judged.best === move.move) return null;
    const isMoment = game?.moments.some((i) => game.moves[i] === move);
    return isMoment || DOUBTED.includes(move.judged.grade) ? spotOf(move.judged.best, tree.width, tree.height) : null;
  });

  readonly likely: Likely[] = $derived.by(() => {
    const { tree, preview } = this.study;
    const { thought } = this.thinking;
    return this.picture === 'policy' && !preview && thought ? likelyMoves(thought, tree.width, tree.height) : [];
  });

  /** Recalls what is known of the record. What is not is judged without being asked for. */
  begin(): void {
    const { tree, main } = this.study;
    const isKnown = this.reviewing.recall(tree, main);
    const hasMoves = main.some((node) => tree.nodes[node]?.by != null);
    if (!isKnown && hasMoves) this.reviewing.start(tree, main, this.reviewing.effort);
  }

  /** Thinks along, as long as the component is there that calls this. */
  follow(): void {
    $effect(() => {
      if (this.#asked !== null) this.thinking.look(this.study.tree, this.study.at, this.picture === 'policy', this.#asked);
      else this.thinking.stop();
    });
    $effect(() => () => {
      this.reviewing.leave();
      this.thinking.stop();
    });
    // What is thought live is on the board, unless something else is to be there; and goes with it.
    $effect(() => {
      const isOn = this.isLive;
      untrack(() => {
        if (this.#wasBare && !isOn && this.picture === 'candidates') this.picture = 'none';
        this.#wasBare = isOn && this.picture === 'none';
        if (this.#wasBare) this.picture = 'candidates';
      });
    });
  }

  toggle(own: Picture): void {
    this.picture = this.picture === own ? 'none' : own;
  }
}
