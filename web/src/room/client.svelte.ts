// One page's side of a room: the socket, what has happened, and how things stand.

import type { Ask, Estimate, Presence, Refused, Scene, Seat, ToClient, Announcement, Update } from '../wire';
import { fold, hasGap, newsIn, NOTHING, type Past } from './fold';

/** Whether what the page shows is how things stand. */
export type Link = 'connecting' | 'live' | 'lost' | 'missing';

export type Answer = { type: 'done' } | Refused | Estimate | { type: 'lost' };

/** What the client tells the page about as it comes, beside keeping it. */
export interface Listener {
  /** Something new happened; not called for what a new connection catches up with. */
  told?: (told: Announcement[], scene: Scene) => void;
  /** The page spoke for a seat, and only watches now. */
  unseated?: () => void;
}

/** How the client reaches the world; tests hand in their own. */
export interface Reach {
  open: (url: string) => WebSocket;
  /** Whether the room exists at all; asked when a first connection fails. */
  exists: (room: string) => Promise<boolean>;
  now: () => number;
  /** What to call a person who only watches; may be empty. */
  name: () => string;
}

/** A connection that says nothing for so long is taken for dead. The server pings every 20 s. */
export const SILENCE_MAX_MS = 30_000;
const PING_EVERY_MS = 10_000;
const DELAY_MAX_MS = 10_000;
/** Who was signed out comes back as after so many tries: a tab beside the one that keeps
 * the seat shares its fresh key, which may still be on its way. */
const SIGNED_OUT_TRIES = 2;

/** How long to wait before trying again for the `n`th time: at once, then longer and longer. */
export function delayBefore(n: number): number {
  return n === 0 ? 0 : Math.min(DELAY_MAX_MS, 250 * 2 ** n);
}

export class RoomClient {
  scene = $state.raw<Scene | null>(null);
  past = $state.raw<Past>(NOTHING);
  seats = $state.raw<Seat[]>([]);
  presence = $state.raw<Presence | null>(null);
  link = $state<Link>('connecting');
  /** Milliseconds to add to this machine's clock to get the server's. */
  offset = $state(0);

  #socket: WebSocket | null = null;
  #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;
  #nTries = 0;
  #isCaughtUp = false;
  #heardAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;
  #isChanging = false;

  constructor(
    readonly room: string,
    readonly listener: Listener,
    readonly reach: Reach,
  ) {}

  connect(): void {
    if (this.#isClosed) return;
    this.#hangUp();
    const name = encodeURIComponent(this.reach.name());
    const url = `/api/rooms/${encodeURIComponent(this.room)}/socket?since=${this.past.seq}&name=${name}`;
    const socket = this.reach.open(url);
    this.#socket = socket;
    this.#isCaughtUp = false;
    this.#heardAt = this.reach.now();
    socket.onmessage = (event: MessageEvent<string>): void => this.#hear(JSON.parse(event.data) as ToClient);
    socket.onclose = (): void => this.#lose(socket);
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => this.#check(), PING_EVERY_MS);
  }

  /** Hangs up while `change` changes who this page is to the room, and comes back as that. */
  async anew(change: () => Promise<void>): Promise<void> {
    this.#hangUp();
    this.link = 'connecting';
    this.#isChanging = true;
    try {
      await change();
    } finally {
      this.#isChanging = false;
      this.connect();
    }
  }

  /** Tries again at once, for example when the network is back. */
  wake(): void {
    if (this.link === 'live' || this.#isClosed || this.#isChanging) return;
    this.#nTries = 0;
    this.connect();
  }

  /** The network is gone: nothing shown from now on is live. */
  sleep(): void {
    const socket = this.#socket;
    if (socket) this.#lose(socket);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#hangUp();
  }

  /** Sends `ask`; the answer says whether it was done. */
  ask(ask: Ask): Promise<Answer> {
    const socket = this.#socket;
    if (!socket || this.link !== 'live') return Promise.resolve({ type: 'lost' });
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, ...ask }));
    });
  }

  #hear(message: ToClient): void {
    this.#heardAt = this.reach.now();
    switch (message.type) {
      case 'welcome':
        if (this.seats.length > 0 && message.seats.length === 0) this.listener.unseated?.();
        this.seats = message.seats;
        this.offset = message.server_ms - this.reach.now();
        break;
      case 'update':
        this.#update(message);
        break;
      case 'done':
        this.#answer(message.re, { type: 'done' });
        break;
      case 'refused':
        if (message.re !== null) this.#answer(message.re, message);
        break;
      case 'estimate':
        this.#answer(message.re, message);
        break;
      case 'pong':
        this.offset = message.server_ms - this.reach.now();
        this.#answer(message.re, { type: 'done' });
        break;
      case 'presence':
        this.presence = message;
        break;
      case 'bye':
        if (message.code === 'signed_out') this.#nTries = SIGNED_OUT_TRIES;
        break;
    }
  }

  #update(update: Update): void {
    if (hasGap(this.past, update)) {
      this.connect();
      return;
    }
    const news = this.#isCaughtUp ? newsIn(this.past, update) : [];
    this.past = fold(this.past, update);
    this.scene = update.scene;
    // The server's time may have jumped since the last message.
    if (update.scene.clocks) this.offset = update.scene.clocks.at_ms - this.reach.now();
    this.link = 'live';
    this.#isCaughtUp = true;
    this.#nTries = 0;
    if (news.length > 0) this.listener.told?.(news, update.scene);
  }

  #answer(re: number, answer: Answer): void {
    this.#waiting.get(re)?.(answer);
    this.#waiting.delete(re);
  }

  #check(): void {
    if (this.#socket && this.reach.now() - this.#heardAt > SILENCE_MAX_MS) this.#lose(this.#socket);
    else if (this.link === 'live') void this.ask({ type: 'ping' });
  }

  #lose(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#hangUp();
    if (this.#isClosed) return;
    if (this.scene) this.#tryAgain();
    else void this.#askWhetherItExists();
  }

  async #askWhetherItExists(): Promise<void> {
    const exists = await this.reach.exists(this.room);
    if (this.#isClosed || this.#socket) return;
    if (exists) this.#tryAgain();
    else this.link = 'missing';
  }

  #tryAgain(): void {
    this.link = 'lost';
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.connect(), delayBefore(this.#nTries++));
  }

  #hangUp(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    }
    for (const resolve of this.#waiting.values()) resolve({ type: 'lost' });
    this.#waiting.clear();
  }
}
