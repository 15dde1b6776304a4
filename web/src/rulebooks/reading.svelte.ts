// One position being read under one rulebook: what was tried on it, and what the server says.

import { Film } from '../learn/film.svelte';
import type { Position, PositionFace, Vertex } from '../wire';
import { questionFor, type Case, type Line, type Rulebook } from './cases';

export class Reading extends Film {
  /** Why there is no such position, if there is none. */
  problem = $state.raw<unknown>(null);
  /** The line that was chosen, by its name. */
  chosen = $state<string | null>(null);
  #line: Line = {};

  constructor(
    readonly one: Case,
    private rules: Rulebook,
  ) {
    super({});
    void this.restart();
  }

  /** The same tries under another rulebook. */
  async under(rules: Rulebook): Promise<void> {
    if (rules.name === this.rules.name) return;
    this.rules = rules;
    await this.look(this.moves);
  }

  /** Back to the position of the case. */
  async restart(): Promise<void> {
    this.chosen = null;
    this.#line = {};
    await this.look(this.one.start.moves ?? []);
  }

  /** Shows a line of the case, move by move. */
  async try(name: string): Promise<void> {
    if (this.isShowing) return;
    const line = this.one.lines[name] ?? {};
    const moves = line.moves ?? [];
    const known = this.one.start.moves ?? [];
    const n = startsWith(moves, known) ? Math.min(known.length, moves.length - 1) : 0;
    this.chosen = name;
    this.#line = { ...line, dead: [] };
    await this.look(moves.slice(0, n));
    await this.show(moves).catch((error: unknown) => this.#fail(error));
    if (!line.dead) return;
    this.#line = line;
    await this.look(moves);
  }

  /** The reader plays at `at`, or passes; what was refused before is forgotten. */
  async play(at: Vertex): Promise<void> {
    if (this.isShowing) return;
    this.chosen = null;
    const n = this.face?.refused?.index ?? this.moves.length;
    await this.look([...this.moves.slice(0, n), at]);
  }

  /** Goes back to the board after so many of the moves. */
  async goBack(n: number): Promise<void> {
    this.chosen = null;
    await this.look(this.moves.slice(0, n));
  }

  /** The reader calls a chain dead, or alive again. */
  async mark(chain: Vertex[]): Promise<void> {
    const dead = this.#line.dead ?? [];
    const isDead = chain.some((at) => dead.includes(at));
    const others = dead.filter((at) => !chain.includes(at));
    this.#line = { ...this.#line, dead: isDead ? others : [...others, ...chain] };
    await this.look(this.moves);
  }

  /** Whether this is no longer the position of the case. */
  hasTried(face: PositionFace): boolean {
    return face.refused !== null || face.steps.length !== (this.one.start.moves?.length ?? 0) || this.chosen !== null;
  }

  /** The moves that were tried, what is refused among them. */
  movesNow(): readonly Vertex[] {
    return this.moves;
  }

  /** The stones that are called dead. */
  dead(): Vertex[] {
    return this.position().dead ?? [];
  }

  private async look(moves: Vertex[]): Promise<void> {
    try {
      await this.stand(moves);
      this.problem = null;
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.isShowing = false;
    this.problem = error;
  }

  protected override position(): Partial<Position> {
    return questionFor(this.one, { ...this.#line, moves: this.moves }, this.rules);
  }
}

function startsWith(moves: readonly Vertex[], beginning: readonly Vertex[]): boolean {
  return beginning.every((at, i) => moves[i] === at);
}
