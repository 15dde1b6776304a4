// Games are kept: each of them, also those played again in one room; they are found, and forgotten only on purpose.
import AxeBuilder from '@axe-core/playwright';
import en from '../src/games/words/en';
import type { Person } from './person';
import { choose, join, openByLink } from './table';
import { expect, test } from './test';

/** Opens a room at one screen; what was chosen for the first is chosen for those after it. */
async function opens(person: Person): Promise<void> {
  const { page, words } = person;
  const isFirst = page.url() === 'about:blank';
  await page.goto('/');
  if (isFirst) await choose(person, { rules: 'goban', width: 5, height: 5 });
  await person.presses(words.home.friendHere);
}

/** Plays two games in one room, and begins a third: Black resigns the first, White the second. */
async function playsTwice(person: Person): Promise<void> {
  await opens(person);
  await person.plays('black', 'C3');
  await person.plays('white', 'C2');
  await person.resigns();
  await person.asksForRematch();
  await person.plays('black', 'B2');
  await person.resigns();
  await person.asksForRematch();
  await person.plays('black', 'D4');
}

const cards = (person: Person, section: string) => person.page.getByRole('region', { name: section }).getByRole('listitem');

test('every game is an entry of its own, with its board; what is forgotten can be had back', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await playsTwice(person);
  await page.goto('/');
  await expect(cards(person, words.home.inProgress)).toHaveCount(1);
  await expect(cards(person, words.home.inProgress)).toContainText(words.home.yourMove);
  const finished = cards(person, words.home.finished);
  await expect(finished).toHaveCount(2);
  await expect(finished.nth(0)).toContainText(words.outcome.resignation(words.color.black));
  await expect(finished.nth(1)).toContainText(words.outcome.resignation(words.color.white));
  // The pictures have come, and each is of its own game.
  const pictures = finished.locator('img');
  await expect.poll(() => pictures.evaluateAll((all) => all.every((one) => one instanceof HTMLImageElement && one.naturalWidth > 0))).toBe(true);
  expect(await pictures.evaluateAll((all) => all.map((one) => new URL((one as HTMLImageElement).src).searchParams.get('game')))).toEqual(['2', '1']);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await finished.nth(1).getByRole('button').click();
  await expect(finished).toHaveCount(1);
  await person.presses(en.undo);
  await expect(finished).toHaveCount(2);
  await finished.nth(1).getByRole('button').click();
  await page.reload();
  await expect(finished).toHaveCount(1);

  // The room goes on with its third game; the second is found in the review.
  await finished.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/review\?room=.*&game=2$/);
});

test('games are searched by name and result', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await playsTwice(person);
  await playsTwice(person);
  await page.goto('/review');
  const finished = cards(person, words.home.finished);
  await expect(finished).toHaveCount(4);
  await page.getByRole('searchbox', { name: en.search }).fill('w+r');
  await expect(finished).toHaveCount(2);
  await person.reads(en.found(2));
  await page.getByRole('combobox', { name: en.result }).selectOption(en.results.lost);
  await expect(finished).toHaveCount(0);
  await person.reads(en.notFound);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('the first page goes on where somebody was', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await page.goto('/');
  const pulse = page.getByRole('navigation', { name: en.pulse.title });
  await expect(pulse).toHaveCount(0);
  await playsTwice(person);
  await page.goto('/');
  const links = pulse.getByRole('link');
  await expect(links).toHaveCount(3);
  await expect(links.nth(0)).toContainText(words.home.yourMove);
  await expect(links.nth(1)).toContainText(words.outcome.resignation(words.color.black));
  await expect(links.nth(2)).toContainText(en.pulse.today);
  await links.nth(0).click();
  await person.sees('black', 'D4');
  await page.goto('/');
  await links.nth(2).click();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('whoever comes back sees how many are here', async ({ invite, mortal }) => {
  const [black, white, other] = [await invite({ baseURL: mortal.url }), await invite({ baseURL: mortal.url }), await invite({ baseURL: mortal.url })];
  await other.page.goto('/');
  await choose(other, { rules: 'goban', width: 5, height: 5 });
  await other.presses(other.words.home.friendHere);
  await other.plays('black', 'C3');
  await other.page.goto('/');
  const here = other.page.getByRole('navigation', { name: en.pulse.title });
  await expect(here).toContainText(en.pulse.nobody);
  await join(white, await openByLink(black, { rules: 'goban', width: 5, height: 5 }), 'Bo');
  await black.seesTurn('black');
  await expect(async () => {
    await other.page.reload();
    await expect(here).toContainText([en.pulse.people(2), en.pulse.games(1)].join(' · '), { timeout: 3_000 });
  }).toPass();
  // The program of this test ends before the browsers do.
  for (const person of [black, white, other]) await person.page.goto('about:blank');
});
