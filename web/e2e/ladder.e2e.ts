// The ladder of games: won a rung up, lost a rung down.
import AxeBuilder from '@axe-core/playwright';
import { RUNGS } from '../src/learn/ladder/ladder';
import ladder from '../src/learn/ladder/words/en';
import learn from '../src/learn/words/en';
import type { Page } from '@playwright/test';
import type { NewRoom } from '../src/wire';
import type { Person } from './person';
import { invitation, join, playComputer } from './table';
import { expect, test } from './test';

/**
 * Has the next game be one against whoever gets its link: a person can be told to lose, which nothing of the
 * strength of computers decides.
 */
async function meetsPerson(page: Page): Promise<void> {
  const isOpened = (url: URL) => url.pathname === '/api/rooms';
  await page.route(
    isOpened,
    async (route) => {
      const { company: _, ...wish } = route.request().postDataJSON() as NewRoom;
      await route.continue({ postData: wish });
    },
    { times: 1 },
  );
}

async function standsOn(person: Person, rung: number): Promise<void> {
  await person.reads(ladder.stand(rung, RUNGS.length));
}

test('a game won leads a rung up, the next one lost a rung down', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await page.goto('/learn');
  await page.getByRole('link', { name: ladder.title }).click();
  await standsOn(person, 1);
  await meetsPerson(page);
  await person.presses(ladder.first);
  const opponent = await invite();
  await join(opponent, await invitation(person), 'Bo');
  await expect(page.getByRole('gridcell')).toHaveCount(25);

  // A game left half-way waits on the ladder.
  await person.plays('black', 'C3');
  await page.goto('/learn/ladder');
  await page.getByRole('link', { name: ladder.goOn }).click();
  await opponent.resigns();
  await person.reads(words.outcome.youWon);
  await person.reads(ladder.results.won);
  await page.getByRole('link', { name: ladder.ladder }).click();
  await standsOn(person, 2);
  await person.reads(ladder.results.won);

  await person.presses(ladder.next);
  await person.resigns();
  await person.reads(ladder.results.lost);
  await page.reload();
  await person.reads(ladder.results.lost);
  await page.goto('/learn/ladder');
  await standsOn(person, 1);
  await person.reads(ladder.best(2));
});

test('a result that the room’s page never showed counts when the ladder is opened', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await page.goto('/learn/ladder');
  await page.evaluate(() => localStorage.setItem('ponnuki.ladder', JSON.stringify({ rung: 8, best: 8 })));
  await page.reload();
  await standsOn(person, 9);
  await person.presses(ladder.first);
  await person.seesTurn('black');
  const room = page.url();
  await page.goto('/rules');
  // The same seat on another device, which knows nothing of the ladder, gives up meanwhile.
  const phone = await invite({ storageState: { cookies: await page.context().cookies(), origins: [] } });
  await phone.page.goto(room);
  await phone.resigns();
  await phone.reads(phone.words.outcome.youLost);
  await page.goto('/learn/ladder');
  await standsOn(person, 8);
});

test('the ladder is climbed with the keyboard alone, without barriers, in two languages', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await page.goto('/learn/ladder');
  await person.button(ladder.first).focus();
  await page.keyboard.press('Enter');
  await person.seesTurn('black');
  await person.point('C3').focus();
  await page.keyboard.press('Enter');
  await person.sees('black', 'C3');
  await person.waitsForTurn();
  await person.button(words.room.resign).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: words.room.resign }).focus();
  await page.keyboard.press('Enter');
  await person.reads(ladder.results.bottom);
  const next = page.getByRole('button', { name: new RegExp(`^${ladder.next}`) });
  await next.focus();
  await page.keyboard.press('Enter');
  await person.seesTurn('black');
  for (const path of ['/learn', '/learn/ladder']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(path === '/learn' ? learn.title : ladder.title);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  }
  for (const [locale, title] of [
    ['fr', 'L’échelle des parties'],
    ['zh', '对局阶梯'],
  ] as const) {
    const climber = await invite({ locale, viewport: { width: 360, height: 740 } });
    await climber.page.goto('/learn/ladder');
    await expect(climber.page.locator('html')).toHaveAttribute('lang', locale);
    await expect(climber.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const spills = await climber.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(spills, locale).toBe(false);
  }
});

/** A computer that has not ended a 5×5 game after so many turns will never do so. */
const TURNS_MAX = 60;

test('the first game of a newcomer does not speak of komi, which a later lesson explains', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await page.goto('/learn/ladder');
  await person.presses(ladder.first);
  await person.seesTurn('black');
  const tells = () => expect(page.locator('body')).not.toContainText(/komi/i);
  await person.plays('black', 'C3');
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await tells();
  }
  for (let turn = 0; turn < TURNS_MAX && (await person.waitsForTurn()) === 'turn'; turn += 1) {
    await person.passesUnlessStopped();
  }
  await person.seesCounted('territory');
  await tells();
});

test('a game won elsewhere offers the same game one level up', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  // White gives more points than the board has, so that Black wins however either of them plays.
  const choice = { side: 0, width: 5, height: 5, komi: 'other', komiPoints: -60 };
  await page.addInitScript(([key, value]) => localStorage.setItem(key!, value!), ['ponnuki.choice', JSON.stringify(choice)]);
  await playComputer(person, 1, 'black');
  await expect(page.getByRole('gridcell')).toHaveCount(25);
  for (let turn = 0; turn < TURNS_MAX && (await person.waitsForTurn()) === 'turn'; turn += 1) {
    await person.passesUnlessStopped();
  }
  await person.accepts();
  await person.presses(words.room.levelUp(2));
  await expect(page.getByText(words.computerLevel(2)).first()).toBeVisible();
  await expect(page.getByRole('gridcell')).toHaveCount(25);
});
