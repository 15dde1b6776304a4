// The five rulebooks: each played to its end by two people, with what is its own on the page, and
// all five on the page that compares them.
import AxeBuilder from '@axe-core/playwright';
import five from '../src/rulebooks/words/en';
import type { Person } from './person';
import { seatTwo } from './table';
import { expect, test } from './test';

type Book = 'concise' | 'white-first' | 'oldest' | 'quick-reference' | 'goban';

const BOOKS: Book[] = ['concise', 'white-first', 'oldest', 'quick-reference', 'goban'];

/** Turns the switch to a rulebook. */
async function turnsTo(person: Person, book: Book): Promise<void> {
  const name = person.words.presets[book].title;
  await person.page.getByRole('radio', { name, exact: true }).check();
}

/** Says what the page makes of the last try. */
async function hearsVerdict(person: Person, ...texts: string[]): Promise<void> {
  const verdict = person.page.getByRole('main').getByRole('status');
  for (const text of texts) await expect(verdict).toContainText(text);
}

/** Says what stands in the table beside a rulebook. */
async function seesRow(person: Person, book: Book, ...cells: string[]): Promise<void> {
  const row = person.page.getByRole('row', { name: new RegExp(`^${person.words.presets[book].title}`) });
  for (const [i, cell] of cells.entries()) await expect(row.getByRole('cell').nth(i)).toContainText(cell);
}

test('concise: suicide is legal, and nothing is removed at the end', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'concise', width: 3, height: 3, komi: 0 });
  await black.plays('black', 'A1');
  await white.plays('white', 'A2');
  await black.plays('black', 'C3');
  await white.plays('white', 'B2');
  await black.passes();
  await white.plays('white', 'C1');
  // Black fills the last liberty of A1 and B1: both leave the board.
  await black.point('B1').click();
  await white.sees('empty', 'A1', 'B1');
  await black.sees('empty', 'A1', 'B1');
  await white.passes();
  await black.passes();
  for (const person of [black, white]) {
    await person.seesWin('white', 4);
    await person.sees('black', 'C3');
    await person.reads(person.words.stay.lead);
    await person.seesTotals(1, 5);
  }
});

test('white-first: White moves first, and a hopeless stone stays', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'white-first', width: 9, height: 9 });
  await white.seesTurn('white');
  await black.seesTurn('white');
  await white.plays('white', 'E5');
  await black.plays('black', 'A1');
  await white.passes();
  await black.passes();
  for (const person of [black, white]) {
    await person.reads(person.words.outcome.draw);
    await person.sees('black', 'A1');
    await person.reads(person.words.stay.lead);
    await person.seesTotals(0, 0);
  }
});

test('oldest: a pass costs a stone, and only a White pass after a Black pass ends the game', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'oldest', width: 3, height: 3 });
  await black.plays('black', 'B2');
  await white.passes();
  await black.passes();
  await white.seesTurn('white');
  await white.passes();
  await black.accepts();
  await white.accepts();
  for (const person of [black, white]) {
    await person.seesWin('black', 1.5);
    // Eight points less one stone passed; two stones passed, and the komi of 7.5.
    await person.seesTotals(7, 5.5);
    await person.seesCounted('passed');
  }
});

test('quick-reference: White passes last, even if that is the third pass in a row', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'quick-reference', width: 3, height: 3 });
  await black.plays('black', 'B2');
  await white.passes();
  await black.passes();
  await black.seesTurn('white');
  await white.passes();
  await white.accepts();
  await black.accepts();
  for (const person of [black, white]) {
    await person.seesWin('black', 2);
    await person.seesTotals(10, 8);
  }
});

test('goban: stones that cannot avoid capture count for the opponent', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'goban', width: 5, height: 5, komi: 0 });
  await black.plays('black', 'C3');
  await white.plays('white', 'E1');
  await black.passes();
  await white.passes();
  await black.deems('dead', 'E1');
  await white.deems('dead', 'E1');
  await black.accepts();
  await white.accepts();
  for (const person of [black, white]) {
    await person.seesWin('black', 25);
    // Twenty-four points, the one under the dead stone too, and the stone itself.
    await person.seesTotals(25, 0);
  }
});

test('the switch: two stones of suicide are a move in one book alone, one stone in none', async ({ invite }) => {
  const person = await invite();
  const { refused, topics } = person.words;
  await person.page.goto('/rulebooks/suicide');
  await turnsTo(person, 'goban');
  // The tries stay when the book changes: what was refused is allowed, and the other way round.
  await person.point('A9').click();
  await hearsVerdict(person, five.refused, refused.suicide);
  await person.sees('black', 'B9');
  await turnsTo(person, 'concise');
  await hearsVerdict(person, five.allowed, five.comesOff(2));
  await person.sees('empty', 'A9', 'B9');
  for (const book of BOOKS.slice(1)) {
    await turnsTo(person, book);
    await hearsVerdict(person, five.refused, refused.suicide);
    await seesRow(person, book, topics.suicide, topics.suicide, five.allowed);
  }
  await seesRow(person, 'concise', five.allowed, topics.repetition, five.allowed);
});

