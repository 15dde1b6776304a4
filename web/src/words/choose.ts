// Which language the page speaks. Small, and first to run: the words are then on their way early.

import type en from './en';

/** Every text of the page. A language that lacks one does not compile. */
export type Words = typeof en;

/** The languages there are words in, by their own names. */
export const LANGUAGES = {
  en: 'English',
  zh: '中文',
  ja: '日本語',
  ko: '한국어',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
};

export type Language = keyof typeof LANGUAGES;

/** Words, and the language they are in. */
export interface Spoken {
  language: Language;
  words: Words;
}

const CATALOGUES = import.meta.glob<{ default: Words }>('./??.ts');

/** The languages that can be chosen. */
export function languages(): Language[] {
  return (Object.keys(LANGUAGES) as Language[]).filter((name) => `./${name}.ts` in CATALOGUES);
}

/** The first of the `wishes` (`zh-Hant-TW`, `de`, …) that is there, or English. */
export function choose(wishes: readonly string[], there: readonly Language[]): Language {
  for (const wish of wishes) {
    const found = there.find((name) => name === wish.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return 'en';
}

/** The first of the `wishes` that is a kind of `language` (`en-GB` of `en`), or the language itself. */
export function localeOf(language: Language, wishes: readonly string[]): string {
  // Some browsers hand on what the system calls itself, such as `en-US@posix`, which is no language tag.
  const isTag = (wish: string): boolean => /^[a-z\d-]+$/i.test(wish);
  return wishes.find((wish) => isTag(wish) && wish.toLowerCase().split('-')[0] === language) ?? language;
}

/** The words of `wish`, or of the first language of the browser that there are words in. */
export async function wordsFor(wish: string | null): Promise<Spoken> {
  const language = choose(wish === null ? navigator.languages : [wish], languages());
  const load = CATALOGUES[`./${language}.ts`];
  if (!load) throw new Error(`there are no words in ${language}`);
  return { language, words: (await load()).default };
}
