import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Happened, Scene, ToClient } from '../wire';
import { delayBefore, RoomClient, SILENCE_MAX_MS, type Listener } from './client.svelte';

class FakeSocket {
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  isClosed = false;
  constructor(readonly url: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.say({ type: 'welcome', seats: ['host'], name: '', server_ms: 0 } satisfies ToClient);
  }
  update(seq: number, ...happened: Happened[]): void {
    const after = seq - happened.length;
    const told = happened.map((what, i) => ({ seq: after + i + 1, at_ms: 0, what }));
    this.say({ type: 'update', seq, after, happened: told, scene: { room: 'r' } as Scene } satisfies ToClient);
  }
}

const said: Happened = { type: 'said', from: 'host', name: 'A', text: 'hi' };

let sockets: FakeSocket[] = [];
let now = 0;
const last = (): FakeSocket => sockets.at(-1)!;

function client(listener: Listener = {}, exists = true): RoomClient {
  const room = new RoomClient('r', listener, {
    open: (url) => {
      sockets.push(new FakeSocket(url));
      return last() as unknown as WebSocket;
    },
    exists: () => Promise.resolve(exists),
    now: () => now,
    name: () => 'Ann B',
  });
  room.connect();
  return room;
}

function seated(listener: Listener = {}): RoomClient {
  const room = client(listener);
  last().welcome();
  last().update(1, { type: 'opened' });
  return room;
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  now = 0;
});

describe('a room client', () => {
  test('is live only once it has a scene', () => {
    const room = client();
    last().welcome();
    expect(room.link).toBe('connecting');
    last().update(1, { type: 'opened' });
    expect(room.link).toBe('live');
    expect(room.seats).toEqual(['host']);
  });

  test('knows the time of the server from every update', () => {
    const room = seated();
    now = 5_000;
    const clocks = { at_ms: 3_605_000 } as Scene['clocks'];
    const scene = { room: 'r', clocks } as Scene;
    last().say({ type: 'update', seq: 2, after: 1, happened: [], scene } satisfies ToClient);
    expect(room.offset).toBe(3_600_000);
  });

  test('asks after a break for what it missed, and is not live until it has it', () => {
    const room = seated();
    last().update(2, said);
    last().onclose?.();
    expect(room.link).toBe('lost');
    vi.advanceTimersByTime(delayBefore(0));
    expect(last().url).toContain('since=2');
    last().welcome();
    expect(room.link).toBe('lost');
    last().update(2);
    expect(room.link).toBe('live');
  });

  test('connects anew when it finds a gap, and keeps what it had meanwhile', () => {
    const room = seated();
    last().update(5, said);
    expect(sockets).toHaveLength(2);
    expect(last().url).toContain('since=1');
    expect(room.past.seq).toBe(1);
  });

  test('tells the page of what is new, but not of what it catches up with', () => {
    const told = vi.fn();
    seated({ told });
    expect(told).not.toHaveBeenCalled();
    last().update(2, said);
    expect(told).toHaveBeenCalledTimes(1);
  });

  test('gives each answer to the question it belongs to', async () => {
    const room = seated();
    const first = room.ask({ type: 'resign' });
    const second = room.ask({ type: 'rematch' });
    const [a, b] = last().sent.map((message) => message['id']);
    last().say({ type: 'refused', re: b, code: 'wrong_stage', text: '' });
    last().say({ type: 'done', re: a, seq: 2 });
    expect((await first).type).toBe('done');
    expect((await second).type).toBe('refused');
  });

  test('answers that something is lost rather than never', async () => {
    const room = seated();
    const answer = room.ask({ type: 'resign' });
    last().onclose?.();
    expect((await answer).type).toBe('lost');
    expect((await room.ask({ type: 'resign' })).type).toBe('lost');
  });

  test('takes a silent connection for dead', () => {
    const room = seated();
    now = SILENCE_MAX_MS + 1;
    vi.advanceTimersByTime(10_000);
    expect(room.link).toBe('lost');
  });

  test('says that a room is missing instead of trying for ever', async () => {
    const room = client({}, false);
    last().onclose?.();
    await vi.runOnlyPendingTimersAsync();
    expect(room.link).toBe('missing');
    expect(sockets).toHaveLength(1);
  });

  test('waits longer and longer, but not for ever', () => {
    expect([0, 1, 2, 3, 20].map(delayBefore)).toEqual([0, 500, 1_000, 2_000, 10_000]);
  });

  test('tells a page that was signed out, once it is back as a watcher', () => {
    const unseated = vi.fn();
    const room = seated({ unseated });
    last().say({ type: 'bye', code: 'signed_out', text: '' } satisfies ToClient);
    last().onclose?.();
    vi.advanceTimersByTime(delayBefore(1));
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(delayBefore(2));
    expect(sockets).toHaveLength(2);
    expect(unseated).not.toHaveBeenCalled();
    last().say({ type: 'welcome', seats: [], name: '', server_ms: 0 } satisfies ToClient);
    last().update(1);
    expect(unseated).toHaveBeenCalledTimes(1);
    expect([room.link, room.seats]).toEqual(['live', []]);
  });

  test('hangs up while its key is changed, and comes back with the new one', async () => {
    const unseated = vi.fn();
    const room = seated({ unseated });
    let change = (): void => undefined;
    const changed = room.anew(() => new Promise((resolve) => (change = resolve)));
    room.wake();
    expect([last().isClosed, room.link, sockets.length]).toEqual([true, 'connecting', 1]);
    change();
    await changed;
    last().welcome();
    last().update(1);
    expect([room.link, sockets.length]).toEqual(['live', 2]);
    expect(unseated).not.toHaveBeenCalled();
  });

  test('comes back also when its key could not be changed', async () => {
    const room = seated();
    await expect(room.anew(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(sockets).toHaveLength(2);
  });

  test('is silent once closed', () => {
    const room = seated();
    room.close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(last().isClosed).toBe(true);
  });
});
