// Room on the screen: the board grows with the window, a phone may be held either way, and a game can be shown to many.
import AxeBuilder from '@axe-core/playwright';
import type { Person } from './person';
import { choose } from './table';
import { expect, test } from './test';

const PHONE = { width: 390, height: 844 };
const PHONE_ON_ITS_SIDE = { width: 844, height: 390 };
/** A window of 1280×800 at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 400 };

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Opens a game with clocks for two at this screen. */
async function sits(person: Person): Promise<void> {
  await person.page.goto('/');
  await choose(person, { width: 19, height: 19, clock: '10:00' });
  await person.presses(person.words.home.friendHere);
  await person.plays('black', 'D4');
}

async function boxOf(person: Person, what: 'board' | 'player' | 'actions'): Promise<Box> {
  const { page, words } = person;
  const place = {
    board: page.locator('[data-board]'),
    player: page.getByRole('region', { name: words.color.white, exact: true }),
    actions: page.getByRole('button', { name: words.room.pass, exact: true }),
  }[what];
  const box = await place.first().boundingBox();
  if (!box) throw new Error(`there is no ${what} to be seen`);
  return box;
}

/** How many pixels the page is wider than its window. */
const excess = (person: Person) => person.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('the board takes the height of the window, however large', async ({ invite }) => {
  const person = await invite();
  await sits(person);
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
    [2560, 1440],
  ] as const) {
    await person.page.setViewportSize({ width, height });
    await expect.poll(async () => (await boxOf(person, 'board')).height).toBeGreaterThan(height * 0.9);
    const board = await boxOf(person, 'board');
    expect(board.y + board.height).toBeLessThanOrEqual(height);
    expect((await boxOf(person, 'player')).x).toBeGreaterThan(board.x + board.width);
    expect(await excess(person)).toBeLessThanOrEqual(0);
  }
});

test('a phone on its side has the whole board on the left and the rest on the right', async ({ invite }) => {
  const person = await invite({ viewport: PHONE_ON_ITS_SIDE, hasTouch: true });
  await sits(person);
  const board = await boxOf(person, 'board');
  expect(board.y).toBeGreaterThanOrEqual(0);
  expect(board.y + board.height).toBeLessThanOrEqual(PHONE_ON_ITS_SIDE.height);
  expect(board.height).toBeGreaterThan(PHONE_ON_ITS_SIDE.height * 0.9);
  for (const what of ['player', 'actions'] as const) {
    const box = await boxOf(person, what);
    expect(box.x).toBeGreaterThanOrEqual(board.x + board.width);
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE_ON_ITS_SIDE.width);
    expect(box.y + box.height).toBeLessThanOrEqual(PHONE_ON_ITS_SIDE.height);
  }
  expect(await excess(person)).toBeLessThanOrEqual(0);
});

for (const path of ['/learn/capture', '/problems/daily', '/problems/today', '/review?demo']) {
  test(`a phone on its side has the whole board of ${path} beside the rest`, async ({ invite }) => {
    const person = await invite({ viewport: PHONE_ON_ITS_SIDE });
    const { page, words } = person;
    await page.goto(path.replace('?demo', ''));
    if (path === '/review?demo') {
      const buffer = Buffer.from('(;GM[1]SZ[19];B[pd];W[dd];B[pq])');
      await page.locator('input[type=file]').setInputFiles({ name: 'game.sgf', mimeType: 'application/x-go-sgf', buffer });
    }
    await expect(page.locator('[data-board]').first()).toBeVisible();
    const board = await boxOf(person, 'board');
    expect(board.y).toBeGreaterThanOrEqual(0);
    expect(board.y + board.height).toBeLessThanOrEqual(PHONE_ON_ITS_SIDE.height);
    expect(board.height).toBeGreaterThan(PHONE_ON_ITS_SIDE.height * 0.8);
    // Nothing lies under the menu.
    const menu = await person.button(words.nav.menu).boundingBox();
    expect(board.x + board.width).toBeLessThan(menu?.x ?? 0);
    expect(await excess(person)).toBeLessThanOrEqual(0);
  });
}

