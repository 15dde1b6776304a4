import { expect, test } from 'vitest';
import type { RecordTree } from '../wire';
import { playersAndDate } from './title';

test.each([
  ['Ann', 'Bo', '2026-11-17', 'Ann - Bo 2026-11-17'],
  ['Ann', null, '2026-11-17', 'Ann - White 2026-11-17'],
  ['', 'Bo', null, 'Black - Bo'],
  [null, null, '2026-11-17', '2026-11-17'],
  ['', '', null, null],
])('a game without a name between %j and %j on %j is called %j', (black, white, date, name) => {
  const about = date === null ? [] : [{ name: 'DT', text: date }];
  const tree = { players: { black, white }, about } as Pick<RecordTree, 'players' | 'about'>;
  expect(playersAndDate(tree, { black: 'Black', white: 'White' })).toBe(name);
});
