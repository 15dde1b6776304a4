import { expect, test } from 'vitest';
import { plural } from './plural';

test('each language counts in its own way', () => {
  const forms = { one: '# one', other: '# other' };
  expect([0, 1, 2].map((n) => plural('en')(n, forms))).toEqual(['0 other', '1 one', '2 other']);
  expect([0, 1, 2].map((n) => plural('fr')(n, forms))).toEqual(['0 one', '1 one', '2 other']);
  expect([0, 1, 2].map((n) => plural('ja')(n, forms))).toEqual(['0 other', '1 other', '2 other']);
});

test('numbers are written as the language writes them', () => {
  expect(plural('de')(6.5, { other: '# Punkte' })).toBe('6,5 Punkte');
});
