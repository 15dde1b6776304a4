// Problems, solved by someone who knows them all, and tried by someone who does not.
import AxeBuilder from '@axe-core/playwright';
import { dayOf } from '../src/problems/cards';
import { daily } from '../src/problems/daily';
import words from '../src/problems/words/en';
import type { BookProblem, ProblemBook, ProblemIndex } from '../src/wire';
import type { Person } from './person';
import { expect, test } from './test';

/** Every language of the page. */
const LOCALES = ['en', 'zh', 'ja', 'ko', 'fr', 'de', 'es'];

/** All problems with their boards; as few at once as the server gives. */
async function book(person: Person, url: string): Promise<BookProblem[]> {
  const get = async <T>(path: string): Promise<T> => (await (await person.page.request.get(url + path)).json()) as T;
  const { problems } = await get<ProblemIndex>('/api/problems');
  const some: BookProblem[] = [];
  // The easiest of each kind, and some beyond: nobody gets further in a test.
  const kinds = [...new Set(problems.map(({ kind }) => kind))];
  for (const kind of kinds) {
    const ids = problems
      .filter((entry) => entry.kind === kind)
      .slice(0, 400)
      .map(({ id }) => id);
    for (let i = 0; i < ids.length; i += 40) some.push(...(await get<ProblemBook>(`/api/problems/${ids.slice(i, i + 40).join(',')}`)).problems);
  }
  return some;
}

/** The problem whose board is on the page. */
async function posed(person: Person, problems: BookProblem[]): Promise<BookProblem | undefined> {
  const names = await person.page.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  const stones = names.map((name) => (name.includes(', black') ? 'X' : name.includes(', white') ? 'O' : '.')).join('');
  return problems.find(({ position }) => position.stones === stones);
}

async function solves(person: Person, { task }: BookProblem): Promise<void> {
  if (task.type === 'play') {
    await person.point(task.line[0] ?? '').click();
    return;
  }
  const leader = task.lead > 0 ? 'Black' : task.lead < 0 ? 'White' : words.nobody;
  await person.page.getByRole('radio', { name: leader }).check();
  if (task.lead !== 0) await person.page.getByLabel(words.points, { exact: true }).fill(String(Math.abs(task.lead)));
  await person.presses(words.check);
}

test('a first round is easy, solved by what the problems call solved, and comes back later', async ({ invite, program }) => {
  const person = await invite({ reducedMotion: 'reduce' });
  const problems = await book(person, program.url);
  await person.page.goto('/problems');
  await person.page.getByRole('link', { name: words.begin, exact: true }).click();
  const round: BookProblem[] = [];
  for (let number = 1; number <= 10; number++) {
    await person.reads(words.number(number, 10));
    await expect(person.page.getByRole('gridcell').first()).toBeVisible();
    const problem = await posed(person, problems);
    if (!problem) throw new Error(`the board of number ${number} is in no problem`);
    round.push(problem);
    await solves(person, problem);
    await expect(person.page.getByRole('status').filter({ hasText: words.solved })).toBeVisible();
    await person.presses(number < 10 ? words.next : words.finish);
  }
  await person.reads(words.doneLead(10, 10));
  // The first is one move for stones in atari, and there are several kinds.
  expect(round[0]?.rating).toBeLessThan(500);
  expect(Math.max(...round.map(({ rating }) => rating))).toBeLessThan(700);
  expect(new Set(round.map(({ kind }) => kind)).size).toBeGreaterThan(2);
  await person.page.getByRole('link', { name: words.all, exact: true }).click();
  await person.reads(words.due(0));
  const met = await person.page.getByText(/^[0-9]+ of [0-9]+ met$/).allTextContents();
  expect(met.map((text) => Number.parseInt(text, 10)).reduce((sum, n) => sum + n)).toBe(10);
  await person.reads(/^Your rating: about [0-9]+$/);
});

test('the problem of the day is the same for two people, and solving it makes a streak', async ({ invite, program }) => {
  const [one, other] = [await invite({ reducedMotion: 'reduce' }), await invite({ reducedMotion: 'reduce' })];
  const { problems } = (await (await one.page.request.get(`${program.url}/api/problems`)).json()) as ProblemIndex;
  const today = daily(problems, dayOf(new Date()));
  const answer = await one.page.request.get(`${program.url}/api/problems/${today!.id}`);
  const [problem] = ((await answer.json()) as ProblemBook).problems;
  for (const person of [one, other]) {
    await person.page.goto('/problems/daily');
    await expect(person.page.getByRole('gridcell').first()).toBeVisible();
    expect((await posed(person, [problem!]))?.id).toBe(today!.id);
  }
  await solves(one, problem!);
  await one.reads(new RegExp(words.streak(1)));
  await one.page.goto('/problems');
  await one.reads(words.dailySolved);
  await one.reads(words.streak(1));
  // A day later it still holds, and two days later it does not.
  for (const [days, count] of [
    [1, 1],
    [2, 0],
  ] as const) {
    await one.page.evaluate((days) => {
      const kept = JSON.parse(localStorage.getItem('ponnuki.progress') ?? '{}') as { daily: number; first?: number };
      const first = (kept.first ??= kept.daily);
      localStorage.setItem('ponnuki.progress', JSON.stringify({ ...kept, daily: first - days }));
    }, days);
    await one.page.reload();
    await one.reads(words.dailyLead);
    await expect(one.page.getByText(words.streak(1))).toHaveCount(count);
  }
});

