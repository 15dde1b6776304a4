import { expect, test } from 'vitest';
import { colorNamed } from './own';

test('the reader is the player of the same name, whatever the rank', () => {
  const players = { black: 'Ann 5k', white: 'Bo' };
  expect(colorNamed('Ann', { players })).toBe('black');
  expect(colorNamed(' Bo ', { players })).toBe('white');
  expect(colorNamed('An', { players })).toBeNull();
  expect(colorNamed('', { players: { black: '', white: null } })).toBeNull();
  expect(colorNamed('Bo', { players: { black: 'Bo', white: 'Bo' } })).toBeNull();
});
