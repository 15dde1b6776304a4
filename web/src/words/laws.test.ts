import { expect, test } from 'vitest';
import source from '../../../crates/game/src/rules/words.rs?raw';
import type { RulesPage } from '../wire';
import en from './en';
import { laws } from './laws';

/** The codes of laws and topics in the server's own source. */
const codes = (pattern: RegExp): string[] => [...source.matchAll(pattern)].map(([, code]) => code as string);

test('every law that the server can tell has words of ours', () => {
  const told = codes(/\(\s*"([a-z_]+)",\s*(?:"|format!|handicap)/g);
  expect(told.length).toBeGreaterThan(30);
  expect(told.filter((code) => code !== 'handicap' && !(code in en.laws))).toEqual([]);
});

test('every topic of the server has words of ours', () => {
  const topics = codes(/LawTopic::\w+ => "([a-z_]+)"/g);
  expect(topics).toEqual(Object.keys(en.topics));
});

test('a law that nobody knows is told in the words of the server', () => {
  const page = {
    in_words: [
      { topic: 'passing', code: 'pass_free', text: 'A pass costs nothing.' },
      { topic: 'weather', code: 'rain', text: 'It may rain.' },
      { topic: 'komi', code: 'komi_rulebook', text: 'anything' },
    ],
    komi: 6.5,
  } as RulesPage;
  expect(laws(en, page)).toEqual([
    { topic: en.topics.passing, text: en.laws.pass_free },
    { topic: 'weather', text: 'It may rain.' },
    { topic: en.topics.komi, text: en.laws.komi_rulebook('6.5') },
  ]);
});

test('a handicap tells its komi where it has one of its own', () => {
  const page = {
    in_words: [{ topic: 'handicap', code: 'handicap', text: 'anything' }],
    komi: 6.5,
    handicap_komi: 0.5,
    handicap: 'black_on_stars',
  } as RulesPage;
  expect(laws(en, page)[0]?.text).toBe(`${en.options.handicapForm.black_on_stars} ${en.laws.handicap_komi('0.5')}`);
  expect(laws(en, { ...page, handicap_komi: 6.5 })[0]?.text).toBe(en.options.handicapForm.black_on_stars);
});
