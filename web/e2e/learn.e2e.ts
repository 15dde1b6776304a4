// The course, played through by someone who does what it asks, and by someone who does not.
import AxeBuilder from '@axe-core/playwright';
import learn from '../src/learn/words/en';
import type { Course, LessonStep } from '../src/wire';
import type { Person } from './person';
import { expect, test } from './test';

/** Every language of the page. */
const LOCALES = ['en', 'zh', 'ja', 'ko', 'fr', 'de', 'es'];

/** Does what a step asks for. */
async function does(person: Person, step: LessonStep): Promise<void> {
  const { task } = step;
  switch (task.type) {
    case 'play': {
      const line = task.right[0] ?? [];
      for (const [i, at] of line.entries()) {
        if (i % 2 === 1) continue;
        if (at === 'pass') await person.presses(learn.pass);
        else await person.point(at).click();
      }
      break;
    }
    case 'try':
      await person.point(task.at).click();
      break;
    case 'watch':
      await person.presses(learn.play);
      break;
    case 'choose':
      await person.presses(String(task.right));
      break;
    case 'count':
    case 'free':
      break;
  }
}

test('every lesson can be done by what it calls right', async ({ invite, program }) => {
  test.setTimeout(180_000);
  const person = await invite({ reducedMotion: 'reduce' });
  const answer = await person.page.request.get(`${program.url}/api/lessons`);
  const course = (await answer.json()) as Course;
  await person.page.goto('/learn');
  await person.page.getByRole('link', { name: learn.begin, exact: true }).click();
  for (const lesson of course.lessons) {
    for (const [i, step] of lesson.steps.entries()) {
      await person.reads(learn.step(i + 1, lesson.steps.length));
      await does(person, step);
      await person.presses(i + 1 < lesson.steps.length || lesson.id === 'dead' ? learn.next : learn.nextLesson);
    }
    if (lesson.id !== 'dead') continue;
    // One knows enough for a game, and may go on.
    await person.reads(learn.firstLead);
    await expect(person.page.getByRole('link', { name: learn.firstGame, exact: true })).toBeVisible();
    await person.page.getByRole('link', { name: learn.goOn, exact: true }).click();
  }
  await person.reads(learn.finished);
  await expect(person.page.getByText(learn.isDone)).toHaveCount(course.lessons.length);
});

test('a tempting move is refuted on the board, and may be tried again', async ({ invite }) => {
  const person = await invite({ reducedMotion: 'reduce' });
  await person.page.goto('/learn/capture');
  await person.point('D4').click();
  await person.reads(learn.lessons.capture.steps.one.wrong);
  await person.sees('white', 'D3');
  await person.presses(learn.again);
  await person.point('A1').click();
  await person.reads(learn.notThis);
  await person.presses(learn.again);
  await person.point('D3').click();
  await person.sees('empty', 'C3');
  await person.reads(learn.lessons.capture.steps.one.done);
});

test('whoever is to try what is refused and plays elsewhere is told so', async ({ invite }) => {
  const person = await invite({ reducedMotion: 'reduce' });
  await person.page.goto('/learn/suicide');
  await person.point('A1').click();
  await person.reads(learn.notThis);
  await person.presses(learn.again);
  await person.sees('empty', 'A1');
  await person.point('C3').click();
  await person.reads(learn.lessons.suicide.steps.forbidden.done);
});

test('a step back is possible, and a wrong move late in a line takes back only itself', async ({ invite }) => {
  const person = await invite({ reducedMotion: 'reduce' });
  await person.page.goto('/learn/liberties');
  await expect(person.button(learn.back)).toHaveCount(0);
  await person.presses('4');
  await person.presses(learn.next);
  await person.reads(learn.step(2, 7));
  await person.presses(learn.back);
  await person.reads(learn.step(1, 7));
  // What was done is done: nobody has to answer again.
  await person.reads(learn.right);
  await person.presses(learn.next);
  await person.reads(learn.step(2, 7));
  await person.page.goto('/learn/capture');
  await person.point('D3').click();
  await person.presses(learn.next);
  await person.presses(learn.back);
  await person.sees('black', 'D3');
  await person.sees('empty', 'C3');
  await person.reads(learn.lessons.capture.steps.one.done);
  await expect(person.button(learn.next)).toBeVisible();
  await person.page.goto('/learn/reading');
  await person.point('C3').click();
  await person.sees('white', 'D3');
  await person.sees('empty', 'C3');
  await person.point('F1').click();
  await person.reads(learn.notThis);
  await person.presses(learn.again);
  await person.sees('white', 'D3');
  await person.sees('empty', 'F1');
  await person.point('C3').click();
  await person.sees('empty', 'C4', 'D4', 'D3');
  await person.reads(learn.lessons.reading.steps.snapback.done);
});

test('a lesson is done with the keyboard alone, and without barriers', async ({ invite }) => {
  const person = await invite({ reducedMotion: 'reduce' });
  await person.page.goto('/learn/liberties');
  const answer = person.button('4');
  await answer.focus();
  await person.page.keyboard.press('Enter');
  await person.reads(learn.right);
  await person.button(learn.next).focus();
  await person.page.keyboard.press('Enter');
  await person.reads(learn.step(2, 7));
  await person.page.goto('/learn/stones');
  await person.point('C3').focus();
  await person.page.keyboard.press('Enter');
  await person.reads(learn.lessons.stones.steps.place.done);
  for (const path of ['/learn', '/learn/counting', '/learn/suicide']) {
    await person.page.goto(path);
    await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible();
    const { violations } = await new AxeBuilder({ page: person.page }).analyze();
    expect(violations).toEqual([]);
  }
});

test('the course is there in every language, also on a phone', async ({ invite }) => {
  for (const locale of LOCALES) {
    const person = await invite({ locale, viewport: { width: 360, height: 740 } });
    await person.page.goto('/learn/ko');
    await expect(person.page.locator('html')).toHaveAttribute('lang', locale);
    await expect(person.page.getByRole('grid')).toBeVisible();
    const spills = await person.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(spills, locale).toBe(false);
  }
});
