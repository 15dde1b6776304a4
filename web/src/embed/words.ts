// The words of games on other sites: in the frame, and where its code is given.

import type { Language } from '../words/choose';
import type en from './words/en';

/** Every text of them. A language that lacks one does not compile. */
export type EmbedWords = typeof en;

const CATALOGUES = import.meta.glob<{ default: EmbedWords }>('./words/??.ts');

/** The words in `language`, or in English where there are none yet. */
export async function embedWords(language: Language): Promise<EmbedWords> {
  const load = CATALOGUES[`./words/${language}.ts`] ?? CATALOGUES['./words/en.ts'];
  if (!load) throw new Error('there are no words for games on other sites');
  return (await load()).default;
}
