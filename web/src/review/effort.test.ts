import { expect, test } from 'vitest';
import { EFFORTS, firstVisits, nextVisits, VISITS_MOST, visitsToBegin } from './effort';

test('a review has one round, unless it goes on until it is stopped', () => {
  const rounds = EFFORTS.map((effort) => {
    const all = [firstVisits(effort)];
    for (let next = nextVisits(effort, all[0]!); next !== null; next = nextVisits(effort, all.at(-1)!)) all.push(next);
    return all;
  });
  expect(rounds).toEqual([[70], [400], [70, 140, 280, 560, 1120, 2240, 4480, 8960, 17920, VISITS_MOST]]);
});

test('what is known is not asked for again', () => {
  expect(visitsToBegin('endless', 400)).toBe(800);
  expect(visitsToBegin('endless', null)).toBe(70);
  expect(visitsToBegin('thorough', 70)).toBe(400);
  expect(visitsToBegin('quick', 70)).toBe(70);
});
