// What happened beside the moves, in a sentence.

import { otherSeat, type Scene, type Announcement } from '../wire';
import type { Words } from '../words/words.svelte';
import { nameOf, outcomeText } from './names';

/** The sentence, or null if there is nothing to say about it. */
export function toldText(words: Words, scene: Scene, told: Announcement): string | null {
  const { what } = told;
  const t = words.told;
  const name = 'seat' in what ? nameOf(words, scene, what.seat) : '';
  switch (what.type) {
    case 'seated':
      return t.seated(name);
    case 'colors': {
      const black = nameOf(words, scene, what.black);
      const white = nameOf(words, scene, otherSeat(what.black));
      // People without a name are called by their colour: then it says nothing.
      const isSaid = black !== words.color.black || white !== words.color.white;
      return isSaid ? t.colors(black, white) : null;
    }
    case 'bid_made':
      return t.bid(name, words.number(what.komi));
    case 'komi_named':
      return t.named(name, words.number(what.komi));
    case 'began':
      return t.began(what.game_number, what.komi === 0 ? null : words.number(what.komi));
    case 'undo_asked':
      return t.undoAsked(name);
    case 'undo_declined':
      return t.undoDeclined(name);
    case 'undone':
      return t.undone(name);
    case 'stopped':
      return t.stopped;
    case 'accepted':
      return t.accepted(name);
    case 'resumed':
      return t.resumed(name);
    case 'abandon_offered':
      return t.abandon(name);
    case 'ended':
      return t.ended(outcomeText(words, what.outcome));
    case 'renamed':
      return t.renamed(what.name);
    case 'rematch_offered':
      return t.rematch(name);
    case 'woke':
      return t.woke;
    case 'closed':
      return t.closed;
    case 'opened':
    case 'moved':
    case 'proposed':
    case 'marked':
    case 'said':
      return null;
  }
}
