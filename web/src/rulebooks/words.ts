// The words of the page of the five rulebooks, loaded only where it is read.

import type { Language } from '../words/choose';
import type en from './words/en';

/** Every text of the page. A language that lacks one does not compile. */
export type FiveWords = typeof en;

const CATALOGUES = import.meta.glob<{ default: FiveWords }>('./words/??.ts');

/** The words in `language`, or in English where there are none yet. */
export async function fiveWords(language: Language): Promise<FiveWords> {
  const load = CATALOGUES[`./words/${language}.ts`] ?? CATALOGUES['./words/en.ts'];
  if (!load) throw new Error('there are no words for the five rulebooks');
  return (await load()).default;
}

/** What is said of a case. */
export interface CaseWords {
  title: string;
  lead: string;
  /** What the tries are called; the table's columns too. */
  lines: Record<string, string>;
}
