import { describe, expect, test } from 'vitest';
import type { Happened, Scene, Score, Announcement } from '../wire';
import en from '../words/en';
import { nameOf, outcomeText, speakerName } from './names';
import {
  announcement,
  colorOf,
  describePoint,
  isAsked,
  isBetweenPeople,
  isTurnOf,
  looksAccidental,
  nearColor,
  seatOf,
  sumLines,
  swapText,
  termsTexts,
  type Described,
} from './scene';

function scene(more: Partial<Scene> = {}): Scene {
  const board = { width: 9, height: 9, stones: '', last: null, ko: null, chains: [] };
  const seats = { host: { name: 'Ann', engine_level: null }, guest: { name: 'Guest', engine_level: null } };
  return {
    stage: 'playing',
    board,
    seats,
    black: 'guest',
    to_move: 'black',
    must_pass: null,
    n_passes: 0,
    n_moves: 3,
    undo_asked_by: null,
    rematch_offered_by: null,
    bidding: null,
    agreement: null,
    ...more,
  } as Scene;
}

function tell(...happened: Happened[]): Announcement[] {
  return happened.map((what, i) => ({ seq: i + 1, at_ms: 0, what }));
}

test('who sits where follows from who has Black', () => {
  expect([seatOf(scene(), 'black'), seatOf(scene(), 'white')]).toEqual(['guest', 'host']);
  expect([colorOf(scene(), 'host'), colorOf(scene({ black: null }), 'host')]).toEqual(['white', null]);
});

test('it is the turn of whoever holds the seat to move, while play goes on', () => {
  expect(isTurnOf(scene(), ['guest'])).toBe(true);
  expect(isTurnOf(scene(), ['host'])).toBe(false);
  expect(isTurnOf(scene(), [])).toBe(false);
  expect(isTurnOf(scene(), ['host', 'guest'])).toBe(true);
  expect(isTurnOf(scene({ stage: 'stopped' }), ['guest'])).toBe(false);
});

test('a game is between people if it is by a link and no seat is the computer’s', () => {
  const by = (type: string, engine_level: number | null): boolean =>
    isBetweenPeople(scene({ terms: { company: { type } } as Scene['terms'], seats: { host: null, guest: { name: '', engine_level } } }));
  expect([by('link', null), by('link', 3), by('engine', 3), by('same_screen', null)]).toEqual([true, false, false, false]);
});

test('no komi is not spoken of where the computer plays', () => {
  const texts = (komi: number, type: string): string[] =>
    termsTexts(en, { width: 5, height: 5, handicap: 0, komi, clock: 'none', undo: 'free', company: { type } } as Scene['terms'], 'Rules');
  const isSaid = (komi: number, type: string): boolean => texts(komi, type).some((text) => /komi/i.test(text));
  expect([isSaid(0, 'engine'), isSaid(0.5, 'engine'), isSaid(0, 'link')]).toEqual([false, true, true]);
  expect([en.told.began(1, null), en.told.began(2, '7')]).toEqual(['The game begins.', 'Game 2 begins, komi 7.']);
});

test('a sum has no line for a komi of nothing', () => {
  const sum = (komi: number): Score =>
    ({
      black: { lines: [{ name: 'territory', points: 3 }] },
      white: {
        lines: [
          { name: 'territory', points: 0 },
          { name: 'komi', points: komi },
        ],
      },
    }) as unknown as Score;
  expect([sumLines(sum(0)), sumLines(sum(0.5))]).toEqual([['territory'], ['territory', 'komi']]);
});

test('playing again says which colour it brings, unless colours stay or are bid for', () => {
  const text = (terms: Partial<Scene['terms']>, color: 'black' | 'white' | null): string | null =>
    swapText(en, { terms: { handicap: 0, komi: 6.5, ...terms } as Scene['terms'] }, color);
  const { swap, yours } = en.table.rematch;
  expect([text({}, 'black'), text({}, 'white'), text({}, null)]).toEqual([yours.white, yours.black, swap]);
  expect([text({ handicap: 2 }, 'black'), text({ komi: 'auction' }, null)]).toEqual([null, null]);
});

