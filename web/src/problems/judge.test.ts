import { beforeEach, describe, expect, test, vi } from 'vitest';
import { asked, known } from './judge';
import type { FindTask } from './own';

const TASK: FindTask = { type: 'find', solved: ['D4', 'E5'], line: ['D4', 'C3'], wrong: [['A1', 'D4']], lost: 8, lead: 3, visits: 50, game: 'g', node: 4 };

/** What the opponent leads by after the move. */
let lead = 0;
const sent = vi.fn();

vi.mock('../review/desk', () => ({
  think: async (...question: unknown[]) => {
    sent(...question);
    return { lead, candidates: [{ variation: ['B2', 'B3'] }] };
  },
}));
vi.mock('./own', async (original) => ({ ...(await original<object>()), readOwn: () => ({ problems: [], games: { g: '(;SZ[9])' } }) }));

describe('what the review knows', () => {
  test('is told without asking', () => {
    expect(known(TASK, 'D4')).toEqual({ isGood: true, line: ['D4', 'C3'] });
    expect(known(TASK, 'E5')).toEqual({ isGood: true, line: ['E5'] });
    expect(known(TASK, 'A1')).toEqual({ isGood: false, line: ['A1', 'D4'] });
    expect(known(TASK, 'B1')).toBeNull();
  });
});

describe('what the review does not know', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      const { edit } = JSON.parse(body) as { edit: unknown };
      expect(edit).toEqual({ type: 'play', node: 4, at: 'B1' });
      return { ok: true, status: 200, json: async () => ({ sgf: '(;SZ[9];B[bi])', at: 5 }) };
    });
  });

  test('is good if it loses less than a quarter of what the mistake lost', async () => {
    lead = -1.5;
    expect(await asked(TASK, 'B1')).toEqual({ isGood: true, line: ['B1', 'B2', 'B3'] });
    expect(sent).toHaveBeenLastCalledWith('(;SZ[9];B[bi])', 5, 50);
  });

  test('is refuted by what the program expects then', async () => {
    lead = -0.5;
    expect(await asked(TASK, 'B1')).toEqual({ isGood: false, line: ['B1', 'B2', 'B3'] });
  });
});
