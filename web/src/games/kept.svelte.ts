// The games that this browser has or had a seat in, as the server knows them.

import { ROOMS_AT_ONCE, roomSummaries } from '../api';
import { forgetGame, forgottenGames, myRooms, sideOf } from '../memory';
import type { Color, RoomSummary } from '../wire';
import { entriesOf, keyOf, type Entry } from './entries';

/** How many rooms are asked for before anybody wants to see more. */
const FIRST = 60;

export class KeptGames {
  #ids = myRooms();
  #rooms = $state.raw<RoomSummary[]>([]);
  #forgotten = $state.raw(new Set(forgottenGames()));
  #nAsked = $state(0);
  #isAsking = false;
  #sideOf = sideOf();

  /** All that were asked for and are not forgotten, the latest first. */
  readonly entries: Entry[] = $derived(entriesOf(this.#rooms).filter((entry) => !this.#forgotten.has(keyOf(entry))));
  readonly running: Entry[] = $derived(
    this.entries.filter(({ outcome }) => !outcome).sort((one, other) => Number(this.isMyMove(other)) - Number(this.isMyMove(one))),
  );
  readonly finished: Entry[] = $derived(this.entries.filter(({ outcome }) => outcome));
  /** Whether there are rooms that were not asked for yet. */
  readonly hasMore: boolean = $derived(this.#nAsked < this.#ids.length);

  constructor() {
    void this.#ask(FIRST);
  }

  /** Asks for all that were not asked for yet. */
  async askAll(): Promise<void> {
    while (this.hasMore && (await this.#ask(ROOMS_AT_ONCE)));
  }

  /** The color of the person at this browser in that game, if they have one alone. */
  mine({ room, number }: Entry): Color | null {
    return this.#sideOf(room.room, number);
  }

  isMyMove(entry: Entry): boolean {
    const { to_move, company } = entry.room;
    return entry.outcome === null && to_move !== null && (company.type === 'same_screen' || to_move === this.mine(entry));
  }

  forget(entry: Entry, isForgotten = true): void {
    forgetGame(keyOf(entry), isForgotten);
    this.#forgotten = new Set(forgottenGames());
  }

  /** Asks for the next rooms. A list that cannot be had now is simply not there: false. */
  async #ask(count: number): Promise<boolean> {
    if (this.#isAsking) return false;
    this.#isAsking = true;
    const ids = this.#ids.slice(this.#nAsked, this.#nAsked + count);
    try {
      const rooms = await roomSummaries(ids);
      this.#rooms = [...this.#rooms, ...rooms];
      this.#nAsked += ids.length;
      return true;
    } catch {
      return false;
    } finally {
      this.#isAsking = false;
    }
  }
}