test('the switch: what a returning board is refused for', async ({ invite }) => {
  const person = await invite();
  const { refused, topics } = person.words;
  const { allowed } = five;
  const repetition = topics.repetition;
  await person.page.goto('/rulebooks/sending');
  await person.presses(new RegExp(`${five.cases.sending.lines.passed}$`));
  const laws: [Book, string, string][] = [
    ['concise', repetition, repetition],
    ['white-first', allowed, allowed],
    ['oldest', allowed, repetition],
    ['quick-reference', allowed, allowed],
    ['goban', allowed, allowed],
  ];
  for (const [book, began, passed] of laws) {
    await turnsTo(person, book);
    await hearsVerdict(person, passed === repetition ? refused.repetition : allowed);
    await person.sees(passed === repetition ? 'white' : 'empty', 'C1');
    await seesRow(person, book, began, passed);
  }
});

test('the switch: one finished game has three results', async ({ invite }) => {
  const person = await invite();
  const { color, outcome } = person.words;
  await person.page.goto('/rulebooks/count');
  await person.presses(new RegExp(`${five.cases.count.lines.both}$`));
  const ahead = (points: number) => outcome.score(color.black, outcome.points(points));
  const behind = outcome.score(color.white, outcome.points(0.5));
  const sums: [Book, number, number, string, string][] = [
    ['concise', 44, 37, ahead(7), ahead(7)],
    ['white-first', 31, 24, ahead(7), ahead(6)],
    ['oldest', 30, 30.5, behind, behind],
    ['quick-reference', 34, 34, outcome.draw, outcome.draw],
    ['goban', 33, 26, ahead(7), ahead(6)],
  ];
  for (const [book, black, white, result, inside] of sums) {
    await turnsTo(person, book);
    await hearsVerdict(person, result);
    await person.seesTotals(black, white);
    await seesRow(person, book, '', result, inside);
  }
});

test('the tables of the other positions say what the books say', async ({ invite }) => {
  const person = await invite();
  const { color, outcome, topics } = person.words;
  const { allowed, stopped } = five;
  const goesOn = five.goesOn(color.white);
  const wins = (points: number) => outcome.score(color.black, outcome.points(points));
  const tables: Record<string, [string[], string[], string[], string[], string[]]> = {
    first: [
      [color.black, five.yes],
      [color.white, five.no],
      [color.black, five.yes],
      [color.black, five.yes],
      [color.black, five.yes],
    ],
    ko: [
      [topics.repetition, allowed],
      [topics.repetition, allowed],
      [topics.repetition, allowed],
      [topics.repetition, allowed],
      [topics.repetition, allowed],
    ],
    // Going round three kos: only the plain ko rules let the circle close.
    triple: [[topics.repetition], [allowed], [topics.repetition], [topics.repetition], [allowed]],
    passes: [
      [stopped, '0'],
      [stopped, '0'],
      [goesOn, '3'],
      [goesOn, '3'],
      [stopped, '0'],
    ],
    seki: [
      ['32', '19', wins(14)],
      ['32', '19', wins(13)],
      ['32', '19', wins(13)],
      ['32', '19', wins(13)],
      ['32', '19', wins(13)],
    ],
    handicap: [
      ['0', color.black, '2'],
      ['3', color.white, '0'],
      ['3', color.white, '0'],
      ['3', color.white, '0'],
      ['3', color.white, '0'],
    ],
  };
  for (const [name, rows] of Object.entries(tables)) {
    await person.page.goto(`/rulebooks/${name}`);
    for (const [i, row] of rows.entries()) await seesRow(person, BOOKS[i]!, ...row);
  }
  // What a rulebook with a name says beside the five: eyes in a seki do not count.
  await person.page.goto('/rulebooks/seki');
  const japanese = person.page.getByRole('row', { name: new RegExp(`^${person.words.presets.japanese.title}`) });
  await expect(japanese.getByRole('cell').first()).toHaveText('31');
});

test('the switch: dead stones are marked where they come off, and stay elsewhere', async ({ invite }) => {
  const person = await invite();
  const { color, outcome } = person.words;
  await person.page.goto('/rulebooks/dead');
  await person.presses(new RegExp(`${five.cases.dead.lines.both}$`));
  await hearsVerdict(person, outcome.score(color.white, outcome.points(1)));
  await person.reads(person.words.refused.nothing_is_dead);
  await turnsTo(person, 'goban');
  await hearsVerdict(person, outcome.score(color.black, outcome.points(8)));
  // Called alive again, the two white stones leave Black without territory.
  await person.point('C7').click();
  await hearsVerdict(person, outcome.score(color.white, outcome.points(28)));
});

test('the five rulebooks are read with the keyboard alone, without barriers, in two languages', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await page.goto('/rules');
  const link = page.getByRole('link', { name: five.compare });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: five.title })).toBeVisible();
  await page.getByRole('radio', { name: words.presets.concise.title }).focus();
  await page.keyboard.press('ArrowRight');
  await seesRow(person, 'white-first', words.color.white, five.no);
  await person.point('E5').focus();
  await page.keyboard.press('Enter');
  await hearsVerdict(person, five.allowed, words.announce.play(words.color.white, 'E5'));
  await person.sees('white', 'E5');
  for (const path of ['/rulebooks', '/rulebooks/count', '/rulebooks/handicap']) {
    await page.goto(path);
    await expect(page.getByRole('table').first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  }
  for (const [locale, title] of [
    ['de', 'Die fünf Regelhefte'],
    ['ja', '五冊のルールブック'],
  ] as const) {
    const reader = await invite({ locale, viewport: { width: 360, height: 740 } });
    await reader.page.goto('/rulebooks/suicide');
    await expect(reader.page.locator('html')).toHaveAttribute('lang', locale);
    await expect(reader.page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(reader.page.getByRole('table')).toBeVisible();
    const spills = await reader.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(spills, locale).toBe(false);
  }
});
