// How people come to sit at a board.
import { expect } from '@playwright/test';
import type { Color, Person } from './person';
import type { Invite } from './test';

/** What a game is opened with; what is left out stays as the page has it. */
export interface Wish {
  rules?: keyof Person['words']['presets'];
  width?: number;
  height?: number;
  /** The colour of whoever opens the game. */
  color?: Color;
  komi?: number | 'auction' | 'name_and_choose';
  handicap?: number;
  clock?: string;
}

export interface Table {
  black: Person;
  white: Person;
}

/** Fills in the first page, as far as `wish` goes. */
export async function choose(person: Person, wish: Wish): Promise<void> {
  const { page, words } = person;
  const { options, home } = words;
  const pick = (group: string, option: string) => page.getByRole('group', { name: group, exact: true }).getByRole('radio', { name: option }).check();
  if (wish.color !== undefined) {
    await pick(home.yourColor, words.color[wish.color]);
  }
  await person.presses(home.more);
  if (wish.rules !== undefined) {
    await page.getByRole('combobox', { name: options.rules }).selectOption({ label: words.presets[wish.rules].title });
  }
  if (wish.width !== undefined && wish.height !== undefined) {
    const isUsual = wish.width === wish.height && [9, 13, 19].includes(wish.width);
    await pick(options.size, isUsual ? words.size(wish.width, wish.height) : options.otherSize);
    if (!isUsual) {
      await page.getByRole('spinbutton', { name: options.width }).fill(String(wish.width));
      await page.getByRole('spinbutton', { name: options.height }).fill(String(wish.height));
    }
  }
  if (wish.handicap !== undefined) {
    const label = options.handicapIs(wish.handicap);
    await page.getByRole('combobox', { name: options.handicap }).selectOption({ label });
  }
  if (wish.komi !== undefined) {
    const komi = page.getByRole('combobox', { name: options.komi });
    const bidding = { auction: options.auction, name_and_choose: options.nameAndChoose };
    await komi.selectOption({ label: typeof wish.komi === 'number' ? options.komiOther : bidding[wish.komi] });
    if (typeof wish.komi === 'number') {
      await page.getByRole('spinbutton', { name: options.komiPoints }).fill(String(wish.komi));
    }
  }
  if (wish.clock !== undefined) {
    await page.getByRole('combobox', { name: options.clock }).selectOption({ label: options.clockOther });
    await page.getByRole('textbox', { name: options.clockText }).fill(wish.clock);
  }
}

/** Opens a game for a friend, and gives the link to send. */
export async function openByLink(host: Person, wish: Wish, at = '/'): Promise<string> {
  await host.page.goto(at);
  await choose(host, wish);
  await host.presses(host.words.home.friendLink);
  return invitation(host);
}

/** The link to send, of a game that waits for somebody. */
export async function invitation(host: Person): Promise<string> {
  const link = host.page.getByRole('textbox', { name: host.words.waiting.link });
  await expect(link).toHaveValue(/#join=/);
  return link.inputValue();
}

/** Follows the link of an invitation and takes the seat. */
export async function join(guest: Person, link: string, name: string): Promise<void> {
  await guest.page.goto(link);
  await guest.page.getByRole('textbox', { name: guest.words.join.name }).fill(name);
  await guest.presses(guest.words.join.join);
  await expect(guest.button(guest.words.join.join)).toHaveCount(0);
}

/** Two people with a browser each at one game; the one with Black opened it. */
export async function seatTwo(invite: Invite, wish: Wish, at = '/'): Promise<Table> {
  const [black, white] = [await invite(), await invite()];
  await join(white, await openByLink(black, { color: 'black', ...wish }, at), 'Bo');
  return { black, white };
}

/** One click from the first page to a game against the computer. */
export async function playComputer(person: Person, level: number, color: Color): Promise<void> {
  const { page, words } = person;
  await page.goto('/');
  await page.getByRole('slider', { name: words.home.level }).fill(String(level));
  const colors = page.getByRole('group', { name: words.home.yourColor, exact: true });
  await colors.getByRole('radio', { name: words.color[color] }).check();
  await person.presses(words.home.playNow);
  await expect(page.getByRole('grid')).toBeVisible();
}
