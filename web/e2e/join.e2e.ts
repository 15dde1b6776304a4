// Coming to a game by an invitation: whoever has just sat down reads nothing false.
import type { Page } from '@playwright/test';
import { join, openByLink } from './table';
import { expect, test } from './test';

/** Keeps everything that the page ever shows, also for a moment; gives it when asked. */
async function keepTexts(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const kept = new Set<string>();
    Object.assign(window, { keptTexts: kept });
    const look = (): void => {
      for (const line of document.body?.innerText.split('\n') ?? []) kept.add(line);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { keptTexts: Set<string> }).keptTexts].join('\n'));
}

test('whoever joins is never told that the seat is taken, however late the answer comes', async ({ invite }) => {
  const host = await invite();
  const link = await openByLink(host, { rules: 'goban', width: 5, height: 5, color: 'white' });
  const guest = await invite();
  const texts = await keepTexts(guest.page);
  // Everybody else hears of the guest before the guest does.
  await guest.page.route('**/join', async (route) => {
    const answer = await route.fetch();
    await host.seesTurn('black');
    await route.fulfill({ response: answer });
  });
  await join(guest, link, 'Bo');
  await guest.seesTurn('black');
  const seen = await texts();
  for (const text of [guest.words.join.taken, guest.words.room.youWatch, guest.words.room.lost]) {
    expect(seen).not.toContain(text);
  }
  await guest.plays('black', 'C3');
});

test('a second tab with the same invitation has the seat as well', async ({ invite }) => {
  const host = await invite();
  const link = await openByLink(host, { rules: 'goban', width: 5, height: 5, color: 'white' });
  const guest = await invite();
  const other = await guest.page.context().newPage();
  const texts = await keepTexts(other);
  await other.goto(link);
  await expect(other.getByRole('button', { name: guest.words.join.join })).toBeVisible();
  await join(guest, link, 'Bo');
  await expect(other.getByText(guest.words.room.yourMove, { exact: true })).toBeVisible();
  expect(await texts()).not.toContain(guest.words.join.taken);
});

test('whoever comes too late is told so, and watches', async ({ invite }) => {
  const host = await invite();
  const link = await openByLink(host, { rules: 'goban', width: 5, height: 5 });
  const [first, late] = [await invite(), await invite()];
  await late.page.goto(link);
  await expect(late.button(late.words.join.join)).toBeVisible();
  await join(first, link, 'Bo');
  await late.reads(late.words.join.taken);
  await late.reads(late.words.room.youWatch);
});

/** What the server would say of its links, on a computer that is in a network or not. */
const ALONE = { base: 'http://127.0.0.1:8361', extent: 'computer', listen: '0.0.0.0:8361', door: null };
const CLOSED = { ...ALONE, door: '192.168.1.7:8361' };
const OPEN = { base: 'http://192.168.1.7:8361', extent: 'network', listen: null, door: null };

test('a link that works on this computer alone says so, and one click lets the network in', async ({ invite }) => {
  const host = await invite();
  const { table, share, room, waiting } = host.words;
  let isOpen = false;
  await host.page.route('**/api/reach', (route) => {
    isOpen ||= route.request().method() === 'POST';
    return route.fulfill({ json: isOpen ? OPEN : CLOSED });
  });
  const link = await openByLink(host, { rules: 'goban', width: 5, height: 5 });
  await host.reads(table.reach.onlyHere);
  await host.reads(table.reach.letInLead(CLOSED.door));
  // A telephone that scanned it would look for a server in itself.
  await expect(host.page.getByText(waiting.scan)).toHaveCount(0);
  await host.presses(table.reach.letIn);
  await host.reads(table.reach.network);
  await host.reads(waiting.scan);
  await host.page.locator('summary', { hasText: waiting.watch }).click();
  const watching = host.page.getByRole('textbox', { name: waiting.watch });
  await expect(watching).toHaveValue(/^http:\/\/192\.168\.1\.7:8361\/r\/\w+$/);
  // In a network the address there stands in every link, also later.
  const guest = await invite();
  await join(guest, link, 'Bo');
  await host.presses(room.share);
  await expect(host.page.getByRole('textbox', { name: share.watch })).toHaveValue(/^http:\/\/192\.168\.1\.7:8361\/r\/\w+$/);
  await expect(host.button(share.phoneShow)).toBeVisible();
});

test('where nobody can be let in, it is said how the program is started for others', async ({ invite }) => {
  const host = await invite();
  const { table } = host.words;
  await host.page.route('**/api/reach', (route) => (route.request().method() === 'GET' ? route.fulfill({ json: ALONE }) : route.continue()));
  await openByLink(host, { rules: 'goban', width: 5, height: 5 });
  const command = host.page.getByRole('textbox', { name: table.reach.command });
  await expect(command).toHaveValue('ponnuki serve --listen 0.0.0.0:8361');
  await expect(host.button(table.reach.letIn)).toHaveCount(0);
});

test('the program itself says how far its links reach', async ({ program, request }) => {
  const answer = await request.get(`${program.url}/api/reach`);
  const reach = (await answer.json()) as typeof CLOSED;
  expect(reach).toMatchObject({ base: program.url, extent: 'computer' });
  // It offers an address only where there is one, and on the port that it has.
  expect([null, new URL(program.url).port]).toContain(reach.door?.split(':').at(-1) ?? null);
});
