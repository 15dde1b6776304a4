// A game on another site's page: stepped through in a frame, shown as a picture, and nothing more of the program.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import AxeBuilder from '@axe-core/playwright';
import type { FrameLocator } from '@playwright/test';
import embed from '../src/embed/words/en';
import review from '../src/review/words/en';
import type { Person } from './person';
import { playComputer } from './table';
import { expect, test } from './test';

/** Every language of the page. */
const LOCALES = ['en', 'zh', 'ja', 'ko', 'fr', 'de', 'es'];

/** Four moves, a comment, and another third move. */
const GAME = '(;GM[1]FF[4]SZ[9]PB[Ann]PW[Bo]RE[B+R];B[ee]C[The middle.];W[gc](;B[cg]LB[ee:A];W[gg])(;B[cc]))';

/** A site of somebody else's with one page. */
async function site(html: string): Promise<{ server: Server; url: string }> {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** The point in a frame that is read out as `D4, …`. */
async function sees(frame: FrameLocator, at: string, what: string): Promise<void> {
  await expect(frame.getByRole('gridcell', { name: new RegExp(`^${at}, ${what}`) })).toBeVisible();
}

/** Plays a move against the computer, gives up, and has the links for other pages shown. */
async function plays(person: Person): Promise<string> {
  await playComputer(person, 1, 'black');
  await person.plays('black', 'E5');
  await person.resigns();
  await person.reads(person.words.outcome.youLost);
  await person.presses(person.words.room.share);
  return new URL(person.page.url()).pathname.split('/').at(-1) ?? '';
}

test('a finished game is shown on another site by the code that the program gives', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  const room = await plays(person);
  const code = await page.getByRole('textbox', { name: embed.frame }).inputValue();
  const picture = await page.getByRole('textbox', { name: embed.picture }).inputValue();
  const film = await page.getByRole('textbox', { name: embed.film }).inputValue();
  expect(picture).toMatch(new RegExp(`/game/${room}\\.png$`));
  const { server, url } = await site(`<!doctype html><title>A forum</title>${code}<img src="${picture}" alt="the end"><img src="${film}" alt="the film">`);
  await page.goto(url);
  const frame = page.frameLocator('iframe');
  await sees(frame, 'E5', person.words.stone.black);
  await frame.getByRole('button', { name: embed.first }).click();
  await sees(frame, 'E5', person.words.point.empty);
  for (const alt of ['the end', 'the film']) {
    const image = page.getByRole('img', { name: alt });
    await expect.poll(() => image.evaluate((own) => (own as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
  }
  const full = frame.getByRole('link', { name: embed.full });
  await expect(full).toHaveAttribute('href', `/review?room=${room}&game=1`);
  await expect(full).toHaveAttribute('target', '_blank');
  server.close();
});

test('no other page of the program can be framed', async ({ invite, program }) => {
  const person = await invite();
  // The browser says that it refuses to show the others.
  person.isLineDown = true;
  const paths = ['/', '/review', '/api'];
  const frames = paths.map((path) => `<iframe name="${path}" src="${program.url}${path}"></iframe>`).join('');
  const { server, url } = await site(`<!doctype html><title>A forum</title>${frames}`);
  await person.page.goto(url);
  for (const path of paths) {
    await expect.poll(() => person.page.frame({ name: path })?.url(), path).toMatch(/^chrome-error:/);
  }
  person.complaints.length = 0;
  server.close();
});

test('a record in the address is stepped through by buttons, keys and slider, into variations too', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await page.goto(`/embed?move=0#sgf=${encodeURIComponent(GAME)}`);
  await person.reads(embed.start);
  await person.presses(embed.forward);
  await person.sees('black', 'E5');
  await expect(page.getByRole('region', { name: embed.comment })).toHaveText('The middle.');
  await page.keyboard.press('End');
  await person.reads(embed.moveOf(4, 4));
  await person.sees('white', 'G3');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await person.reads(embed.moveOf(2, 4));
  await page.getByRole('group', { name: embed.next }).getByRole('button', { name: 'Black C7' }).click();
  await person.reads(embed.moveOf(3, 3));
  await person.sees('black', 'C7');
  const slider = page.getByRole('slider', { name: embed.slider });
  await slider.fill('1');
  await person.reads(embed.moveOf(1, 3));
  await expect(slider).toHaveAttribute('aria-valuetext', embed.moveOf(1, 3));
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
});

test('a record in the address is reviewed where the link of the frame leads', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await page.goto(`/embed?move=0#sgf=${encodeURIComponent(GAME)}`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: embed.full }).click();
  const full = await opened;
  await expect(full.getByRole('grid', { name: review.board })).toBeVisible();
  await expect(full.getByRole('textbox', { name: review.comment })).toBeVisible();
  await expect(full.getByRole('slider', { name: review.graph })).toBeVisible();
  await full.keyboard.press('End');
  await expect(full.getByText(review.moveOf(4, 4)).first()).toBeVisible();
  await expect(full).toHaveURL(/\/review$/);
});

test('what is no game is told', async ({ invite }) => {
  const person = await invite();
  await person.page.goto('/embed#sgf=nonsense');
  // The browser also tells of the answer that was no success.
  await person.reads(embed.unreadable);
  await person.page.goto('/embed/k7m2wq9xhd');
  await person.reads(embed.missing);
  person.complaints.length = 0;
});

for (const locale of LOCALES) {
  test(`the frame fits a phone in ${locale}`, async ({ invite }) => {
    const person = await invite({ locale, viewport: { width: 360, height: 640 } });
    const { page } = person;
    await page.goto(`/embed#sgf=${encodeURIComponent(GAME)}`);
    await expect(page.getByRole('grid')).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
