// The words of the page of the five rulebooks, loaded only where it is read.

import { loader } from '../words/catalogue';
import type en from './words/en';

/** Every text of the page. A language that lacks one does not compile. */
export type FiveWords = typeof en;

/** Loads the words in a language, or in English where there are none yet. */
export const fiveWords = loader(import.meta.glob<{ default: FiveWords }>('./words/??.ts'));

/** What is said of a case. */
export interface CaseWords {
  title: string;
  lead: string;
  /** What the tries are called; the table's columns too. */
  lines: Record<string, string>;
}
