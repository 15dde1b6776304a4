// The connection to the program that studies with the reader: one question at a time.

import { isThere, Refusal } from '../api';
import type { FromStudy, JudgedPosition, StudyRefusalCode, ToStudy, Vertex } from '../wire';

/** A question without its number. */
type Question = ToStudy extends infer Q ? (Q extends { id: number } ? Omit<Q, 'id'> : never) : never;

/** Why there is no answer: what the server says, or that it is busy, or that it is not there. */
export type Silence = { code: StudyRefusalCode; text: string } | 'busy' | 'offline';

/** Why there is no answer, as the reader's words name it. */
export function codeOf(silence: Silence): { code: string; text: string } {
  return typeof silence === 'string' ? { code: silence, text: '' } : silence;
}

/** A connection on which one question at a time is asked. */
export class Desk {
  #socket: WebSocket | null = null;
  #id = 0;
  /** Counts how often the connection was lost or given up. */
  #nEnds = 0;

  constructor(
    readonly hear: (answer: FromStudy) => void,
    readonly lose: (silence: Silence) => void,
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
    this.#nEnds++;
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
    let wasOpen = false;
    socket.addEventListener('open', () => (wasOpen = true));
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      void this.#mourn(wasOpen);
    };
    return socket;
  }

  /** A server that answers otherwise, and does not take the connection, has too many of them. */
  async #mourn(wasOpen: boolean): Promise<void> {
    const end = ++this.#nEnds;
    const silence = !wasOpen && (await isThere()) ? 'busy' : 'offline';
    if (end === this.#nEnds && this.#socket === null) this.lose(silence);
  }
}

function refusalOf(silence: Silence): Refusal {
  const { code, text } = codeOf(silence);
  return new Refusal(code, text, 0);
}

/** Asks one question on a connection of its own, until `take` finds in an answer what was asked for. */
function once<T>(question: Question, take: (answer: FromStudy) => { found: T } | null): Promise<T> {
  return new Promise((resolve, reject) => {
    const desk = new Desk(
      (answer) => {
        const taken = take(answer);
        if (taken) resolve(taken.found);
        else if (answer.type === 'refused') reject(refusalOf(answer));
        else return;
        desk.close();
      },
      (silence) => reject(refusalOf(silence)),
    );
    desk.ask(question);
  });
}

/** What the program thinks of a node of a record when it has come to its end. */
export function think(sgf: string, node: number, visits: number): Promise<JudgedPosition> {
  return once({ type: 'analyse', sgf, node, visits, policy: false }, (answer) =>
    answer.type === 'thought' && answer.is_last ? { found: answer.position } : null,
  );
}

/** What the program plays at a level after a node of a record; null if it gives up. */
export function choose(sgf: string, node: number, level: number): Promise<Vertex | null> {
  return once({ type: 'choose', sgf, node, level }, (answer) => (answer.type === 'chosen' ? { found: answer.at ?? null } : null));
}
