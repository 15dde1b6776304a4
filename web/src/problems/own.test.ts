import { beforeEach, describe, expect, test } from 'vitest';
import type { Position } from '../wire';
import { forgetOwn, keepOwn, nameOf, OWN_MAX, type OwnProblem, readOwn, slackOf } from './own';

const position: Position = { rules: 'chinese', width: 9, height: 9, komi: 7, handicap: 0, stones: null, to_move: 'black', moves: [], dead: [] };

function mistake(id: string, game = 'first'): OwnProblem {
  const task = { type: 'find' as const, solved: ['D4'], line: ['D4'], wrong: [['A1']], lost: 4, lead: 0, visits: 50, game, node: 3 };
  return { id, kind: 'own', difficulty: 0, position, stones: '.'.repeat(81), turn: 'black', task };
}

const ids = (): string[] => readOwn().problems.map(({ id }) => id);

/** The browser's memory, with room for so many characters. */
function remember(room: number): Map<string, string> {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new Error('full');
      kept.set(key, text);
    },
  } as unknown as Storage;
  return kept;
}

describe('the mistakes of a browser', () => {
  beforeEach(() => {
    remember(Infinity);
  });

  test('are kept with their games, the latest first, and none twice', () => {
    expect(keepOwn('(;SZ[9])', [mistake('a'), mistake('b')])).toBe(true);
    expect(keepOwn('(;SZ[13])', [mistake('c', 'second'), mistake('a')])).toBe(true);
    expect(ids()).toEqual(['c', 'a', 'b']);
    expect(readOwn().games).toEqual({ first: '(;SZ[13])', second: '(;SZ[13])' });
  });

  test('are forgotten one by one, and a game with its last one', () => {
    keepOwn('(;SZ[9])', [mistake('a')]);
    keepOwn('(;SZ[13])', [mistake('b', 'second')]);
    forgetOwn('a');
    expect(ids()).toEqual(['b']);
    expect(Object.keys(readOwn().games)).toEqual(['second']);
  });

  test('are never more than may be', () => {
    const many = Array.from({ length: OWN_MAX + 5 }, (_, i) => mistake(`m${i}`));
    keepOwn('(;)', many.slice(5));
    keepOwn('(;)', many.slice(0, 5));
    expect(ids()).toHaveLength(OWN_MAX);
    expect(ids()[0]).toBe('m0');
  });

  test('are not said to be kept where there is no room', () => {
    remember(100);
    expect(keepOwn('(;SZ[9])', [mistake('a')])).toBe(false);
  });

  test('are passed over where they are nonsense, or their game is gone', () => {
    const kept = remember(Infinity);
    const nonsense = [null, 7, { ...mistake('x'), turn: 'red' }, { ...mistake('y'), task: { type: 'find' } }, mistake('z', 'gone')];
    kept.set('ponnuki.own', JSON.stringify({ problems: [...nonsense, mistake('a')], games: { first: '(;)' } }));
    expect(ids()).toEqual(['a']);
    kept.set('ponnuki.own', '{"problems":{}}');
    expect(ids()).toEqual([]);
  });
});

test('a good answer loses a point at most, or a part of what the mistake lost', () => {
  expect(slackOf(1.5)).toBe(1);
  expect(slackOf(20)).toBe(5);
});

test('a name is the same for the same text and another for another', () => {
  expect(nameOf('one')).toBe(nameOf('one'));
  const names = Array.from({ length: 2000 }, (_, i) => nameOf(`.X${i}O`));
  expect(new Set(names).size).toBe(names.length);
  expect(nameOf('')).toMatch(/^[0-9a-f]{16}$/);
});
