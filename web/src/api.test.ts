import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signOutOthers } from './api';

describe('signing out the other devices', () => {
  const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
  const secrets = (): unknown[] => fetched.mock.calls.map(([, init]) => JSON.parse(String(init.body)));
  const lost = (): Promise<Response> => Promise.reject(new TypeError('no line'));

  beforeEach(() => {
    vi.useFakeTimers();
    fetched.mockReset();
    vi.stubGlobal('fetch', fetched);
  });
  afterEach(() => vi.unstubAllGlobals());

  test('asks again with the same secret when the answer is lost', async () => {
    fetched.mockImplementationOnce(lost).mockResolvedValueOnce(Response.json({}));
    const done = signOutOthers('r');
    await vi.runAllTimersAsync();
    await done;
    const [first, second] = secrets();
    expect(second).toEqual(first);
    expect(first).toEqual({ secret: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
  });

  test('takes no for an answer, and does not ask for ever', async () => {
    fetched.mockResolvedValueOnce(Response.json({ code: 'no_seat', text: '' }, { status: 401 }));
    await expect(signOutOthers('r')).rejects.toMatchObject({ code: 'no_seat' });
    fetched.mockReset().mockImplementation(lost);
    const never = expect(signOutOthers('r')).rejects.toMatchObject({ code: 'offline' });
    await vi.runAllTimersAsync();
    await never;
    expect(new Set(secrets().map((secret) => JSON.stringify(secret))).size).toBe(1);
    expect(fetched.mock.calls.length).toBeLessThan(10);
  });
});
