// The words of the problems, loaded only where problems are solved.

import type { Language } from '../words/choose';
import type { Rating } from './glicko';
import type en from './words/en';

/** Every text of the problems. A language that lacks one does not compile. */
export type ProblemWords = typeof en;

const CATALOGUES = import.meta.glob<{ default: ProblemWords }>('./words/??.ts');

/** The words in `language`, or in English where there are none yet. */
export async function problemWords(language: Language): Promise<ProblemWords> {
  const load = CATALOGUES[`./words/${language}.ts`] ?? CATALOGUES['./words/en.ts'];
  if (!load) throw new Error('there are no words for the problems');
  return (await load()).default;
}

/** Above this deviation a rating is only a guess. */
const ROUGH = 110;

/** Whether a rating is only a guess. */
export function isRough({ deviation }: Rating): boolean {
  return deviation > ROUGH;
}

/** The reader's rating in words; that it is a guess as long as it is one. */
export function ratingText(words: ProblemWords, own: Rating): string {
  return (isRough(own) ? words.yourRatingRough : words.yourRating)(Math.round(own.rating));
}
