// The words of the ladder of games, loaded only where it is climbed.

import type { Language } from '../../words/choose';
import type en from './words/en';

/** Every text of the ladder. A language that lacks one does not compile. */
export type LadderWords = typeof en;

const CATALOGUES = import.meta.glob<{ default: LadderWords }>('./words/??.ts');

/** The words in `language`, or in English where there are none yet. */
export async function ladderWords(language: Language): Promise<LadderWords> {
  const load = CATALOGUES[`./words/${language}.ts`] ?? CATALOGUES['./words/en.ts'];
  if (!load) throw new Error('there are no words for the ladder');
  return (await load()).default;
}
