// The words of the problems, loaded only where problems are solved.

import { loader } from '../words/catalogue';
import type { Rating } from './glicko';
import type en from './words/en';

/** Every text of the problems. A language that lacks one does not compile. */
export type ProblemWords = typeof en;

/** Loads the words in a language, or in English where there are none yet. */
export const problemWords = loader(import.meta.glob<{ default: ProblemWords }>('./words/??.ts'));

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