test('what is kept may be nonsense', async ({ invite }) => {
  const person = await invite();
  await person.page.goto('/problems');
  await person.page.evaluate(() => localStorage.setItem('ponnuki.progress', '{"rating":{"rating":"no"},"streak":-1'));
  await person.page.reload();
  await person.reads(words.unrated);
});

test('a timed run counts what is solved, ends with the third miss, and keeps the best', async ({ invite, program }) => {
  const person = await invite({ reducedMotion: 'reduce' });
  const problems = await book(person, program.url);
  await person.page.goto('/problems/run');
  await person.presses(words.begin);
  for (let solved = 0; solved < 3; solved++) {
    await person.reads(words.runScore(solved, 0));
    await expect(person.page.getByRole('gridcell').first()).toBeVisible();
    const problem = await posed(person, problems);
    if (problem?.task.type !== 'play') throw new Error('the board is in no problem');
    await person.point(problem.task.solved[0] ?? '').click();
  }
  await expect(person.page.getByRole('timer')).toHaveText(/^[0-2]:[0-5][0-9]$/);
  for (let missed = 0; missed < 3; missed++) {
    await person.reads(words.runScore(3, missed));
    await expect(person.page.getByRole('gridcell').first()).toBeVisible();
    const problem = await posed(person, problems);
    if (problem?.task.type !== 'play') throw new Error('the board is in no problem');
    await person.point(problem.task.wrong[0]?.[0] ?? '').click();
  }
  await person.reads(words.runDone(3));
  await person.reads(new RegExp(words.runThree));
  const { violations } = await new AxeBuilder({ page: person.page }).analyze();
  expect(violations).toEqual([]);
  await person.page.goto('/problems');
  await person.reads(words.runBest(3));
});

test('a problem tells how hard it is', async ({ invite, program }) => {
  const person = await invite();
  const [problem] = await book(person, program.url);
  await person.page.goto(`/problems/${problem!.id}`);
  await person.reads(new RegExp(words.rated(problem!.rating)));
});

test('what was learned is due when its day has come', async ({ invite, program }) => {
  const person = await invite();
  const [first, second] = await book(person, program.url);
  const card = { stability: 3, difficulty: 5, last: 100, due: 103 };
  await person.page.goto('/problems');
  await person.page.evaluate(
    (kept) => localStorage.setItem('ponnuki.problems', kept),
    JSON.stringify({ [first!.id]: card, [second!.id]: { ...card, due: 102 } }),
  );
  await person.page.reload();
  await person.reads(words.due(2));
  await person.page.goto('/problems/today');
  await expect(person.page.getByRole('gridcell').first()).toBeVisible();
  expect((await posed(person, [first!, second!]))?.id).toBe(second!.id);
});

test('a tempting move is refuted on the board, and the answer may be asked for', async ({ invite, program }) => {
  const person = await invite({ reducedMotion: 'reduce' });
  const problem = (await book(person, program.url)).find(({ task }) => task.type === 'play' && task.wrong.length > 0);
  const task = problem?.task;
  if (task?.type !== 'play') throw new Error('there is no problem with a refutation');
  const [wrong = '', answer = ''] = task.wrong[0] ?? [];
  await person.page.goto(`/problems/${problem!.id}`);
  await person.point(wrong).click();
  await person.reads(words.refuted);
  await person.sees('white', answer);
  await person.presses(words.again);
  await person.sees('empty', answer, wrong);
  await person.presses(words.show);
  await person.reads(words.shown);
  await person.reads(words.comesBack(1));
  await person.sees('black', task.line[0] ?? '');
});

test('a problem is solved with the keyboard alone, and without barriers', async ({ invite, program }) => {
  const person = await invite({ reducedMotion: 'reduce' });
  const problems = await book(person, program.url);
  await person.page.goto('/problems/snapback');
  await expect(person.page.getByRole('gridcell').first()).toBeVisible();
  const problem = await posed(person, problems);
  if (problem?.task.type !== 'play') throw new Error('the board is in no problem');
  await person.point(problem.task.line[0] ?? '').focus();
  await person.page.keyboard.press('Enter');
  await person.reads(words.solved);
  await person.button(words.next).focus();
  await person.page.keyboard.press('Enter');
  await person.reads(words.number(2, 10));
  await expect(person.page.getByRole('heading', { level: 1 })).toBeFocused();
  for (const path of ['/problems', '/problems/life', '/problems/counting', '/problems/run']) {
    await person.page.goto(path);
    await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible();
    const { violations } = await new AxeBuilder({ page: person.page }).analyze();
    expect(violations).toEqual([]);
  }
});

test('the problems are there in every language, also on a phone', async ({ invite }) => {
  for (const locale of LOCALES) {
    const person = await invite({ locale, viewport: { width: 360, height: 740 } });
    for (const path of ['/problems', '/problems/counting', '/problems/ko', '/problems/daily', '/problems/run']) {
      await person.page.goto(path);
      await expect(person.page.locator('html')).toHaveAttribute('lang', locale);
      await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible();
      const spills = await person.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(spills, `${locale} ${path}`).toBe(false);
    }
  }
});

test('a name that is no problem says so', async ({ invite }) => {
  const person = await invite();
  person.isAstray = true;
  for (const name of ['net-000000', 'nonsense']) {
    const answer = await person.page.goto(`/problems/${name}`);
    expect(answer?.status(), name).toBe(404);
    await person.reads(words.missing);
  }
});
