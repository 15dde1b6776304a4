import { describe, expect, test } from 'vitest';
import { fits, remembered, USUAL, wishFor, type Choice } from './choice';
import type { RulesPage } from '../wire';

const engine = { type: 'engine', level: 3 } as const;
const link = { type: 'link' } as const;

describe('a wish', () => {
  test('says little where everything is as usual', () => {
    expect(wishFor(USUAL, engine, '')).toEqual({
      width: 9,
      height: 9,
      rules: 'japanese',
      company: engine,
      colors: 'host_black',
    });
  });

  test('of a friend here leaves the colours to the server', () => {
    expect(wishFor(USUAL, { type: 'same_screen' }, '')).not.toHaveProperty('colors');
  });

  test('with bidding leaves the colours to the bidding, but the computer does not bid', () => {
    const bidding: Choice = { ...USUAL, komi: 'auction' };
    expect(wishFor(bidding, link, '')).toMatchObject({ komi: 'auction' });
    expect(wishFor(bidding, link, '')).not.toHaveProperty('colors');
    expect(wishFor(bidding, engine, '')).not.toHaveProperty('komi');
    expect(wishFor(bidding, engine, '')).toHaveProperty('colors');
  });

  test('carries every option that was chosen', () => {
    const choice: Choice = {
      ...USUAL,
      side: 0,
      width: 13,
      height: 9,
      color: 'either',
      rules: 'white-first',
      handicap: 3,
      handicapTo: 'white',
      komi: 'other',
      komiPoints: 0.5,
      clock: 'other',
      clockText: ' 30:00 ',
      undo: 'never',
    };
    expect(wishFor(choice, link, 'Ann')).toEqual({
      width: 13,
      height: 9,
      rules: 'white-first',
      company: link,
      name: 'Ann',
      handicap: 3,
      handicap_to: 'white',
      komi: 0.5,
      colors: 'nigiri',
      clock: '30:00',
      undo: 'never',
    });
  });
});

test('what was remembered is made whole', () => {
  expect(remembered(null)).toEqual(USUAL);
  expect(remembered({ level: 7, side: 'huge', unknown: 1 })).toEqual({ ...USUAL, level: 7 });
});

test('a rulebook for some squares fits only those', () => {
  const page = { sizes: [9, 13] } as RulesPage;
  expect([fits(page, 9, 9), fits(page, 9, 13), fits(page, 19, 19), fits(undefined, 3, 5)]).toEqual([true, false, false, true]);
});
