// Help from the computer, and sounds: for those who want them, and only where they may be.
import type { Page } from '@playwright/test';
import type { Person } from './person';
import { playComputer, seatTwo } from './table';
import { expect, test } from './test';

/** How long the computer may think about a position. */
const THINKING_MS_MAX = 90_000;

/** Turns a switch on that stands with what the game was opened with. */
async function turnOn({ page, words }: Person, label: string): Promise<void> {
  await page.getByRole('tab', { name: words.room.tabs.game }).click();
  const control = page.getByRole('switch', { name: label });
  await expect(control).not.toBeChecked();
  await control.check();
}

test('a hint is there for whoever asked for hints, against the computer alone', async ({ invite }) => {
  const person = await invite();
  const { help } = person.words.table;
  await playComputer(person, 1, 'black');
  await expect(person.button(help.hint)).toHaveCount(0);
  await turnOn(person, help.hints);
  await person.presses(help.hint);
  const hint = person.page.getByRole('status').filter({ hasText: /^The computer would play [A-J]\d\.$/ });
  await expect(hint).toBeVisible({ timeout: THINKING_MS_MAX });
  // Five buttons are one row of whole words on a phone too.
  await person.page.setViewportSize({ width: 390, height: 844 });
  const buttons = person.page.getByRole('group', { name: person.words.room.actions }).getByRole('button');
  await expect(buttons).toHaveCount(5);
  const shapes = await buttons.evaluateAll((all) =>
    all.map((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      // Each line of text is a rectangle of its own.
      const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
      return { top: one.getBoundingClientRect().top, lines: lines.size };
    }),
  );
  expect(new Set(shapes.map(({ top }) => top)).size).toBe(1);
  expect(shapes.map(({ lines }) => lines)).toEqual([1, 1, 1, 1, 1]);
  await person.plays('black', 'E5');
  await expect(hint).toHaveCount(0);
});

test('a move that clearly loses is told, and can be taken back', async ({ invite }) => {
  const person = await invite();
  const { help } = person.words.table;
  await playComputer(person, 1, 'black');
  await turnOn(person, help.alerts);
  await person.plays('black', 'A1');
  await expect(person.page.getByRole('alert').filter({ hasText: /^A1 loses about \d+ points/ })).toBeVisible({ timeout: THINKING_MS_MAX });
  await person.presses(help.takeBack);
  await person.sees('empty', 'A1');
  await expect(person.page.getByRole('alert')).toHaveCount(0);
});

test('between people there is no help', async ({ invite }) => {
  const { black } = await seatTwo(invite, { rules: 'goban', width: 5, height: 5 });
  await black.page.getByRole('tab', { name: black.words.room.tabs.game }).click();
  await black.reads(black.words.terms.board('5×5'));
  await expect(black.page.getByRole('switch')).toHaveCount(0);
});

/** Keeps what the page says aloud, instead of a voice. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    const voice = {
      getVoices: () => [{ lang: 'en-GB' }],
      cancel: () => undefined,
      speak: ({ text, lang }: SpeechSynthesisUtterance) => said.push(`${lang} ${text}`),
    };
    Object.defineProperty(window, 'speechSynthesis', { value: voice });
    Object.assign(window, { said });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

test('byo-yomi is counted aloud for whoever wants it, as loud as they want it', async ({ invite }) => {
  let said: (() => Promise<string[]>) | undefined;
  const { black, white } = await seatTwo(
    async (options) => {
      const person = await invite(options);
      said ??= await listen(person.page);
      return person;
    },
    { rules: 'goban', width: 5, height: 5, clock: '0:01 + 2×0:12' },
  );
  const { voice } = black.words.table;
  await black.presses(black.words.nav.settings);
  const dialog = black.page.getByRole('dialog', { name: black.words.settings.title });
  await dialog.getByRole('slider', { name: voice.volume }).fill('0.3');
  await dialog.getByRole('switch', { name: voice.byoyomi }).check();
  await expect(dialog.getByText(voice.none)).toHaveCount(0);
  await dialog.getByRole('button', { name: black.words.close }).click();
  await expect(white.page.getByText(white.words.outcome.time('White')).first()).toBeVisible({ timeout: 60_000 });
  const heard = (await said?.()) ?? [];
  const last = heard.slice(heard.indexOf(`en ${voice.lastPeriod}`) + 1);
  const count = ['10', '9', '8', '7', '6', '5', '4', '3', '2', '1'].map((second) => `en ${second}`);
  // A machine that stands still for a second may leave one out.
  expect(last).toEqual(count.filter((second) => last.includes(second)));
  expect(last.length).toBeGreaterThanOrEqual(8);
});
