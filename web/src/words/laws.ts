// Every law of a rulebook in the reader's language: our own words where we have them, the server's otherwise.

import type { RulesPage } from '../wire';
import { sizesText } from './rulebooks';
import type { Words } from './words.svelte';

type Law = RulesPage['in_words'][number];

/** Every law of a rulebook as a topic and a sentence, in the order of a game. */
export function laws(words: Words, page: RulesPage): { topic: string; text: string }[] {
  const topics = words.topics as Record<string, string | undefined>;
  return page.in_words.map((law) => ({
    topic: topics[law.topic] ?? law.topic,
    text: lawText(words, page, law),
  }));
}

function lawText(words: Words, page: RulesPage, { code, text }: Law): string {
  const known = words.laws;
  const komi = words.number(page.komi);
  switch (code) {
    case 'only_sizes':
      return page.sizes ? known.only_sizes(sizesText(page.sizes)) : text;
    case 'komi_rulebook':
    case 'komi_players':
    case 'komi_bidding':
      return known[code](komi);
    case 'handicap':
      return handicap(words, page);
    default: {
      const own: unknown = (known as Record<string, unknown>)[code];
      return typeof own === 'string' ? own : text;
    }
  }
}

/** What a handicap is, and its komi where that is not the one of an even game. */
function handicap(words: Words, page: RulesPage): string {
  const form = words.options.handicapForm[page.handicap];
  if (page.handicap_komi === page.komi) return form;
  return `${form} ${words.laws.handicap_komi(words.number(page.handicap_komi))}`;
}
