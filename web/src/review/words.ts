// The words of reviews, loaded only where a game is reviewed.

import type { Language } from '../words/choose';
import type en from './words/en';

/** Every text of a review. A language that lacks one does not compile. */
export type ReviewWords = typeof en;

const CATALOGUES = import.meta.glob<{ default: ReviewWords }>('./words/??.ts');

/** The words in `language`, or in English where there are none yet. */
export async function reviewWords(language: Language): Promise<ReviewWords> {
  const load = CATALOGUES[`./words/${language}.ts`] ?? CATALOGUES['./words/en.ts'];
  if (!load) throw new Error('there are no words for reviews');
  return (await load()).default;
}
