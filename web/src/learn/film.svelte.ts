// A board on which moves are shown one after the other. The server makes every one of them.

import { lookAt } from '../api';
import type { Position, PositionFace, Vertex } from '../wire';

/** How long a move is looked at, in milliseconds. */
const FRAME = 900;

export class Film {
  face = $state.raw<PositionFace | null>(null);
  /** Whether moves are being shown. */
  isShowing = $state(false);
  /** The moves made since the beginning. */
  protected moves: Vertex[] = [];
  #isGone = false;
  /** How many boards were asked for; only the latest is shown. */
  #nAsked = 0;

  constructor(
    readonly start: Partial<Position>,
    readonly isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches,
  ) {}

  /** Nobody looks any more. */
  leave(): void {
    this.#isGone = true;
  }

  /** Shows the board after these moves. */
  protected async stand(moves: Vertex[]): Promise<void> {
    this.moves = moves;
    const asked = ++this.#nAsked;
    const face = await lookAt(this.position());
    if (!this.#isGone && asked === this.#nAsked) this.face = face;
  }

  /** Makes the moves of a line one after the other, those that stand left out. */
  protected async show(line: Vertex[]): Promise<void> {
    this.isShowing = true;
    for (let n = this.moves.length + 1; n <= line.length && !this.#isGone; n++) {
      await this.wait();
      await this.stand(line.slice(0, n));
    }
    this.isShowing = false;
  }

  /** Waits as long as a move is looked at. */
  protected wait(): Promise<void> {
    return new Promise((done) => setTimeout(done, this.isCalm ? 0 : FRAME));
  }

  /** What the server is asked for. */
  protected position(): Partial<Position> {
    return { ...this.start, moves: [...(this.start.moves ?? []), ...this.moves] };
  }
}
