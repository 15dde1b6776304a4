// Every law of a rulebook in the reader's language: our own words where we have them, the server's otherwise.

import type { RulesPage } from '../wire';
import { sizesText } from './rulebooks';
import type { Words } from './words.svelte';

/** Every law of a rulebook as a topic and a sentence, in the order of a game. */
export function laws(words: Words, page: RulesPage): { topic: string; text: string }[] {
  const topics = words.topics as Record<string, string | undefined>;
  return page.in_words.map(({ topic, text }) => ({
    topic: topics[topic] ?? topic,
    text: law(words, page, topic, text),
  }));
}

type Sentence = { [K in keyof Words['laws']]: Words['laws'][K] extends string ? K : never }[keyof Words['laws']];

/** The server's sentences that say one thing each. Must agree with crates/game/src/rules/words.rs. */
export const SENTENCES: Record<string, Sentence> = {
  'A play may not leave one\'s own stones without a liberty, unless it captures.': 'suicideForbidden',
  'A play may leave one\'s own stones without a liberty: they come off, after the opponent\'s.': 'suicideAllowed',
  'A stone just placed may not be captured at once if that brings back the board before it. If the board comes back in a longer cycle, the players may agree on no result.':
    'ko',
  'A play may not bring back the board after one\'s own previous turn. If it comes back in a longer cycle, the players may agree on no result.':
    'ownLastTurn',
  'A play may not bring back any earlier board.': 'positional',
  'A play may not bring back an earlier board with the same player to move.': 'situational',
  'A play may not bring back a board that one\'s own earlier play made.': 'naturalSituational',
  'A pass costs nothing.': 'passFree',
  'A pass hands the opponent a stone as a prisoner.': 'passStone',
  'A pass costs nothing; the first one takes a button worth half a point.': 'passButton',
  'A pass hands the opponent a stone as a prisoner; the first one takes a button worth half a point.': 'passStoneButton',
  'Play stops when both players pass, one after the other.': 'twoPasses',
  'Play stops when a Black pass is followed by a White pass, even if that takes a third pass.': 'blackThenWhite',
  'Nothing is removed: what stands on the board lives.': 'deadStay',
  'Stones that both call dead come off. If they disagree nothing does, and play goes on with the next player in turn.': 'deadNext',
  'Stones that both call dead come off. If they disagree play goes on, and the opponent of whoever asks for it moves.':
    'deadOpponent',
  'One\'s stones, and the vacant points that reach only them.': 'area',
  'One\'s stones, and the vacant points that no opponent\'s stone reaches.': 'areaUnreached',
  'The vacant points that reach only one\'s own stones, and the prisoners one holds.': 'territoryHeld',
  'The vacant points that reach only one\'s own stones, less one\'s stones that the opponent holds.': 'territoryLost',
  'Points surrounded by stones in seki count.': 'sekiCounts',
  'Points surrounded by stones in seki count for nobody.': 'sekiCountsNot',
  'None.': 'noTax',
  'Each living group pays the two points for its eyes.': 'taxTwo',
};

function law(words: Words, page: RulesPage, topic: string, text: string): string {
  const komi = words.number(page.komi);
  switch (topic) {
    case 'Board':
      return page.sizes ? words.laws.onlySizes(sizesText(page.sizes)) : words.laws.anySize;
    case 'First move':
      return words.laws.first[page.first];
    case 'Komi':
      if (page.komi_by === 'players') return words.laws.komiPlayers(komi);
      return page.komi_by === 'bidding' ? words.laws.komiBidding(komi) : words.laws.komiRulebook(komi);
    case 'Handicap':
      return handicap(words, page);
    default: {
      const sentence = SENTENCES[text];
      return sentence ? words.laws[sentence] : text;
    }
  }
}

/** What a handicap is, and its komi where that is not the one of an even game. */
function handicap(words: Words, page: RulesPage): string {
  const form = words.options.handicapForm[page.handicap];
  if (page.handicap_komi === page.komi) return form;
  return `${form} ${words.laws.handicapKomi(words.number(page.handicap_komi))}`;
}
