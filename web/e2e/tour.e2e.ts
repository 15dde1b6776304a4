// A tour of every page: no barrier for anybody (axe), and pictures in light, dark and phone size.
import { copyFile, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Person } from './person';
import { choose, join, openByLink, playComputer } from './table';
import { expect, test } from './test';

const PICTURES = fileURLToPath(new URL('../../target/screenshots', import.meta.url));

/** The picture in the README; written only where `PONNUKI_WRITE_DOCS` asks for it. */
const README_PICTURE = fileURLToPath(new URL('../../docs/screenshot.png', import.meta.url));

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** A peaceful opening, so that the pictures show what a game looks like. */
const OPENING = `
  Q16 D4 R4 D16 F17 C14 D18 C17 K17 R14 O17 S16 R17 R11 F3 C6 D2 C3 H3 P4 P3 O3 Q3 O4 R7 K4 C10 C12 C8 E3
`
  .trim()
  .split(/\s+/);

/** Axe finds nothing wrong with the page as it is. */
async function checkAccessible(person: Person, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page: person.page }).analyze();
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' | ')}`);
  // The tour goes on, so that one barrier does not hide the next.
  expect.soft(told, what).toEqual([]);
}

/** Looks at the page in light, dark and on a phone. */
async function visit(person: Person, name: string): Promise<void> {
  const { page } = person;
  await mkdir(PICTURES, { recursive: true });
  for (const [look, colorScheme, size] of [
    ['light', 'light', DESK],
    ['dark', 'dark', DESK],
    ['phone', 'light', PHONE],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await page.screenshot({ path: `${PICTURES}/${name}-${look}.png`, fullPage: look === 'phone' });
    await checkAccessible(person, `${name}, ${look}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESK);
}

test('the first page, its options, the settings, the rules, and an address that leads nowhere', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await page.goto('/');
  await expect(person.button(words.home.playNow)).toBeEnabled();
  await visit(person, 'home');
  await choose(person, { rules: 'quick-reference', width: 13, height: 9, handicap: 2 });
  await visit(person, 'options');
  await person.presses(words.nav.settings);
  await expect(page.getByRole('dialog')).toBeVisible();
  await visit(person, 'settings');
  await page.goto('/rules');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.about.title);
  await visit(person, 'rules');
  person.isAstray = true;
  await page.goto('/nowhere');
  await person.reads(words.room.missingPage);
  await visit(person, 'missing');
});

test('a game by link: the invitation, joining, the bidding, the agreement, the sum', async ({ invite }) => {
  const [host, guest] = [await invite(), await invite()];
  const link = await openByLink(host, { rules: 'goban', width: 5, height: 5, komi: 'auction' });
  await visit(host, 'waiting');
  await guest.page.goto(link);
  await expect(guest.button(guest.words.join.join)).toBeVisible();
  await visit(guest, 'join');
  await join(guest, link, 'Bo');
  await visit(host, 'bidding');
  await host.bids(0.5);
  await guest.concedes();
  await host.plays('black', 'C3');
  await guest.plays('white', 'E1');
  await host.passes();
  await guest.passes();
  await host.deems('dead', 'E1');
  await visit(host, 'agreement');
  await host.accepts();
  await guest.accepts();
  await guest.seesWin('black', 24.5);
  await visit(guest, 'over');
  await guest.page.goto('/');
  await guest.reads(guest.words.home.finished);
  await visit(guest, 'games');
});

test('a game in progress, and sharing it', async ({ invite }) => {
  const [black, white] = [await invite(), await invite()];
  await black.page.goto('/');
  await black.names('Ada');
  const wish = { rules: 'japanese', width: 19, height: 19, clock: '10:00 + 5×0:30', color: 'black' } as const;
  await join(white, await openByLink(black, wish), 'Bo');
  for (const [n, at] of OPENING.entries()) {
    await (n % 2 === 0 ? black.plays('black', at) : white.plays('white', at));
  }
  await white.says('Have a good game!');
  await black.hears('Have a good game!');
  await visit(black, 'game');
  if (process.env['PONNUKI_WRITE_DOCS']) {
    await copyFile(`${PICTURES}/game-light.png`, README_PICTURE);
  }
  await black.presses(black.words.room.share);
  await visit(black, 'share');
});

test('a game against the computer, and an estimate of it', async ({ invite }) => {
  const person = await invite();
  const { words } = person;
  await playComputer(person, 1, 'black');
  await person.plays('black', 'E5');
  await person.waitsForTurn();
  await person.presses(words.room.estimate);
  await expect(person.button(words.room.hideEstimate)).toBeVisible();
  await visit(person, 'estimate');
});
