// One level up after a win against the computer. Pure.

import type { Color, NewRoom, Outcome, Scene } from '../wire';

/** The level above the one that was beaten by whoever has `mine`; null if none was, or there is none above. */
export function levelAbove({ terms }: Pick<Scene, 'terms'>, { winner }: Outcome, mine: Color | null, nLevels: number): number | null {
  if (terms.company.type !== 'engine' || mine === null || winner !== mine) return null;
  const { level } = terms.company;
  return level < nLevels ? level + 1 : null;
}

/** The wish for the same game at another level. */
export function wishAt(level: number, { terms }: Pick<Scene, 'terms'>, name: string): NewRoom {
  return { ...terms, company: { type: 'engine', level }, ...(name ? { name } : {}) };
}
