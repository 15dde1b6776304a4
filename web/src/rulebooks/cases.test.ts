import { describe, expect, test } from 'vitest';
import { CASES, lineOf, questionFor } from './cases';
import type { CaseWords } from './words';
import en from './words/en';

const CATALOGUES = import.meta.glob<{ default: typeof en }>('./words/??.ts', { eager: true });

describe('the cases', () => {
  test.each(CASES)('$id has a drawn board of the size it says', ({ start }) => {
    const { width = 0, stones } = start;
    if (stones) expect(stones).toMatch(new RegExp(`^[.XO]{${width * width}}$`));
  });

  test.each(CASES)('$id reads every column off a line that it has', (one) => {
    expect(one.columns.length).toBeGreaterThan(0);
    for (const { of } of one.columns) expect({ ...one.lines, ...one.beside }).toHaveProperty(of);
  });

  test('ask about dead stones only where the rulebook removes some', () => {
    const dead = CASES.find(({ id }) => id === 'dead')!;
    const line = lineOf(dead, 'both');
    expect(questionFor(dead, line, { name: 'goban', removes_dead: true, sizes: null }).dead).toEqual(line.dead);
    expect(questionFor(dead, line, { name: 'concise', removes_dead: false, sizes: null }).dead).toEqual([]);
  });

  test('ask a line from where the case begins, under the rulebook', () => {
    const sending = CASES.find(({ id }) => id === 'sending')!;
    const question = questionFor(sending, lineOf(sending, 'passed'), { name: 'oldest', removes_dead: true, sizes: null });
    expect(question).toMatchObject({ rules: 'oldest', to_move: 'white', moves: ['pass', 'A1', 'C1', 'B1'], width: 9 });
    expect(question.stones).toBe(sending.start.stones);
  });
});

describe('the words of the five rulebooks', () => {
  test('are there in seven languages', () => {
    expect(Object.keys(CATALOGUES)).toHaveLength(7);
  });

  test.each(Object.keys(CATALOGUES))('name every line that can be tried, and no other, in %s', (path) => {
    for (const { id, lines } of CASES) {
      const words: CaseWords = CATALOGUES[path]!.default.cases[id];
      expect(Object.keys(words.lines), id).toEqual(Object.keys(lines));
      expect(words.lead.length, id).toBeGreaterThan(10);
    }
  });

  test.each(Object.keys(CATALOGUES))('speak of the points that are played in %s', (path) => {
    const { cases } = CATALOGUES[path]!.default;
    for (const at of ['A9', 'E5', 'H2']) expect(cases.suicide.lead).toContain(at);
    expect(cases.ko.lead).toContain('D5');
    expect(cases.sending.lead).toContain('B1');
    expect(cases.triple.lead).toContain('D8');
    expect(cases.count.lead).toContain('B5');
    for (const at of ['A1', 'C1', 'E1']) expect(cases.seki.lead).toContain(at);
  });
});
