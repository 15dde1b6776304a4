import { describe, expect, test } from 'vitest';
import type { Outcome, RoomSummary } from '../wire';
import en from '../words/en';
import { entriesOf, isFound, keyOf, playerName, resultOf } from './entries';

const BLACK_RESIGNED: Outcome = { text: 'W+R', winner: 'white', by: 'resignation', margin: null };
const BLACK_WON: Outcome = { text: 'B+5.5', winner: 'black', by: 'score', margin: 5.5 };

function room(name: string, rest: Partial<RoomSummary> = {}): RoomSummary {
  return {
    room: name,
    stage: 'playing',
    game_number: 1,
    seats: { host: { name: 'Ada', engine_level: null }, guest: { name: 'Bo', engine_level: null } },
    black: 'host',
    width: 9,
    height: 9,
    rules: 'japanese',
    company: { type: 'link' },
    n_moves: 7,
    to_move: 'white',
    outcome: null,
    finished: [],
    opened_ms: 10,
    updated_ms: 900,
    ...rest,
  };
}

const THIRD = room('r', {
  game_number: 3,
  finished: [
    { game_number: 2, black: 'guest', n_moves: 40, outcome: BLACK_WON, began_ms: 200 },
    { game_number: 1, black: 'host', n_moves: 30, outcome: BLACK_RESIGNED, began_ms: 100 },
  ],
});

describe('players', () => {
  test('without a name are called by the color of the game, also after the colors have changed', () => {
    const seats = { host: { name: 'White', engine_level: null }, guest: { name: 'Computer', engine_level: 1 } };
    const [now, before] = entriesOf([
      room('r', { seats, black: 'guest', game_number: 2, finished: [{ game_number: 1, black: 'host', n_moves: 9, outcome: BLACK_WON, began_ms: 1 }] }),
    ]);
    expect([playerName(en, now!, 'black'), playerName(en, now!, 'white')]).toEqual([en.computerLevel(1), en.color.white]);
    expect([playerName(en, before!, 'black'), playerName(en, before!, 'white')]).toEqual([en.color.black, en.computerLevel(1)]);
  });
});

describe('entries', () => {
  test('are the games of a room, one by one, the latest first', () => {
    const brief = entriesOf([THIRD, room('s', { updated_ms: 150 })]).map(({ room, number, outcome, at }) => [room.room, number, outcome?.text ?? null, at]);
    expect(brief).toEqual([
      ['r', 3, null, 900],
      ['r', 2, 'B+5.5', 200],
      ['s', 1, null, 150],
      ['r', 1, 'W+R', 100],
    ]);
  });

  test('have the last game of a room once, also where no finished games were kept', () => {
    const over = { stage: 'over', outcome: BLACK_WON } as const;
    const listed = [{ game_number: 1, black: 'host', n_moves: 7, outcome: BLACK_WON, began_ms: 20 }] as const;
    expect(entriesOf([room('r', { ...over, finished: [...listed] })]).map(({ at }) => at)).toEqual([20]);
    expect(entriesOf([room('r', over)]).map(({ at }) => at)).toEqual([900]);
  });

  test('leave out what was closed before it began', () => {
    expect(entriesOf([room('r', { stage: 'closed' })])).toEqual([]);
  });

  test('have a name that changes only while the game goes on', () => {
    const [running, second] = entriesOf([THIRD]);
    const [later] = entriesOf([{ ...THIRD, updated_ms: 901 }]);
    expect(keyOf(running!)).not.toBe(keyOf(later!));
    expect(keyOf(second!)).toBe('r/2');
  });
});

test('a result is that of the person at the browser', () => {
  expect([resultOf(BLACK_WON, 'black'), resultOf(BLACK_WON, 'white'), resultOf(BLACK_WON, null)]).toEqual(['won', 'lost', 'other']);
  expect(resultOf({ ...BLACK_WON, winner: null }, 'black')).toBe('other');
});

describe('looking for a game', () => {
  const [running, second, first] = entriesOf([THIRD]);
  const found = (text: string, result: 'all' | 'won' | 'lost' | 'other' = 'all'): (number | undefined)[] =>
    [running!, second!, first!].filter((entry) => isFound(en, entry, 'white', { text, result })).map(({ number }) => number);

  test.each([
    ['', [3, 2, 1]],
    ['ada', [3, 2, 1]],
    ['bo resign', [1]],
    ['b+5.5', [2]],
    ['nobody', []],
    ['9×9  japanese', [3, 2, 1]],
  ])('%j', (text, numbers) => expect(found(text)).toEqual(numbers));

  test('by the result leaves games out that go on', () => {
    expect(found('', 'won')).toEqual([1]);
    expect(found('', 'lost')).toEqual([2]);
    expect(found('', 'other')).toEqual([]);
  });
});
