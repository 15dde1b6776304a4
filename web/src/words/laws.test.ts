import { expect, test } from 'vitest';
import source from '../../../crates/game/src/rules/words.rs?raw';
import type { RulesPage } from '../wire';
import en from './en';
import { laws, SENTENCES } from './laws';

/** Rust's strings go on in the next line after a backslash. */
const spoken = source.replaceAll(/\\\n\s*/g, '');

test('every sentence that is translated is one the server says', () => {
  expect(Object.keys(SENTENCES).filter((sentence) => !spoken.includes(`"${sentence}"`))).toEqual([]);
});

test('a law that nobody knows is told in the words of the server', () => {
  const page = {
    in_words: [
      { topic: 'Passing', text: 'A pass costs nothing.' },
      { topic: 'Weather', text: 'It may rain.' },
      { topic: 'Komi', text: 'anything' },
    ],
    komi: 6.5,
    komi_by: 'rulebook',
  } as RulesPage;
  expect(laws(en, page)).toEqual([
    { topic: 'Passing', text: en.laws.passFree },
    { topic: 'Weather', text: 'It may rain.' },
    { topic: 'Komi', text: en.laws.komiRulebook('6.5') },
  ]);
});

test('a handicap tells its komi where it has one of its own', () => {
  const page = {
    in_words: [{ topic: 'Handicap', text: 'anything' }],
    komi: 6.5,
    handicap_komi: 0.5,
    handicap: 'black_on_stars',
  } as RulesPage;
  expect(laws(en, page)[0]?.text).toBe(`${en.options.handicapForm.black_on_stars} ${en.laws.handicapKomi('0.5')}`);
  expect(laws(en, { ...page, handicap_komi: 6.5 })[0]?.text).toBe(en.options.handicapForm.black_on_stars);
});
