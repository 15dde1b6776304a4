// Against the computer: one click from the first page, to the score.
import { playComputer } from './table';
import { expect, test } from './test';

/** A computer that has not ended a 9×9 game after so many turns will never do so. */
const TURNS_MAX = 120;

/** How long a computer that was told to move may still take, on a machine that does ten other things. */
const NOW_MS_MAX = 5_000;

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

test('a level says about which rank it has on the board that is chosen', async ({ invite }) => {
  const { page, words } = await invite();
  await page.goto('/');
  const level = page.getByRole('slider', { name: words.home.level });
  await level.fill('1');
  await expect(level).toHaveAttribute('aria-valuetext', `1 · ${words.levels.names[0]} · ${words.levels.about('kyu', 30)}`);
  await level.fill('17');
  const rankOn = async (size: string): Promise<string | null> => {
    await page.getByRole('radio', { name: size }).check();
    return level.getAttribute('aria-valuetext');
  };
  expect(await rankOn(words.size(9, 9))).toContain(words.levels.about('kyu', 7));
  expect(await rankOn(words.size(19, 19))).toContain(words.levels.about('kyu', 8));
  // Nobody has measured the highest.
  await level.fill('24');
  await expect(level).toHaveAttribute('aria-valuetext', `24 · ${words.levels.names[23]}`);
});

test('the strongest level shows that it thinks, and moves at once when told to', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await page.goto('/');
  await page.getByRole('radio', { name: words.size(19, 19) }).check();
  await playComputer(person, 24, 'black');
  await person.plays('black', 'Q16');
  await person.reads(words.room.computerThinking);
  await person.presses(words.table.moveNow);
  const told = Date.now();
  await person.waitsForTurn();
  expect(Date.now() - told).toBeLessThan(NOW_MS_MAX);
  await expect(person.button(words.table.moveNow)).toHaveCount(0);
});
