import { beforeEach, describe, expect, test, vi } from 'vitest';
import { chosenIn, FILE_BYTES_MAX, readSource, rememberChosen, savedName } from './source';

vi.mock('../api', () => ({
  Refusal: class extends Error {
    constructor(
      readonly code: string,
      text: string,
      readonly status: number,
    ) {
      super(text);
    }
  },
}));

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
});

describe('a saved game', () => {
  test.each([
    ['game.sgf', null, null, 'game.sgf'],
    ['Meijin 1983.GIB', 'Other', null, 'Meijin 1983.sgf'],
    ['all games.sgf', null, 12, 'all games-12.sgf'],
    [null, 'Round 3: A/B', null, 'Round 3 A B.sgf'],
    [null, null, null, 'review.sgf'],
    ['../../etc/passwd', null, null, 'etc passwd.sgf'],
    ['...', null, null, 'review.sgf'],
    ['gepj.\u202efgs', null, null, 'gepj. fgs.sgf'],
    ['囲碁.sgf', null, null, '囲碁.sgf'],
  ])('from %j named %j, number %j, is called %s', (file, game, number, name) => {
    expect(savedName(file, game, number)).toBe(name);
  });

  test('has no name without end', () => {
    expect(savedName('x'.repeat(500), null, null)).toHaveLength(84);
  });
});

describe('a file', () => {
  test('that is too large is not sent', async () => {
    const file = { size: FILE_BYTES_MAX + 1 };
    Object.setPrototypeOf(file, Blob.prototype);
    const opened = readSource({ body: file as Blob, name: 'x' }, null, () => undefined, new AbortController().signal);
    await expect(opened).rejects.toMatchObject({ code: 'too_large' });
  });

  test('has the game that was chosen last remembered, by its name and its length', () => {
    const source = { body: 'abc', name: 'games.sgf' };
    expect(chosenIn(source)).toBeNull();
    rememberChosen(source, 7);
    expect(chosenIn(source)).toBe(7);
    expect(chosenIn({ body: 'abcd', name: 'games.sgf' })).toBeNull();
    rememberChosen({ body: 'x', name: null }, 3);
    expect(chosenIn({ body: 'x', name: null })).toBeNull();
    for (let i = 0; i < 60; i++) rememberChosen({ body: 'abc', name: `${i}` }, i);
    expect(chosenIn(source)).toBeNull();
    expect(chosenIn({ body: 'abc', name: '59' })).toBe(59);
  });

  test('is not remembered where nonsense is kept', () => {
    kept.set('ponnuki.review.games', '[1,["a b"],["games.sgf 3","x"]]');
    expect(chosenIn({ body: 'abc', name: 'games.sgf' })).toBeNull();
  });
});
