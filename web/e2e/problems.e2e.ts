// Problems, solved by someone who knows them all, and tried by someone who does not.
import AxeBuilder from '@axe-core/playwright';
import words from '../src/problems/words/en';
import type { BookProblem, ProblemBook } from '../src/wire';
import type { Person } from './person';
import { expect, test } from './test';

/** Every language of the page. */
const LOCALES = ['en', 'zh', 'ja', 'ko', 'fr', 'de', 'es'];

async function book(person: Person, url: string): Promise<BookProblem[]> {
  const answer = await person.page.request.get(`${url}/api/problems`);
  return ((await answer.json()) as ProblemBook).problems;
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

test('a round is solved by what the problems call solved, and comes back later', async ({ invite, program }) => {
  const person = await invite({ reducedMotion: 'reduce' });
  const problems = await book(person, program.url);
  await person.page.goto('/problems');
  await person.page.getByRole('link', { name: words.begin, exact: true }).click();
  for (let number = 1; number <= 10; number++) {
    await person.reads(words.number(number, 10));
    await expect(person.page.getByRole('gridcell').first()).toBeVisible();
    const problem = await posed(person, problems);
    if (!problem) throw new Error(`the board of number ${number} is in no problem`);
    await solves(person, problem);
    await expect(person.page.getByRole('status').filter({ hasText: words.solved })).toBeVisible();
    await person.presses(number < 10 ? words.next : words.finish);
  }
  await person.reads(words.doneLead(10, 10));
  await person.page.getByRole('link', { name: words.all, exact: true }).click();
  await person.reads(words.due(0));
  await expect(person.page.getByText(/^[12] of [0-9]+ met$/)).toHaveCount(8);
});

test('a problem tells how strong one has to be for it', async ({ invite, program }) => {
  const person = await invite();
  const graded = (await book(person, program.url)).find(({ grade }) => grade != null);
  if (graded?.grade == null) throw new Error('no problem has a grade');
  await person.page.goto(`/problems/${graded.id}`);
  await person.reads(words.graded(graded.grade, person.words.levels.names[graded.grade - 1] ?? ''));
});

test('what was learned is due when its day has come', async ({ invite, program }) => {
  const person = await invite();
  const [first, second] = await book(person, program.url);
  const card = { stability: 3, difficulty: 5, last: 100, due: 103 };
  await person.page.goto('/problems');
  await person.page.evaluate((kept) => localStorage.setItem('ponnuki.problems', kept), JSON.stringify({ [first!.id]: card, [second!.id]: { ...card, due: 102 } }));
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
  for (const path of ['/problems', '/problems/life', '/problems/counting']) {
    await person.page.goto(path);
    await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible();
    const { violations } = await new AxeBuilder({ page: person.page }).analyze();
    expect(violations).toEqual([]);
  }
});

test('the problems are there in every language, also on a phone', async ({ invite }) => {
  for (const locale of LOCALES) {
    const person = await invite({ locale, viewport: { width: 360, height: 740 } });
    for (const path of ['/problems', '/problems/counting', '/problems/ko']) {
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
  await person.page.goto('/problems/net-000000');
  await person.reads(words.missing);
});
