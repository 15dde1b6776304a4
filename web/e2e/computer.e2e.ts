// Against the computer: one click from the first page, to the score.
import { playComputer } from './table';
import { test } from './test';

/** A computer that has not ended a 9×9 game after so many turns will never do so. */
const TURNS_MAX = 120;

test('a whole 9×9 game against the computer, to the score', async ({ invite }) => {
  const person = await invite();
  await playComputer(person, 1, 'black');
  const moves = ['E5', 'C3', 'G7', 'C7', 'G3', 'E3', 'E7', 'C5', 'G5'];
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    if ((await person.waitsForTurn()) === 'stopped') {
      break;
    }
    const at = moves.shift();
    if (at !== undefined && (await person.isEmpty(at))) {
      await person.plays('black', at);
    } else {
      await person.passesUnlessStopped();
    }
  }
  await person.accepts();
  await person.reads(/ wins by \d+(\.5)? points?$|^A draw$/);
});

test('a move against the computer can be taken back at once', async ({ invite }) => {
  const person = await invite();
  await playComputer(person, 1, 'black');
  await person.plays('black', 'E5');
  await person.waitsForTurn();
  await person.asksToUndo();
  await person.sees('empty', 'E5');
  await person.seesTurn('black');
  await person.plays('black', 'C3');
});
