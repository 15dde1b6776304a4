// The page says why as the reports and the terminal do: with the sentences of crates/words.

import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language, type Words } from '../words/choose';
import { texts as vocabulary } from '../../vocabulary.js';
import type { ReviewReason } from '../wire';
import { reasonText } from './reasons';
import type { ReviewWords } from './words';

const WORDS = import.meta.glob<{ default: Words }>('../words/??.ts', { eager: true });
const CATALOGUES = import.meta.glob<{ default: ReviewWords }>('./words/??.ts', { eager: true });

const at = 'D4';
const by = 'E5';
const color = 'white';
const stones = ['C3', 'C4', 'C5'];
const pair = { at, one: 'C3', other: 'E3' };

/** A reason of every kind, with the key of its sentence. */
const REASONS: [string, ReviewReason][] = [
  ['WhyCaptures', { kind: 'captures', at, color, stones }],
  ['WhySelfAtari', { kind: 'self_atari', at, color, stones, by }],
  ['WhyLeftInAtari', { kind: 'left_in_atari', at, color, stones, by }],
  ['WhyCaught', { kind: 'caught', color, stones, by, hunt: 'short' }],
  ['WhyCaughtLadder', { kind: 'caught', color, stones, by, hunt: 'ladder' }],
  ['WhyCaughtNet', { kind: 'caught', color, stones, by, hunt: 'net' }],
  ['WhyCatches', { kind: 'catches', at, color, stones, hunt: 'short' }],
  ['WhyCatchesLadder', { kind: 'catches', at, color, stones, hunt: 'ladder' }],
  ['WhyCatchesNet', { kind: 'catches', at, color, stones, hunt: 'net' }],
  ['WhyDies', { kind: 'dies', at, color, stones }],
  ['WhyKills', { kind: 'kills', at, color, stones }],
  ['WhyBreaksSeki', { kind: 'breaks_seki', at, color, stones }],
  ['WhySente', { kind: 'sente', at, color, stones }],
  ['WhyLikelyLost', { kind: 'likely_lost', color, stones }],
  ['WhyLikelyAlive', { kind: 'likely_alive', color, stones }],
  ['WhyFillsEye', { kind: 'fills_eye', at }],
  ['WhyTakesKo', { kind: 'takes_ko', at }],
  ['WhyLeavesKo', { kind: 'leaves_ko', by }],
  ['WhyCuts', { kind: 'cuts', ...pair }],
  ['WhyConnects', { kind: 'connects', ...pair }],
  ['WhyDame', { kind: 'dame', at }],
  ['WhyFillsTerritory', { kind: 'fills_territory', at }],
  ['WhyLittle', { kind: 'little', at }],
  ['WhyPassed', { kind: 'passed' }],
  ['WhyArea', { kind: 'area', at, part: 'upper_left', worth: 9, points: ['D4'] }],
];

describe.each(Object.keys(LANGUAGES) as Language[])('%s', (language) => {
  const words = WORDS[`../words/${language}.ts`]?.default as Words;
  const own = CATALOGUES[`./words/${language}.ts`]?.default.reasons as ReviewWords['reasons'];
  const texts = vocabulary(language);
  const say = (key: string, args: Record<string, string> = {}): string => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`${language}.txt has no ${key}`);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => args[name] ?? '');
  };

  it.each(REASONS)('says %s as the vocabulary does', (key, reason) => {
    const args = {
      ...pair,
      at,
      by,
      worth: '9',
      part: say('part.UpperLeft'),
      stones: say('WhyStones.other', { color: words.color.white, n: '3', points: 'C3' }),
    };
    expect(reasonText(words, own, reason)).toBe(say(key, args));
  });

  it('counts one stone as one', () => {
    const key = texts.has('WhyStones.one') ? 'WhyStones.one' : 'WhyStones.other';
    expect(own.stones(words.color.black, 1, 'C3')).toBe(say(key, { color: words.color.black, n: '1', points: 'C3' }));
  });

  it('names the parts of the board', () => {
    for (const [part, name] of Object.entries(own.parts)) {
      const variant = part.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
      expect(name).toBe(say(`part.${variant}`));
    }
  });

  it('leaves no sentence of the vocabulary out', () => {
    const keys = [...texts.keys()].filter((key) => key.startsWith('Why') && !key.startsWith('WhyStones'));
    expect(keys.toSorted()).toEqual(REASONS.map(([key]) => key).toSorted());
  });
});
