// The page says what the terminal says: its sentences about a game are those of crates/words.

import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language, type Words } from './choose';
import { shared, texts as textsOf } from '../../vocabulary.js';

const CATALOGUES = import.meta.glob<{ default: Words }>('./??.ts', { eager: true });

describe.each(Object.keys(LANGUAGES) as Language[])('%s', (language) => {
  const words = CATALOGUES[`./${language}.ts`]?.default as Words;
  const texts = textsOf(language);
  const say = (key: string, args: Record<string, string> = {}): string => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`${language}.txt has no ${key}`);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => args[name] ?? '');
  };

  it('announces moves with the same words', () => {
    const { announce, color } = words;
    expect(color.black).toBe(say('color.Black'));
    expect(color.white).toBe(say('color.White'));
    expect(announce.play(color.white, 'Q16')).toBe(say('Played', { color: color.white, at: 'Q16' }));
    expect(announce.pass(color.black)).toBe(say('Passed', { color: color.black }));
    expect(announce.yourMove).toBe(say('YourMove'));
    expect(announce.stopped).toBe(say('Stopped'));
    const many = say('Captures.other', { n: '2', points: 'A1, A2' });
    expect(announce.lifted(2, 'A1, A2')).toBe(many);
    const one = texts.has('Captures.one') ? 'Captures.one' : 'Captures.other';
    expect(announce.lifted(1, 'A1')).toBe(say(one, { n: '1', points: 'A1' }));
  });

  it('has a title and a summary for every rulebook', () => {
    const { titles, summaries } = shared(language);
    expect(Object.keys(titles)).toEqual(Object.keys(words.presets));
    expect(Object.keys(summaries)).toEqual(Object.keys(words.presets));
    for (const book of Object.values(words.presets)) expect(book.title && book.summary).not.toBe('');
  });

  it('has the codes that the server sends', () => {
    const { refused, lines, reasons } = shared(language);
    expect(Object.keys(refused)).toContain('already_done');
    expect(Object.keys(lines)).toEqual(['stones', 'territory', 'captured', 'dead', 'passed', 'tax', 'button', 'compensation', 'komi']);
    expect(Object.keys(reasons)).toContain('inside_pass_alive');
  });

  it('says alike who is there', () => {
    expect(words.room.away).toBe(say('label.Away'));
    expect(words.room.watchers(2)).toBe(say('Watching.other', { n: '2' }));
    expect(words.watcherNamed('Ann')).toBe(say('WatcherNamed', { name: 'Ann' }));
  });
});
