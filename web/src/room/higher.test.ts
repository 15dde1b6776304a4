import { expect, test } from 'vitest';
import type { Outcome, Scene } from '../wire';
import { levelAbove, wishAt } from './higher';

const scene = (company: unknown): Scene =>
  ({
    terms: { width: 9, height: 9, rules: 'chinese', komi: 7.5, handicap: 0, handicap_to: 'black', clock: 'none', colors: 'host_black', undo: 'free', company },
  }) as unknown as Scene;
const won = (winner: 'black' | 'white' | null): Outcome => ({ winner, by: 'resignation' }) as unknown as Outcome;
const against = (level: number): Scene => scene({ type: 'engine', level });

test('who beat a level is offered the next', () => {
  expect(levelAbove(against(3), won('black'), 'black', 24)).toBe(4);
  expect(levelAbove(against(23), won('white'), 'white', 24)).toBe(24);
});

test('who did not win, watched, beat the highest or played a person is offered nothing', () => {
  expect(levelAbove(against(3), won('white'), 'black', 24)).toBeNull();
  expect(levelAbove(against(3), won(null), 'black', 24)).toBeNull();
  expect(levelAbove(against(3), won('black'), null, 24)).toBeNull();
  expect(levelAbove(against(24), won('black'), 'black', 24)).toBeNull();
  expect(levelAbove(scene({ type: 'link' }), won('black'), 'black', 24)).toBeNull();
});

test('the next game is the same but for the level', () => {
  const wish = wishAt(4, against(3), 'Ann');
  expect(wish).toEqual({ ...against(3).terms, company: { type: 'engine', level: 4 }, name: 'Ann' });
  expect(wishAt(4, against(3), '')).not.toHaveProperty('name');
});
