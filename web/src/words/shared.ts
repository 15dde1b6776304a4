// What the pages and the terminal say alike, fitted into a catalogue of the pages.

import type { Color, DeadReason, LineName, RefusalCode } from '../wire';

/** What is said of a rulebook. */
export interface RulebookWords {
  title: string;
  summary: string;
  different: string[];
  /** How a passage is read that can be read in two ways. */
  reading?: string;
}

/** The part of the vocabulary that the pages use. Must agree with vocabulary.js. */
export interface Shared {
  colors: Record<Color, string>;
  /** The names of the computer's levels, the weakest first. */
  levels: string[];
  clocks: Record<string, string>;
  refused: Record<RefusalCode, string>;
  lines: Record<LineName, string>;
  reasons: Record<DeadReason, string>;
  titles: Record<string, string>;
  summaries: Record<string, string>;
}

/** The same texts, each beginning as a heading does. */
export function headings<Key extends string>(texts: Record<Key, string>): Record<Key, string> {
  const entries = Object.entries<string>(texts).map(([key, text]) => [key, text.charAt(0).toLocaleUpperCase() + text.slice(1)]);
  return Object.fromEntries(entries) as Record<Key, string>;
}

/** The rulebooks of a catalogue, with the titles and summaries that the terminal uses too. */
export function rulebooks<Name extends string>(
  { titles, summaries }: Shared,
  books: Record<Name, Omit<RulebookWords, 'title' | 'summary'>>,
): Record<Name, RulebookWords> {
  const entries = Object.entries<Omit<RulebookWords, 'title' | 'summary'>>(books).map(([name, book]) => [
    name,
    { title: titles[name] ?? name, summary: summaries[name] ?? '', ...book },
  ]);
  return Object.fromEntries(entries) as Record<Name, RulebookWords>;
}
