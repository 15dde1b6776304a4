import { describe, expect, test } from 'vitest';
import { type Grade, interval, INTERVAL_MAX, learned, type Memory, retrievability, reviewed } from './fsrs';

/** The intervals when every answer comes on the day it is due. */
function intervals(first: Grade, ...grades: Grade[]): number[] {
  let memory = learned(first);
  const days = [interval(memory)];
  for (const grade of grades) {
    memory = reviewed(memory, grade, interval(memory));
    days.push(interval(memory));
  }
  return days;
}

describe('when to ask again', () => {
  test('the first intervals are those that were published', () => {
    expect((['again', 'hard', 'good', 'easy'] as const).map((grade) => interval(learned(grade)))).toEqual([1, 1, 3, 16]);
  });

  test('intervals grow with good answers, faster with easy ones, slower with hard ones', () => {
    const good = intervals('good', 'good', 'good', 'good');
    expect(good).toEqual([...good].sort((a, b) => a - b));
    expect(new Set(good).size).toBe(good.length);
    const [hard = 0, plain = 0, easy = 0] = (['hard', 'good', 'easy'] as const).map((grade) => intervals('good', grade).at(-1));
    expect(hard).toBeLessThan(plain);
    expect(plain).toBeLessThan(easy);
  });

  test('an interval falls after a lapse, and grows again more slowly than before', () => {
    const [, , before = 0, after = 0, next = 0] = intervals('good', 'good', 'good', 'again', 'good');
    expect(after).toBeLessThan(before / 2);
    expect(next).toBeGreaterThan(after);
    expect(next).toBeLessThan(before);
  });

  test('nine of ten know it when the interval is over, all at once, fewer later', () => {
    for (const stability of [0.4, 3, 16, 400]) {
      const memory: Memory = { stability, difficulty: 5 };
      expect(retrievability(memory, 0)).toBe(1);
      expect(retrievability(memory, stability)).toBeCloseTo(0.9, 12);
      expect(retrievability(memory, 2 * stability)).toBeLessThan(0.9);
    }
  });

  test('what comes late and is known lasts longer than what came in time', () => {
    const memory = learned('good');
    expect(reviewed(memory, 'good', 10).stability).toBeGreaterThan(reviewed(memory, 'good', 3).stability);
  });

  test('a second answer on the same day changes little, and a bad one never helps', () => {
    const memory = learned('good');
    const { stability } = reviewed(memory, 'good', 0);
    expect(stability).toBeGreaterThan(memory.stability);
    expect(stability).toBeLessThan(reviewed(memory, 'good', 3).stability);
    expect(reviewed(memory, 'again', 0).stability).toBeLessThan(memory.stability);
  });

  test('difficulty stays from 1 to 10, and no interval is under a day or beyond its limit', () => {
    for (const grade of ['again', 'hard', 'good', 'easy'] as const) {
      let memory = learned(grade);
      for (let i = 0; i < 60; i++) memory = reviewed(memory, grade, interval(memory));
      expect(memory.difficulty).toBeGreaterThanOrEqual(1);
      expect(memory.difficulty).toBeLessThanOrEqual(10);
      expect(interval(memory)).toBeGreaterThanOrEqual(1);
      expect(interval(memory)).toBeLessThanOrEqual(INTERVAL_MAX);
    }
  });
});
