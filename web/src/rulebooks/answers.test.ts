import { describe, expect, test } from 'vitest';
import type { PositionFace } from '../wire';
import w from '../words/en';
import { cellOf, countOff } from './answers';
import type { Fact } from './cases';
import words from './words/en';

/** A 2×2 board on which `over` is so and everything else is nothing. */
function face(over: Partial<PositionFace>): PositionFace {
  const none = { captured: 0, dead: 0, passed: 0 };
  const sum = { lines: [], total: 0 };
  return {
    board: { width: 2, height: 2, stones: '....', last: null, ko: null, chains: [] },
    to_move: 'black',
    must_pass: null,
    forbidden: [],
    prisoners: { black: none, white: none },
    steps: [],
    refused: null,
    stage: 'playing',
    score: { black: sum, white: sum, margin: 0, territory: '....', stones: '....' },
    outcome: null,
    ...over,
  };
}

const cell = (fact: Fact, over: Partial<PositionFace>) => cellOf(w, words, fact, face(over));

describe('a cell of the table', () => {
  test('says whether a move is refused, and by which law', () => {
    expect(cell('legal', {})).toEqual({ is: true, text: words.allowed });
    const refused = { index: 0, code: 'suicide' as const, text: 'x' };
    expect(cell('legal', { refused })).toEqual({ is: false, text: w.topics.suicide });
  });

  test('says that there is no such game', () => {
    expect(cellOf(w, words, 'exists', null).is).toBe(false);
    expect(cell('exists', {}).is).toBe(true);
  });

  test('says whether play goes on, and with whom', () => {
    expect(cell('stage', { to_move: 'white' })).toEqual({ is: false, text: words.goesOn(w.color.white) });
    expect(cell('stage', { to_move: null, stage: 'stopped' })).toEqual({ is: true, text: words.stopped });
  });

  test('counts what was handed over and what was removed', () => {
    const prisoners = { black: { captured: 3, dead: 0, passed: 2 }, white: { captured: 0, dead: 0, passed: 1 } };
    expect(cell('handed', { prisoners }).text).toBe('3');
    const { board, score } = face({});
    expect(cell('removed', { board: { ...board, stones: 'XO.O' }, score: { ...score, stones: 'X..O' } }).text).toBe('1');
  });

  test('reads lines of the sum', () => {
    const { score } = face({});
    const white = {
      lines: [
        { name: 'komi' as const, points: 7.5 },
        { name: 'territory' as const, points: 4 },
      ],
      total: 11.5,
    };
    expect(cell('komi', { score: { ...score, white } }).text).toBe('7.5');
    expect(cell('whiteTerritory', { score: { ...score, white } }).text).toBe('4');
    expect(cell('blackTerritory', { score: { ...score, white } }).text).toBe('0');
  });
});

describe('the stones that a move took off', () => {
  const { board } = face({});

  test('are those captured while the stone stands', () => {
    const steps = [{ by: 'black' as const, at: 'A1', lifted: ['B1', 'B2'] }];
    expect(countOff(face({ steps, board: { ...board, stones: '..X.' } }))).toBe(2);
  });

  test('have the stone itself among them if it does not stand', () => {
    const steps = [{ by: 'black' as const, at: 'A1', lifted: ['A2'] }];
    expect(countOff(face({ steps, board: { ...board, stones: '....' } }))).toBe(2);
  });

  test('are none after a pass', () => {
    expect(countOff(face({ steps: [{ by: 'black', at: 'pass', lifted: [] }] }))).toBe(0);
  });
});
