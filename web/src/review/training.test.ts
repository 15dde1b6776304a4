import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Candidate, JudgedMove, RecordNode, RecordTree, ReviewedGame } from '../wire';
import type { Moment } from './moments';
import { canTrain, problemOf } from './training';

const NONE = { black: 0, white: 0 };
const NODES: RecordNode[] = [
  { parent: null, number: 0, changes: [], to_move: 'black', prisoners: NONE },
  { parent: 0, by: 'black', at: 'B2', number: 1, changes: [{ at: 'B2', stone: 'black' }], to_move: 'white', prisoners: NONE },
  { parent: 1, by: 'white', at: 'A1', number: 2, changes: [{ at: 'A1', stone: 'white' }], to_move: 'black', prisoners: NONE },
];
const TREE = { sgf: '(;SZ[3];B[bb];W[ac])', width: 3, height: 3, rules: 'chinese', komi: 7, nodes: NODES } as unknown as RecordTree;

function candidate(move: string, lead: number, visits: number): Candidate {
  return { move, lead, visits, prior: 0.1, win_rate: 0.5, variation: [move, 'A3'] };
}

const JUDGED = {
  grade: 'blunder',
  best: 'C3',
  variation: ['C3', 'A1', 'A2', 'A3', 'B1', 'B3', 'C1'],
  best_win_rate: 0.5,
  best_lead: 2,
  win_rate: 0.1,
  lead: -6,
  points_lost: 8,
  win_rate_lost: 0.4,
} as const;
const MOVE: JudgedMove = { number: 2, by: 'white', move: 'A1', node: 2, before: 1, after: 2, judged: { ...JUDGED, variation: [...JUDGED.variation] } };
const MOMENT: Moment = { node: 2, move: MOVE };
const GAME = {
  positions: [
    { candidates: [] },
    // The best, one that is near enough, one that is not, one that was hardly tried, the move itself.
    {
      candidates: [
        candidate('C3', 2, 30),
        candidate('C1', 0.2, 9),
        candidate('B1', -3, 9),
        candidate('C2', 2, 1),
        candidate('A1', 1, 9),
        candidate('pass', 2, 9),
      ],
    },
    { candidates: [candidate('B1', 6, 40)] },
  ],
} as unknown as ReviewedGame;

/** What the server says stands on the board after the moves. */
let face: unknown;

beforeEach(() => {
  face = { refused: null, board: { stones: '....X....' }, to_move: 'white' };
  vi.stubGlobal('fetch', async () => ({ ok: true, status: 200, json: async () => face }));
});

describe('a mistake as a problem', () => {
  test('accepts what is near the best and refutes what was played', async () => {
    const problem = await problemOf(TREE, GAME, MOMENT, 50);
    expect(problem).toMatchObject({ kind: 'own', turn: 'white', stones: '....X....' });
    expect(problem?.task).toMatchObject({ solved: ['C3', 'C1'], wrong: [['A1', 'B1', 'A3']], lead: 2, lost: 8, visits: 50, node: 1 });
    expect(problem?.task.line).toEqual(['C3', 'A1', 'A2', 'A3', 'B1', 'B3']);
  });

  test('keeps the moves that led there', async () => {
    const problem = await problemOf(TREE, GAME, MOMENT, 50);
    expect(problem?.position).toMatchObject({ stones: '.........', to_move: 'black', moves: ['B2'] });
  });

  test('begins with the stones where the moves cannot be made again', async () => {
    for (const odd of [{ refused: { index: 0 } }, { board: { stones: '.........' } }, { to_move: 'black' }]) {
      face = { refused: null, board: { stones: '....X....' }, to_move: 'white', ...odd };
      const problem = await problemOf(TREE, GAME, MOMENT, 50);
      expect(problem?.position).toMatchObject({ stones: '....X....', to_move: 'white', moves: [] });
    }
  });

  test('has the same name each time it is made', async () => {
    const [one, other] = [await problemOf(TREE, GAME, MOMENT, 50), await problemOf(TREE, GAME, MOMENT, 200)];
    expect(one?.id).toBe(other?.id);
    expect(one?.id).toMatch(/^own-[0-9a-f]{16}$/);
  });
});

test('only where there was a better point is there something to train', () => {
  const with_ = (judged: Partial<typeof JUDGED> | null): Moment => ({ node: 2, move: { ...MOVE, judged: judged && { ...JUDGED, ...judged, variation: [] } } });
  expect(canTrain(MOMENT)).toBe(true);
  expect(canTrain(with_({ best: 'pass' as 'C3' }))).toBe(false);
  expect(canTrain(with_({ best: 'A1' as 'C3' }))).toBe(false);
  expect(canTrain(with_(null))).toBe(false);
});
