import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BookProblem, Position } from '../wire';
import { Attempt } from './attempt.svelte';
import type { Verdict } from './judge';
import type { AnyProblem, OwnProblem } from './own';

const position: Position = { rules: 'chinese', width: 9, height: 9, komi: 0, handicap: 0, stones: null, to_move: 'black', moves: [], dead: [] };
const NET: BookProblem = {
  id: 'net-1',
  kind: 'net',
  rating: 900,
  position,
  task: { type: 'play', goal: 'capture', stones: ['G6'], by_ko: false, solved: ['F5', 'G4'], line: ['F5', 'F6', 'E6'], wrong: [['G5', 'F6']] },
};
const COUNT: BookProblem = { id: 'counting-1', kind: 'counting', rating: 700, position, task: { type: 'count', lead: -7 } };

const OWN: OwnProblem = {
  id: 'own-1',
  kind: 'own',
  difficulty: 0,
  position,
  stones: '.'.repeat(81),
  turn: 'black',
  task: { type: 'find', solved: ['F5'], line: ['F5', 'F6'], wrong: [['G5', 'F6']], lost: 5, lead: 0, visits: 50, game: 'g', node: 3 },
};

/** What is thought of a move that the review did not look at. */
let verdict: () => Promise<Verdict>;
vi.mock('./judge', async (original) => ({ ...(await original<object>()), asked: () => verdict() }));

/** The moves that the server was asked about last. */
let asked: string[] = [];
let clock = 0;

function attempt(problem: AnyProblem): Attempt {
  return new Attempt(problem, () => clock);
}

beforeEach(() => {
  clock = 0;
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    asked = (JSON.parse(body) as Position).moves ?? [];
    return { ok: true, status: 200, json: async () => ({}) };
  });
});

describe('an attempt', () => {
  test('that is right at once was easy, and the line is played out', async () => {
    const own = attempt(NET);
    await own.play('F5');
    expect([own.standing, own.grade]).toEqual(['solved', 'easy']);
    expect(asked).toEqual(['F5', 'F6', 'E6']);
  });

  test('that took a while was good, also by another move that solves it', async () => {
    const own = attempt(NET);
    clock = 60_000;
    await own.play('G4');
    expect([own.standing, own.grade]).toEqual(['solved', 'good']);
    expect(asked).toEqual(['G4']);
  });

  test('after one wrong try was hard, after two it has to come again', async () => {
    const own = attempt(NET);
    await own.play('G5');
    expect([own.standing, own.grade, asked]).toEqual(['wrong', null, ['G5', 'F6']]);
    await own.play('F5');
    expect(own.standing).toBe('wrong');
    await own.restart();
    await own.play('F5');
    expect(own.grade).toBe('hard');

    const other = attempt(NET);
    for (const at of ['A1', 'A2']) {
      await other.play(at);
      expect(other.standing).toBe('other');
      await other.restart();
    }
    await other.play('F5');
    expect(other.grade).toBe('again');
  });

  test('that was given up has to come again, and playing on changes nothing', async () => {
    const own = attempt(NET);
    await own.giveUp();
    expect([own.standing, own.grade, asked]).toEqual(['shown', 'again', ['F5', 'F6', 'E6']]);
    await own.play('F5');
    expect([own.standing, own.grade]).toEqual(['shown', 'again']);
  });

  test('at a mistake is judged by the review, or by the server where that says nothing', async () => {
    const own = attempt(OWN);
    await own.play('G5');
    expect([own.standing, asked]).toEqual(['wrong', ['G5', 'F6']]);
    await own.restart();
    verdict = async () => ({ isGood: false, line: ['A1', 'F5'] });
    await own.play('A1');
    expect([own.standing, asked]).toEqual(['wrong', ['A1', 'F5']]);
    await own.restart();
    verdict = async () => ({ isGood: true, line: ['E5', 'F6', 'E6'] });
    await own.play('E5');
    expect([own.standing, own.grade, asked]).toEqual(['solved', 'again', ['E5', 'F6', 'E6']]);
  });

  test('that nobody can judge may be made again, and counts for nothing', async () => {
    const own = attempt(OWN);
    verdict = () => Promise.reject(new Error('offline'));
    await expect(own.play('A1')).rejects.toThrow('offline');
    expect([own.standing, own.isJudging, asked]).toEqual(['open', false, []]);
    await own.play('F5');
    expect([own.standing, own.grade]).toEqual(['solved', 'easy']);
  });

  test('at a count says by how much Black is ahead', async () => {
    const own = attempt(COUNT);
    await own.answer(7);
    expect([own.standing, own.grade]).toEqual(['other', null]);
    await own.answer(-7);
    expect([own.standing, own.grade]).toEqual(['solved', 'hard']);
  });
});
