import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FromStudy, JudgedPosition, RecordTree, ReviewedGame, ToStudy } from '../wire';
import { Reviewing } from './analyst.svelte';

vi.mock('../api', () => ({ isThere: () => Promise.resolve(true), Refusal: class extends Error {} }));

type Question = Extract<ToStudy, { type: 'review' }>;

/** The server's end of the connections, the latest last. */
let sockets: FakeSocket[] = [];

class FakeSocket extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  asked: Question[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    super();
    sockets.push(this);
  }

  send(text: string): void {
    this.asked.push(JSON.parse(text) as Question);
  }

  close(): void {
    this.readyState = 3;
  }

  say(answer: FromStudy): void {
    this.onmessage?.({ data: JSON.stringify(answer) });
  }
}

const position = (visits: number): JudgedPosition => ({ turn: 'black', visits, win_rate: 0.5, lead: 0, candidates: [], ownership: [0] });
const tree = {
  sgf: '(;SZ[1];B[])',
  width: 1,
  height: 1,
  rules: 'chinese',
  komi: 0,
  nodes: [
    { parent: null, changes: [], to_move: 'black' },
    { parent: 0, by: 'black', at: 'pass', changes: [] },
  ],
} as unknown as RecordTree;
const MAIN = [0, 1];

/** What was asked last, and on which connection. */
function last(): { socket: FakeSocket; question: Question } {
  const socket = sockets.at(-1)!;
  return { socket, question: socket.asked.at(-1)! };
}

function judges(at: number): void {
  const { socket, question } = last();
  socket.say({ type: 'reviewed', re: question.id, n_done: at + 1, n_all: 2, at, position: position(question.visits) });
}

function finishes(): void {
  const { socket, question } = last();
  const game = { moves: [], moments: [], judge: { name: 'a' }, positions: [position(question.visits), position(question.visits)] };
  socket.say({ type: 'review', re: question.id, game: game as unknown as ReviewedGame });
}

describe('a review', () => {
  beforeEach(() => {
    sockets = [];
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
    vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
    vi.stubGlobal('WebSocket', FakeSocket);
  });

  test('is shown while it is made, and kept when it is done', () => {
    const reviewing = new Reviewing();
    expect(reviewing.recall(tree, MAIN)).toBe(false);
    reviewing.start(tree, MAIN, 'quick');
    expect(last().question).toMatchObject({ type: 'review', visits: 70, known: [] });
    judges(0);
    expect(reviewing.positions).toHaveLength(1);
    finishes();
    expect(reviewing).toMatchObject({ visits: 70, nRounds: 1, progress: null });
    const again = new Reviewing();
    expect(again.recall(tree, MAIN)).toBe(true);
    expect(again.game).not.toBeNull();
    expect(sockets).toHaveLength(1);
  });

  test('that goes on until it is stopped looks deeper, and shows the round before until the next is done', () => {
    const reviewing = new Reviewing();
    reviewing.start(tree, MAIN, 'endless');
    finishes();
    expect(last().question).toMatchObject({ visits: 140, known: [] });
    judges(0);
    expect(reviewing.positions.map((one) => one?.visits)).toEqual([70, 70]);
    finishes();
    expect(reviewing.positions.map((one) => one?.visits)).toEqual([140, 140]);
    expect(reviewing).toMatchObject({ visits: 140, nRounds: 2 });
    expect(last().question.visits).toBe(280);
    // Who comes back finds the round that was done, and the next in the making.
    reviewing.leave();
    const again = new Reviewing();
    again.recall(tree, MAIN);
    expect(again).toMatchObject({ visits: 140, effort: 'endless' });
    expect(last().question.visits).toBe(280);
    again.stop();
    expect(again.progress).toBeNull();
    const third = new Reviewing();
    third.recall(tree, MAIN);
    expect(third.progress).toBeNull();
  });

  test('that was broken off goes on with what is known, and one that was stopped waits', () => {
    const reviewing = new Reviewing();
    reviewing.start(tree, MAIN, 'thorough');
    judges(0);
    reviewing.leave();
    const again = new Reviewing();
    again.recall(tree, MAIN);
    expect(last().question).toMatchObject({ visits: 400, known: [{ at: 0 }] });
    again.stop();
    const stopped = new Reviewing();
    expect(stopped.recall(tree, MAIN)).toBe(true);
    expect(stopped.progress).toBeNull();
    stopped.start(tree, MAIN, 'thorough');
    expect(last().question.known).toHaveLength(1);
  });

  test('becomes what is chosen while it is made', () => {
    const reviewing = new Reviewing();
    reviewing.start(tree, MAIN, 'quick');
    judges(0);
    reviewing.turnTo(tree, MAIN, 'endless');
    expect(sockets[0]!.asked).toHaveLength(1);
    reviewing.turnTo(tree, MAIN, 'thorough');
    expect(last().question).toMatchObject({ visits: 400, known: [] });
    expect(reviewing.positions).toEqual([]);
  });

  test('says why there is none', async () => {
    const reviewing = new Reviewing();
    reviewing.start(tree, MAIN, 'quick');
    const { socket, question } = last();
    socket.say({ type: 'refused', re: question.id, code: 'line_too_long', text: 'no' });
    expect(reviewing).toMatchObject({ progress: null, silence: { code: 'line_too_long', text: 'no' } });
    reviewing.start(tree, MAIN, 'quick');
    expect(reviewing.silence).toBeNull();
    // A connection that is not taken by a server that is there.
    last().socket.onclose?.();
    await vi.waitFor(() => expect(reviewing.silence).toBe('busy'));
    expect(reviewing.progress).toBeNull();
  });
});
