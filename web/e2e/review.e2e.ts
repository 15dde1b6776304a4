// A game is opened, walked through, reviewed by the program and written in.
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import review from '../src/review/words/en';
import type { Person } from './person';
import { choose } from './table';
import { expect, test } from './test';

/** Every language of the page. */
const LOCALES = ['en', 'zh', 'ja', 'ko', 'fr', 'de', 'es'];

/** A small game of our own, in which White plays in the corner for no reason. */
const GAME =
  '(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bo];B[ee];W[gc];B[cg];W[gg];B[cc];W[gf];B[fd];W[gd];B[fe];W[fg];B[eg];W[aa];B[ef];W[eh])';

/** How long the program may think about all of it, on a machine that does ten other things. */
const REVIEW_MS_MAX = 120_000;

/** Brings the game to the page by pasting it into the field. */
async function opens(person: Person, sgf: string): Promise<void> {
  await person.page.goto('/review');
  await person.page.getByRole('textbox', { name: review.paste }).fill(sgf);
  await person.presses(review.show);
  await expect(person.page.getByRole('grid', { name: review.board })).toBeVisible();
}

/** Has the whole game judged. */
async function reviews(person: Person): Promise<void> {
  await person.presses(review.begin);
  await expect(person.page.getByRole('heading', { name: review.moments })).toBeVisible({ timeout: REVIEW_MS_MAX });
}

/** What would be saved. */
async function saves(person: Person): Promise<string> {
  const download = person.page.waitForEvent('download');
  await person.presses(review.save);
  return readFile(await (await download).path(), 'utf8');
}

async function checkAccessible(person: Person): Promise<void> {
  const { violations } = await new AxeBuilder({ page: person.page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
}

test('a game is reviewed, the graph leads to its moves, and what was better is played on', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await reviews(person);
  const graph = page.getByRole('slider', { name: review.graph });
  const box = (await graph.boundingBox())!;
  await graph.click({ position: { x: box.width * (12 / 14), y: 20 } });
  await expect(graph).toHaveAttribute('aria-valuenow', '12');
  await person.sees('white', 'A9');
  await person.reads(/^A9 is (doubtful|a mistake|a blunder)\./);
  // The corner costs something, so it is among the moments, and in the table.
  await expect(page.getByRole('button', { name: /^12\s+A9/ }).first()).toBeVisible();
  await page.getByText(review.asTable).click();
  await expect(page.getByRole('row', { name: /^12 A9/ })).toBeVisible();

  await person.presses(review.showBetter);
  await person.reads(/^A continuation: move 1 of/);
  await person.sees('empty', 'A9');
  await page.keyboard.press('ArrowRight');
  await person.reads(/^A continuation: move 2 of/);
  await person.presses(review.adopt);
  await person.reads(review.variation(12));
  await checkAccessible(person);
});

test('a variation and a comment are saved beside all that was there', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await page.getByRole('button', { name: 'Move 3, Black C3', exact: true }).click();
  await person.point('C7').click();
  await person.sees('white', 'C7');
  await person.reads(review.variation(4));
  await page.getByRole('textbox', { name: review.comment }).fill('Why not here?');
  await page.getByRole('textbox', { name: review.comment }).blur();
  await expect(page.getByRole('button', { name: `Move 4, White C7, ${review.hasComment}` })).toBeVisible();
  const sgf = await saves(person);
  const [before, after] = [GAME.slice(1, GAME.indexOf(';W[gg]')), GAME.slice(GAME.indexOf(';W[gg]'), -1)];
  const bare = sgf.replace(/\s/g, '');
  expect(bare).toContain(before.replace(/\s/g, ''));
  expect(bare).toContain(after);
  expect(bare).toMatch(/\(;W\[cc\]C\[Whynothere\?\]\)/);

  // It is there again when the page is.
  await page.reload();
  await person.presses(review.goOn);
  await person.sees('white', 'C7');
  await person.presses(review.promote);
  await expect(person.button(review.promote)).toHaveCount(0);
  await person.presses(review.remove);
  await person.sees('empty', 'C7');
  await person.presses(review.undo);
  await person.sees('white', 'C7');
});

test('a move against the laws is refused in words', async ({ invite }) => {
  const person = await invite();
  await opens(person, '(;GM[1]SZ[5]RU[Japanese]AB[ba][ab]PL[W])');
  await person.point('A5').click();
  await expect(person.page.getByRole('alert')).toHaveText(person.words.refused.suicide);
  await person.sees('empty', 'A5');
  // The browser tells of every answer that is no; this one was asked for.
  expect(person.complaints.splice(0)).toHaveLength(1);
});

test('live analysis shows candidates on the board and in a table', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await page.getByRole('switch', { name: review.live }).check();
  const table = page.getByRole('table', { name: review.candidates });
  await expect(table.getByRole('button', { name: /^A: / })).toBeVisible({ timeout: REVIEW_MS_MAX });
  await expect(page.getByRole('gridcell', { name: /, A$/ })).toHaveCount(1);
  await page.getByRole('radio', { name: '200' }).check();
  await expect(table.getByRole('button', { name: /^A: / })).toBeVisible({ timeout: REVIEW_MS_MAX });
  await table.getByRole('button', { name: /^A: / }).click();
  await person.reads(/^A continuation: move 1 of/);
  await person.presses(review.leave);
  await checkAccessible(person);
});

test('everything is done with the keyboard alone', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await page.goto('/review');
  await page.getByRole('textbox', { name: review.paste }).focus();
  await page.keyboard.insertText(GAME);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: review.board })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await person.sees('black', 'E5');
  await page.keyboard.press('PageDown');
  await person.reads(review.moveOf(11, 14));
  await page.keyboard.press('End');
  await person.reads(review.moveOf(14, 14));
  await page.keyboard.press('Home');
  await person.sees('empty', 'E5');
  await person.point('E5').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await person.sees('black', 'E6');
  await person.reads(review.variation(1));
  await person.button(review.steps.up).focus();
  await page.keyboard.press('ArrowUp');
  await person.sees('black', 'E5');
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Move 2, White pass', exact: true })).toBeVisible();
  await page.getByRole('group', { name: review.moves }).press('Space');
  await expect(page.getByRole('switch', { name: review.live })).toBeChecked();
});

test('a game that is over is reviewed from its room', async ({ invite }) => {
  const person = await invite();
  await person.page.goto('/');
  await choose(person, { width: 9, height: 9 });
  await person.presses(person.words.home.friendHere);
  await person.plays('black', 'E5');
  await person.plays('white', 'C3');
  await person.resigns();
  await person.page.getByRole('link', { name: person.words.room.review }).click();
  await expect(person.page.getByRole('button', { name: 'Move 2, White C3', exact: true })).toBeVisible();
});

test('a review is there in every language, also on a phone', async ({ invite }) => {
  for (const locale of LOCALES) {
    const person = await invite({ locale, viewport: { width: 360, height: 740 } });
    await person.page.goto('/review');
    await person.page.getByRole('textbox').fill(GAME);
    await person.page.locator('form').getByRole('button').click();
    await expect(person.page.locator('html')).toHaveAttribute('lang', locale);
    await expect(person.page.getByRole('grid')).toBeVisible();
    const spills = await person.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(spills, locale).toBe(false);
  }
});
