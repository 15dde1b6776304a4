// The page says what the terminal says: its sentences about a game are those of crates/words.

import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language, type Words } from './choose';
import { vocabulary } from './vocabulary';

const CATALOGUES = import.meta.glob<{ default: Words }>('./??.ts', { eager: true });

/** `already_done` is `AlreadyDone` there. */
function variant(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

describe.each(Object.keys(LANGUAGES) as Language[])('%s', (language) => {
  const words = CATALOGUES[`./${language}.ts`]?.default as Words;
  const texts = vocabulary(language);
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

  it('gives the same reasons for a refusal', () => {
    const refusals = [...texts.keys()].filter((key) => key.startsWith('refused.'));
    const own = new Map(Object.entries(words.refused).map(([code, text]) => [`refused.${variant(code)}`, text]));
    for (const key of refusals) expect(`${key} = ${own.get(key)}`).toBe(`${key} = ${texts.get(key)}`);
  });

  it('has the same names for levels, rulebooks and clocks', () => {
    const names = (family: string): Map<string, string> =>
      new Map([...texts].filter(([key]) => key.startsWith(family)).map(([key, text]) => [key.slice(family.length), text]));
    const levels = words.levels.names.map((name, i): [string, string] => [String(i + 1), name]);
    expect(names('level.')).toEqual(new Map(levels));
    expect(names('clock.')).toEqual(new Map(Object.entries(words.options.clocks)));
    const books = Object.entries(words.presets);
    expect(names('preset.')).toEqual(new Map(books.map(([name, book]) => [name, book.title])));
    expect(names('summary.')).toEqual(new Map(books.map(([name, book]) => [name, book.summary])));
  });

  it('calls the lines of a sum the same', () => {
    const lines = Object.entries(words.score.lines).map(([code, text]) => `${code} = ${text.toLowerCase()}`);
    expect(lines).toEqual(Object.keys(words.score.lines).map((code) => `${code} = ${say(`line.${variant(code)}`).toLowerCase()}`));
  });

  it('says alike who is there', () => {
    expect(words.room.away).toBe(say('label.Away'));
    expect(words.room.watchers(2)).toBe(say('Watching.other', { n: '2' }));
    expect(words.watcherNamed('Ann')).toBe(say('WatcherNamed', { name: 'Ann' }));
  });

  it('calls stones dead for the same reasons', () => {
    for (const [code, text] of Object.entries(words.agreement.reasons)) expect(text).toBe(say(`reason.${variant(code)}`));
  });
});
