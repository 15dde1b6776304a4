// Opening the next game of the ladder, and asking how the last one ended.

import { openRoom, Refusal, roomSummaries } from '../../api';
import { router } from '../../router.svelte';
import { settings } from '../../settings.svelte';
import { toasts } from '../../toasts.svelte';
import type { Color, Outcome, RoomSummary } from '../../wire';
import { refusedText } from '../../words/refused';
import { w } from '../../words/words.svelte';
import { climb, keep, recall, resultOf, RUNGS, wishFor, type Ladder } from './ladder';

/** Opens the game of the rung one stands on, and goes there; a game that is still open is left. */
export async function playNext(): Promise<void> {
  const ladder = recall();
  const rung = RUNGS[ladder.rung];
  if (!rung) return;
  try {
    const { room } = await openRoom(wishFor(rung, settings.name.trim()));
    keep({ ...ladder, game: { room, rung: ladder.rung } });
    router.go(`/r/${room}`);
  } catch (error) {
    const reason = error instanceof Refusal && error.code === 'bad_terms' ? error.message : '';
    toasts.show([refusedText(w(), error), reason].filter(Boolean).join(' '));
  }
}

/** The ladder after a look at the game being played: it counts if it is over, and is forgotten if it is gone. */
export async function settle(): Promise<Ladder> {
  const ladder = recall();
  if (!ladder.game) return ladder;
  const [summary] = await roomSummaries([ladder.game.room]);
  if (!summary || isGone(summary)) {
    const left = { ...ladder, game: null };
    keep(left);
    return left;
  }
  const mine = summary.black === 'host' ? 'black' : 'white';
  return summary.stage === 'over' && summary.outcome ? count(summary.room, summary.outcome, mine) : ladder;
}

/** Counts the outcome of a room, if it is the game being played. */
export function count(room: string, outcome: Outcome, mine: Color): Ladder {
  const ladder = recall();
  if (ladder.game?.room !== room) return ladder;
  const next = climb(ladder, resultOf(outcome, mine));
  keep(next);
  return next;
}

/** Only the first game of a room counts. */
function isGone({ stage, game_number }: RoomSummary): boolean {
  return stage === 'closed' || game_number > 1;
}
