// Ways to play: the keyboard alone, a finger, one screen for two.
import { devices, type Locator } from '@playwright/test';
import type { Person } from './person';
import { choose, playComputer } from './table';
import { expect, test } from './test';

/** More stops than any page has. */
const TABS_MAX = 80;

/** Goes on with the Tab key until `goal` has the focus. */
async function tabTo(person: Person, goal: Locator): Promise<void> {
  for (let n = 0; n < TABS_MAX; n += 1) {
    await person.page.keyboard.press('Tab');
    if (await goal.evaluate((element) => element.matches(':focus, :focus-within'))) {
      return;
    }
  }
  throw new Error('the Tab key never gets there');
}

test('a game with the keyboard alone', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await page.goto('/');
  await tabTo(person, person.button(words.home.playNow));
  await page.keyboard.press('Enter');
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  await tabTo(person, grid);
  // From wherever the cursor is to the lower left corner, and from there to C3.
  for (const key of ['Home', 'PageDown', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'Enter']) {
    await page.keyboard.press(key);
  }
  await person.sees('black', 'C3');
  await person.waitsForTurn();
  await tabTo(person, person.button(words.room.undo));
  await page.keyboard.press('Enter');
  await person.sees('empty', 'C3');
});

test('a finger aims with the first tap and plays with the second', async ({ invite }) => {
  const person = await invite(devices['Pixel 7']);
  await playComputer(person, 1, 'black');
  const { words } = person;
  await person.point('C3').tap();
  await expect(person.button(words.tap.confirm)).toBeVisible();
  await person.sees('empty', 'C3');
  await person.button(words.tap.cancel).tap();
  await expect(person.button(words.tap.confirm)).toHaveCount(0);
  await person.point('D4').tap();
  await person.point('G3').tap();
  await person.sees('empty', 'D4', 'G3');
  await person.button(words.tap.confirm).tap();
  await person.sees('black', 'G3');
  await person.waitsForTurn();
  const free = (await person.isEmpty('G7')) ? 'G7' : 'E5';
  await person.point(free).tap();
  await person.point(free).tap();
  await person.sees('black', free);
});

test('two people at one screen, with a ko and the reason why it may not be retaken', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await page.goto('/');
  await choose(person, { rules: 'concise', width: 5, height: 5 });
  await person.presses(words.home.friendHere);
  const moves = ['B3', 'C3', 'C4', 'D4', 'C2', 'D2', 'E5', 'E3', 'D3'];
  for (const [n, at] of moves.entries()) {
    await person.plays(n % 2 === 0 ? 'black' : 'white', at);
  }
  await person.sees('empty', 'C3');
  await person.point('C3').click();
  await person.reads(words.forbidden.ko);
  await person.presses(words.forbidden.show);
  await person.reads(words.look.repetition);
  await page.getByRole('status').getByRole('button', { name: words.look.live }).click();
  await person.plays('white', 'A1');
});

test('a captured stone is gone also where it leaves with a movement', async ({ invite }) => {
  const person = await invite({ reducedMotion: 'no-preference' });
  const { page, words } = person;
  await page.goto('/');
  await choose(person, { rules: 'goban', width: 3, height: 3 });
  await person.presses(words.home.friendHere);
  for (const [n, at] of ['A2', 'A1', 'B1'].entries()) {
    await person.plays(n % 2 === 0 ? 'black' : 'white', at);
  }
  await person.sees('empty', 'A1');
  await person.reads(words.room.prisonersHeld(1));
});
