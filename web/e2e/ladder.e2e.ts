// The ladder of games: won a rung up, lost a rung down.
import AxeBuilder from '@axe-core/playwright';
import { RUNGS } from '../src/learn/ladder/ladder';
import ladder from '../src/learn/ladder/words/en';
import learn from '../src/learn/words/en';
import type { FromStudy, RecordTree } from '../src/wire';
import type { Person } from './person';
import { expect, test } from './test';

/** A computer that has not ended a 5×5 game after so many turns will never do so. */
const TURNS_MAX = 60;

/** What the program itself would play next for Black in the game on this page, unless it is White's turn. */
async function advice(person: Person): Promise<string | null> {
  return person.page.evaluate(async () => {
    const room = location.pathname.split('/').at(-1);
    const sgf = await (await fetch(`/api/rooms/${room}/games/1.sgf`)).text();
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const answer = await fetch('/api/study/record', { ...json, body: JSON.stringify({ sgf }) });
    const { nodes } = (await answer.json()) as RecordTree;
    if (nodes.at(-1)?.to_move !== 'black') return null;
    const socket = new WebSocket(new URL('/api/study/socket', location.href.replace(/^http/, 'ws')));
    return new Promise<string>((found) => {
      socket.onopen = () => socket.send(JSON.stringify({ type: 'analyse', id: 1, sgf, node: nodes.length - 1, visits: 60 }));
      socket.onmessage = ({ data }) => {
        const said = JSON.parse(String(data)) as FromStudy;
        if (said.type !== 'thought' || !said.is_last) return;
        socket.close();
        found(said.position.candidates[0]?.move ?? 'pass');
      };
    });
  });
}

/** Plays Black as well as the program can, until play has stopped. */
async function playsWell(person: Person): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    if ((await person.waitsForTurn()) === 'stopped') return;
    const at = await advice(person);
    // The page said "your move" of the turn before: it has not heard yet that it is over.
    if (at === null) continue;
    if (at === 'pass') await person.passesUnlessStopped();
    else await person.plays('black', at);
  }
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
  await person.presses(ladder.first);
  await expect(page.getByRole('gridcell')).toHaveCount(25);

  // A game left half-way waits on the ladder.
  await person.plays('black', 'C3');
  await page.goto('/learn/ladder');
  await page.getByRole('link', { name: ladder.goOn }).click();
  await playsWell(person);
  await person.accepts();
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
  for (const [locale, title] of [['fr', 'L’échelle des parties'], ['zh', '对局阶梯']] as const) {
    const climber = await invite({ locale, viewport: { width: 360, height: 740 } });
    await climber.page.goto('/learn/ladder');
    await expect(climber.page.locator('html')).toHaveAttribute('lang', locale);
    await expect(climber.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const spills = await climber.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(spills, locale).toBe(false);
  }
});