test('on a very large screen the words grow, and the review has the height of it', async ({ invite }) => {
  const person = await invite({ viewport: { width: 1280, height: 800 } });
  const { page } = person;
  await page.goto('/review');
  const buffer = Buffer.from('(;GM[1]SZ[19];B[pd];W[dd];B[pq])');
  await page.locator('input[type=file]').setInputFiles({ name: 'game.sgf', mimeType: 'application/x-go-sgf', buffer });
  await expect(page.locator('[data-board]').first()).toBeVisible();
  const letters = () => page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
  expect(await letters()).toBe(16);
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expect.poll(letters).toBeGreaterThan(20);
  await expect.poll(async () => (await boxOf(person, 'board')).height).toBeGreaterThan(1440 * 0.85);
  expect(await excess(person)).toBeLessThanOrEqual(0);
});

for (const [name, viewport] of Object.entries({ 'a phone': PHONE, 'a phone on its side': PHONE_ON_ITS_SIDE, 'a window at 200 %': ZOOMED })) {
  test(`every page can be reached from the menu of ${name}`, async ({ invite }) => {
    const person = await invite({ viewport });
    const { page, words } = person;
    const menu = person.button(words.nav.menu);
    for (const entry of ['learn', 'problems', 'review', 'rules'] as const) {
      await page.goto('/');
      await menu.click();
      const link = page.getByRole('navigation', { name: words.nav.main }).getByRole('link', { name: words.nav[entry] });
      await expect(link).toBeInViewport({ ratio: 1 });
      await link.click();
      await expect(page).toHaveURL(new RegExp(`/${entry}$`));
      await expect(menu).toHaveAttribute('aria-expanded', 'false');
    }
    await menu.click();
    await expect(person.button(words.nav.settings)).toBeInViewport({ ratio: 1 });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await expect(menu).toBeFocused();
    await menu.click();
    await person.presses(words.nav.settings);
    await expect(page.getByRole('dialog', { name: words.settings.title })).toBeVisible();
    expect(await excess(person)).toBeLessThanOrEqual(0);
  });
}

test('a game is presented with a key or a button: the board and the clocks alone, and large', async ({ invite }) => {
  const person = await invite({ viewport: { width: 1920, height: 1080 } });
  const { page, words } = person;
  await sits(person);
  const clock = page.getByRole('timer', { name: words.room.clockOf.white });
  const before = (await clock.boundingBox())?.height ?? Infinity;
  await page.keyboard.press('f');
  const leave = person.button(words.room.presentLeave);
  await expect(leave).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(person.button(words.room.pass)).toBeHidden();
  expect((await clock.boundingBox())?.height).toBeGreaterThan(2 * before);
  expect((await boxOf(person, 'board')).height).toBeGreaterThan(1080 * 0.95);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  // It is still a board to play on.
  await person.plays('white', 'Q16');
  await page.keyboard.press('f');
  await expect(leave).toHaveCount(0);
  await person.presses(words.room.present);
  await leave.click();
  await expect(page.getByRole('navigation', { name: words.nav.main })).toBeVisible();
});

test('stones are drawn as chosen, whatever the board', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await sits(person);
  const outline = () =>
    page
      .locator('[data-board] svg circle.black')
      .first()
      .evaluate((stone) => {
        const { stroke, strokeWidth } = getComputedStyle(stone);
        return `${stroke} ${parseFloat(strokeWidth)}`;
      });
  expect(await outline()).toBe('none 0');
  await person.presses(words.nav.settings);
  const sets = page.getByRole('group', { name: words.settings.stones, exact: true });
  await sets.getByRole('radio', { name: words.settings.stoneSets.contrast }).check();
  expect(await outline()).toBe('rgb(255, 255, 255) 0.07');
  await page.reload();
  await expect.poll(outline).toBe('rgb(255, 255, 255) 0.07');
});

test('an unknown page is said to be unknown, and leads home', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  person.isAstray = true;
  const answer = await page.goto('/nowhere/at/all');
  expect(answer?.status()).toBe(404);
  await person.reads(words.room.missingPage);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('link', { name: words.room.home }).click();
  await expect(person.button(words.home.playNow)).toBeVisible();
});

test('a lesson that there is not is said to be missing', async ({ invite }) => {
  const person = await invite();
  person.isAstray = true;
  const answer = await person.page.goto('/learn/nothing-of-the-kind');
  expect(answer?.status()).toBe(404);
  await person.reads(person.words.room.missingPage);
});

test('the page of the API has no barriers, on a phone either', async ({ invite }) => {
  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    const person = await invite({ viewport });
    await person.page.goto('/api');
    expect((await new AxeBuilder({ page: person.page }).analyze()).violations).toEqual([]);
    expect(await excess(person)).toBeLessThanOrEqual(0);
  }
});
