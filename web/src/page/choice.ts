// What is chosen on the first page, and the wish for a room that it makes. Pure.

import type { Color, ColorTerms, Company, NewRoom, RulesPage, UndoTerms } from '../wire';

export interface Choice {
  level: number;
  /** The side of a usual board, or 0 for `width` and `height`. */
  side: number;
  width: number;
  height: number;
  color: Color | 'either';
  rules: string;
  handicap: number;
  handicapTo: Color;
  komi: 'rulebook' | 'other' | 'auction' | 'name_and_choose';
  komiPoints: number;
  /** As players write it, `none`, or `other` for `clockText`. */
  clock: string;
  clockText: string;
  undo: UndoTerms | 'usual';
}

export const USUAL_SIDES = [9, 13, 19];
export const SIDE_MAX = 25;
export const HANDICAP_MAX = 9;

export const USUAL: Choice = {
  level: 3,
  side: 9,
  width: 15,
  height: 11,
  color: 'black',
  rules: 'japanese',
  handicap: 0,
  handicapTo: 'black',
  komi: 'rulebook',
  komiPoints: 6.5,
  clock: 'none',
  clockText: '10:00 + 5×0:30',
  undo: 'usual',
};

/** What was remembered, made whole: anything may be missing or of another kind. */
export function remembered(kept: unknown): Choice {
  const choice: Record<string, unknown> = { ...USUAL };
  if (typeof kept === 'object' && kept !== null)
    for (const [key, value] of Object.entries(kept)) if (key in choice && typeof value === typeof choice[key]) choice[key] = value;
  return choice as unknown as Choice;
}

const COLORS: Record<Choice['color'], ColorTerms> = { black: 'host_black', white: 'host_white', either: 'nigiri' };

export function sizeOf(choice: Choice): { width: number; height: number } {
  const { side, width, height } = choice;
  return side > 0 ? { width: side, height: side } : { width, height };
}

/** Whether the rulebook is for a board of that size. */
export function fits(page: Pick<RulesPage, 'sizes'> | undefined, width: number, height: number): boolean {
  return !page?.sizes || (width === height && page.sizes.includes(width));
}

/** Whether the komi is found by the players: never against the computer, which does not bid. */
export function isBidFor(choice: Choice, company: Company['type']): boolean {
  return company !== 'engine' && (choice.komi === 'auction' || choice.komi === 'name_and_choose');
}

/** The wish for a room; what is left out is as the server has it. */
export function wishFor(choice: Choice, company: Company, name: string): NewRoom {
  const wish: NewRoom = { ...sizeOf(choice), rules: choice.rules, company };
  if (name) wish.name = name;
  if (choice.handicap > 1) {
    wish.handicap = choice.handicap;
    wish.handicap_to = choice.handicapTo;
  }
  if (choice.komi === 'other') wish.komi = choice.komiPoints;
  if (isBidFor(choice, company.type)) wish.komi = choice.komi === 'auction' ? 'auction' : 'name_and_choose';
  else if (company.type !== 'same_screen') wish.colors = COLORS[choice.color];
  const clock = choice.clock === 'other' ? choice.clockText.trim() : choice.clock;
  if (clock !== 'none' && clock !== '') wish.clock = clock;
  if (choice.undo !== 'usual') wish.undo = choice.undo;
  return wish;
}
