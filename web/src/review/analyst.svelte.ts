// What the engine thinks of a record: of all its main line once, or of one position as long as one looks.

import type { FromStudy, JudgedPosition, RecordTree, ReviewedGame, ToStudy } from '../wire';

/** How long a position must be looked at before it is asked about, in milliseconds. */
const PAUSE = 150;

/** A question without its number. */
type Question = ToStudy extends infer Q ? (Q extends { id: number } ? Omit<Q, 'id'> : never) : never;

/** A connection on which one question at a time is asked. */
class Desk {
  #socket: WebSocket | null = null;
  #id = 0;

  constructor(
    readonly hear: (answer: FromStudy) => void,
    readonly lose: () => void,
  ) {}

  ask(question: Question): void {
    const text = JSON.stringify({ ...question, id: ++this.#id });
    const socket = this.#socket ?? this.#open();
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
    else socket.onopen = () => socket.send(text);
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #open(): WebSocket {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/study/socket`);
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const answer = JSON.parse(String(data)) as FromStudy;
      const isWanted = this.#socket === socket && (answer.re === null || answer.re === this.#id);
      if (isWanted) this.hear(answer);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.lose();
    };
    return socket;
  }
}

/** Why there is no answer: the server's words, or null if it is not there. */
export interface Silence {
  text: string | null;
}

/** The review of a main line. */
export class Reviewing {
  /** What is thought of the position after so many moves. */
  positions = $state.raw<(JudgedPosition | undefined)[]>([]);
  game = $state.raw<ReviewedGame | null>(null);
  progress = $state.raw<{ done: number; all: number } | null>(null);
  silence = $state.raw<Silence | null>(null);
  #desk = new Desk(
    (answer) => this.#hear(answer),
    () => this.#end({ text: null }),
  );

  start(tree: RecordTree, visits: number): void {
    this.positions = [];
    this.game = null;
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
