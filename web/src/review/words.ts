// The words of reviews, loaded only where a game is reviewed.

import { loader } from '../words/catalogue';
import type en from './words/en';

/** Every text of a review. A language that lacks one does not compile. */
export type ReviewWords = typeof en;

/** Loads the words in a language, or in English where there are none yet. */
export const reviewWords = loader(import.meta.glob<{ default: ReviewWords }>('./words/??.ts'));
