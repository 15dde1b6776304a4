// Every language: a page that is in it, and a move played in it.
import type en from '../src/words/en';
import { Person } from './person';
import { playComputer } from './table';
import { expect, test } from './test';

const LANGUAGES = ['zh', 'ja', 'ko', 'fr', 'de', 'es'] as const;

/** A phone, where long words show first. */
const PHONE = { width: 390, height: 844 };

for (const language of LANGUAGES) {
  test(`the pages speak ${language}`, async ({ invite }) => {
    const { default: words } = (await import(`../src/words/${language}.ts`)) as { default: typeof en };
    const { page } = await invite({ locale: language, viewport: PHONE });
    const person = new Person(page, words);
    await playComputer(person, 1, 'black');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await person.plays('black', 'E5');
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(await isTooWide()).toBe(false);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.home.headline);
    expect(await isTooWide()).toBe(false);
    await page.goto('/rules');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.about.title);
    expect(await isTooWide()).toBe(false);
    expect(person.complaints).toEqual([]);
  });
}

test('the language can be changed, and stays', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await page.goto('/');
  await person.presses(words.nav.settings);
  await page.getByRole('combobox', { name: words.settings.language }).selectOption('Deutsch');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});
