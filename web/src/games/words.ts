// The words of kept games, loaded only where there are some.

import type { Language } from '../words/choose';
import type en from './words/en';

/** Every text of kept games. A language that lacks one does not compile. */
export type GamesWords = typeof en;

const CATALOGUES = import.meta.glob<{ default: GamesWords }>('./words/??.ts');

/** The words in `language`, or in English where there are none yet. */
export async function gamesWords(language: Language): Promise<GamesWords> {
  const load = CATALOGUES[`./words/${language}.ts`] ?? CATALOGUES['./words/en.ts'];
  if (!load) throw new Error('there are no words for games');
  return (await load()).default;
}
