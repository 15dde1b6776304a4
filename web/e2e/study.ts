// What people do who study a game.
import AxeBuilder from '@axe-core/playwright';
import review from '../src/review/words/en';
import type { Person } from './person';
import { expect } from './test';

/** How long the program may think about all of it, on a machine that does ten other things. */
export const REVIEW_MS_MAX = 500_000;

/** Brings the game to the page by pasting it into the field. */
export async function opens(person: Person, sgf: string): Promise<void> {
  await person.page.goto('/review');
  await person.page.getByRole('textbox', { name: review.paste }).fill(sgf);
  await person.presses(review.show);
  await expect(person.page.getByRole('grid', { name: review.board })).toBeVisible();
}

/** Waits until the whole game is judged, which nobody has to ask for. */
export async function reviews(person: Person): Promise<void> {
  await expect(person.page.getByRole('heading', { name: review.moments })).toBeVisible({ timeout: REVIEW_MS_MAX });
}

export async function checkAccessible(person: Person): Promise<void> {
  const { violations } = await new AxeBuilder({ page: person.page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
}