test('whoever is asked is the other one', () => {
  expect(isAsked(scene({ undo_asked_by: 'host' }), ['guest'])).toBe(true);
  expect(isAsked(scene({ undo_asked_by: 'host' }), ['host'])).toBe(false);
  expect(isAsked(scene({ undo_asked_by: 'host' }), [])).toBe(false);
});

test.each([
  ['early', {}, true],
  ['late', { n_moves: 27 }, false],
  ['as an answer to a pass', { n_passes: 1 }, false],
  ['that the handicap asks for', { must_pass: 1 }, false],
])('a pass %s looks accidental or not', (_, more, isAccidental) => {
  expect(looksAccidental(scene(more))).toBe(isAccidental);
});

test('one sits behind one’s own stones, and watchers behind Black’s', () => {
  expect([['host'], ['guest'], [], ['host', 'guest']].map((seats) => nearColor(scene(), seats as ('host' | 'guest')[]))).toEqual([
    'white',
    'black',
    'black',
    'black',
  ]);
});

test('people without a name are called by their part in the reader’s language', () => {
  const words = { ...en, guest: 'Gast' };
  expect(nameOf(words, scene(), 'guest')).toBe('Gast');
  expect(nameOf(words, scene(), 'host')).toBe('Ann');
  const computer = { host: null, guest: { name: 'Computer', engine_level: 4 } };
  expect(nameOf(words, { seats: computer }, 'guest')).toBe('Computer, level 4');
});

test('who watches is marked, also under the name of a player', () => {
  const said = (from: 'host' | 'watcher', name: string): string => speakerName(en, { from, name });
  expect(said('host', 'Ann')).toBe('Ann');
  expect(said('watcher', 'Ann')).toBe('Ann (watching)');
  expect(['', 'Watcher', 'Black', 'Host'].map((name) => said('watcher', name))).toEqual(Array(4).fill('Watcher'));
  const happened: Happened = { type: 'said', from: 'watcher', name: 'Ann', text: 'hm' };
  expect(announcement(en, tell(happened), false)).toBe('Ann (watching): hm');
});

test('an ending is told in a sentence', () => {
  const end = (by: 'score' | 'resignation' | 'time' | 'no_result', winner: 'black' | 'white' | null, margin: number | null) =>
    outcomeText(en, { text: '', by, winner, margin });
  expect([end('score', 'white', 0.5), end('score', 'black', 1), end('score', null, 0)]).toEqual([
    'White wins by 0.5 points',
    'Black wins by 1 point',
    'A draw',
  ]);
  expect([end('resignation', 'black', null), end('time', 'white', null), end('no_result', null, null)]).toEqual([
    'Black wins by resignation',
    'White wins on time',
    'No result',
  ]);
});

describe('a listener hears', () => {
  const moved = (at: string, lifted: string[]): Happened => ({ type: 'moved', node: 1, parent: 0, by: 'white', at, lifted, left_ms: null });

  test('the move, what it captures, and whose turn it is', () => {
    expect(announcement(en, tell(moved('Q16', ['A1', 'A2'])), true)).toBe('White Q16. Captures 2: A1, A2. Your move.');
    expect(announcement(en, tell(moved('pass', [])), false)).toBe('White passes.');
  });

  test('nothing where nothing is to be told', () => {
    expect(announcement(en, tell({ type: 'proposed' }), true)).toBe('');
  });
});

describe('a point is described', () => {
  const board: Described = {
    width: 3,
    height: 2,
    stones: 'XX.O..',
    chains: [
      { stones: [0, 1], liberties: 2 },
      { stones: [3], liberties: 1 },
    ],
    last: 3,
    dead: new Set([3]),
    forbidden: new Map([[2, 'Ko.']]),
    territory: '..xx..',
  };

  test('with its chain, its liberties and what else is known of it', () => {
    expect([0, 2, 3, 5].map((spot) => describePoint(en, board, spot))).toEqual([
      'A2, black, chain of 2, 2 liberties',
      'C2, empty, Ko., Black’s territory',
      'A1, white, single stone, 1 liberty, marked dead, Black’s territory, last move',
      'C1, empty',
    ]);
  });
});
