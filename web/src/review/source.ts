// Where a record comes from: a file or a text, sent to the server and read there, with news on the way.

import { Refusal } from '../api';
import { read, write } from '../memory';
import type { Problem, RecordTree } from '../wire';

/** Must agree with `LARGE_RECORD_BYTES_MAX` in crates/server. */
export const FILE_BYTES_MAX = 8 << 20;

/** A game file or a text, as the reader brought it. */
export interface Source {
  body: Blob | string;
  /** What the file is called. */
  name: string | null;
}

/** How far it is: what is sent or comes as a share of all, if that is known. */
export interface Transfer {
  stage: 'sending' | 'reading' | 'receiving';
  share: number;
}

/** Has a game of a file read: the one with that number, or the first. What is too large is not even sent. */
export function readSource(source: Source, game: number | null, tell: (transfer: Transfer) => void, signal: AbortSignal): Promise<RecordTree> {
  const { body } = source;
  if (body instanceof Blob && body.size > FILE_BYTES_MAX) return Promise.reject(tooLarge());
  const address = '/api/study/record';
  if (body instanceof Blob) return send(game === null ? address : `${address}?game=${game}`, 'application/x-go-sgf', body, tell, signal);
  return send(address, 'application/json', JSON.stringify({ sgf: body, game }), tell, signal);
}

function tooLarge(): Refusal {
  return new Refusal('too_large', `a file has at most ${FILE_BYTES_MAX} bytes`, 413);
}

/** `fetch` does not tell how much was sent. */
function send(address: string, kind: string, body: Blob | string, tell: (transfer: Transfer) => void, signal: AbortSignal): Promise<RecordTree> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('content-type', kind);
    request.responseType = 'text';
    request.upload.onprogress = ({ loaded, total }) => tell({ stage: 'sending', share: loaded / Math.max(1, total) });
    request.upload.onload = () => tell({ stage: 'reading', share: 0 });
    request.onprogress = ({ loaded, total, lengthComputable }) => tell({ stage: 'receiving', share: lengthComputable ? loaded / Math.max(1, total) : 0 });
    request.onerror = () => reject(new Refusal('offline', 'the server does not answer', 0));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const answer = parsed(request.responseText);
      if (request.status === 200 && answer !== null) return resolve(answer as RecordTree);
      const problem = answer as Problem | null;
      reject(new Refusal(problem?.code ?? 'failed', problem?.text ?? request.statusText, request.status));
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Characters that no system wants in the name of a file, or that hide what it is called. */
// eslint-disable-next-line no-control-regex -- Control characters are among them.
const UNFIT = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069/\\\\:*?"<>|]+/g;
const NAME_MAX = 80;

/** What a saved game is called: as the file it came from, with its number if that has several; else as the game. */
export function savedName(fileName: string | null, gameName: string | null, number: number | null): string {
  const base = (fileName?.replace(/\.[a-z0-9]{1,4}$/i, '') ?? gameName ?? '').replace(UNFIT, ' ').replace(/\s+/g, ' ');
  const fit = [...base.replace(/^[. ]+/, '')].slice(0, NAME_MAX).join('').trim();
  return `${fit === '' ? 'review' : fit}${number === null ? '' : `-${number}`}.sgf`;
}

/** Where it is kept which game of a file was opened last; the latest file first. */
const CHOSEN = 'review.games';
const CHOSEN_MAX = 50;

function keyOf({ name, body }: Source): string | null {
  return name === null ? null : `${name} ${body instanceof Blob ? body.size : body.length}`;
}

function allChosen(): [string, number][] {
  const kept = read<unknown>(CHOSEN, []);
  const isOne = (one: unknown): one is [string, number] => Array.isArray(one) && typeof one[0] === 'string' && Number.isInteger(one[1]);
  return Array.isArray(kept) ? kept.filter(isOne) : [];
}

/** The game of a file that was opened last, if that is remembered. */
export function chosenIn(source: Source): number | null {
  const key = keyOf(source);
  return allChosen().find(([own]) => own === key)?.[1] ?? null;
}

export function rememberChosen(source: Source, game: number): void {
  const key = keyOf(source);
  if (key === null) return;
  write(CHOSEN, [[key, game], ...allChosen().filter(([own]) => own !== key)].slice(0, CHOSEN_MAX));
}
