// What a scene means to whoever looks at it. Pure functions; the words come from outside.

import { pointName } from '../board/points';
import { stoneAt } from '../board/stones';
import { otherColor, otherSeat, type Color, type LineName, type Scene, type Score, type Seat, type Terms, type Announcement } from '../wire';
import type { Words } from '../words/words.svelte';
import { nameOf, outcomeText, speakerName } from './names';

export function seatOf(scene: Scene, color: Color): Seat | null {
  if (scene.black === null) return null;
  return color === 'black' ? scene.black : otherSeat(scene.black);
}

export function colorOf(scene: Scene, seat: Seat): Color | null {
  if (scene.black === null) return null;
  return scene.black === seat ? 'black' : 'white';
}

export function nameOfColor(words: Words, scene: Scene, color: Color): string {
  const seat = seatOf(scene, color);
  if (seat === null) return words.color[color];
  const isNameless = !scene.seats[seat]?.name && scene.seats[seat]?.engine_level == null;
  return isNameless ? words.color[color] : nameOf(words, scene, seat);
}

/** Whether two people play, each at a screen of their own. Nobody is told by the program who leads then, and nobody who watches either. */
export function isBetweenPeople({ terms, seats }: Pick<Scene, 'terms' | 'seats'>): boolean {
  const isEngine = seats.host?.engine_level != null || seats.guest?.engine_level != null;
  return terms.company.type === 'link' && !isEngine;
}

/** Whether one of `seats` is to move now. */
export function isTurnOf(scene: Scene, seats: readonly Seat[]): boolean {
  if (scene.stage !== 'playing' || scene.to_move === null) return false;
  const seat = seatOf(scene, scene.to_move);
  return seat !== null && seats.includes(seat);
}

/** Whether something other than a move is asked of one of `seats` now. */
export function isAsked(scene: Scene, seats: readonly Seat[]): boolean {
  const isOther = (seat: Seat | null): boolean => seat !== null && seats.length === 1 && !seats.includes(seat);
  if (scene.stage === 'bidding') return scene.bidding !== null && seats.includes(scene.bidding.turn);
  if (scene.stage === 'stopped') return seats.some((seat) => scene.agreement?.accepted[seat] === false);
  return isOther(scene.undo_asked_by) || isOther(scene.rematch_offered_by);
}

/** Whether so little was played that much must be left. */
export function isEarly({ board, n_moves }: Pick<Scene, 'board' | 'n_moves'>): boolean {
  return n_moves * 3 < board.width * board.height;
}

/** A pass early in the game that does not answer a pass is more likely a slip than a plan. */
export function looksAccidental(scene: Scene): boolean {
  return scene.must_pass === null && scene.n_passes === 0 && isEarly(scene);
}

/** The stones that `color` holds of the opponent, by how they came. */
export function heldBy(scene: Scene, color: Color): { captured: number; dead: number; passed: number } {
  return scene.prisoners[color];
}

/** Who would win if the game were counted like this. */
export function marginText(words: Words, score: Score): string {
  if (score.margin === 0) return words.score.wouldDraw;
  const color = words.color[score.margin > 0 ? 'black' : 'white'];
  return words.score.wouldWin(color, words.outcome.points(Math.abs(score.margin)));
}

/** Whether nobody has to be told that there is no komi: whoever plays the computer agreed on nothing, and may not know what it is. */
function isUnsaid({ komi, company }: Terms): boolean {
  return komi === 0 && company.type === 'engine';
}

/** The lines of a sum, in their order. A komi of nothing is none. */
export function sumLines(score: Score): LineName[] {
  const lines = [...score.black.lines, ...score.white.lines].filter(({ name, points }) => name !== 'komi' || points !== 0);
  return [...new Set(lines.map(({ name }) => name))];
}

/** What a room was opened with, as short phrases; `komi` is the one that was found, once it was. */
export function termsTexts(words: Words, terms: Terms, rules: string, komi: number | null = null): string[] {
  const texts = [words.terms.board(words.size(terms.width, terms.height)), rules];
  if (terms.handicap > 1) texts.push(words.terms.handicap(terms.handicap));
  if (typeof terms.komi === 'string' && komi !== null) texts.push(words.table.komi.found(words.number(komi)));
  else if (terms.komi === 'auction') texts.push(words.terms.komiAuction);
  else if (terms.komi === 'name_and_choose') texts.push(words.terms.komiNamed);
  else if (!isUnsaid(terms)) texts.push(words.terms.komi(words.number(terms.komi)));
  texts.push(terms.clock === 'none' ? words.terms.noClock : words.terms.clock(terms.clock));
  texts.push(words.terms.undo[terms.undo]);
  if (typeof terms.komi === 'number' && terms.company.type === 'link') texts.push(words.terms.colors[terms.colors]);
  return texts;
}

/**
 * Which colour the next game of the room brings to whoever has `color` now, or that both change if nobody is meant;
 * null if colours stay or are bid for. Must agree with `offer_rematch` in crates/room.
 */
export function swapText(words: Words, { terms }: Pick<Scene, 'terms'>, color: Color | null): string | null {
  if (terms.handicap > 1 || typeof terms.komi === 'string') return null;
  const { swap, yours } = words.table.rematch;
  return color === null ? swap : yours[otherColor(color)];
}

/** What the players were to find out before the game began, once they have: the komi and, for `seats`, the colour. */
export function komiText(words: Words, scene: Scene, seats: readonly Seat[]): string | null {
  if (typeof scene.terms.komi === 'number' || scene.komi === null) return null;
  const [seat, ...others] = seats;
  const color = seat !== undefined && others.length === 0 ? colorOf(scene, seat) : null;
  const komi = words.number(scene.komi);
  return color ? words.table.komi.yours[color](komi) : words.table.komi.settled(komi);
}

/** What a listener hears of what has just happened. */
export function announcement(words: Words, told: readonly Announcement[], isYourMove: boolean): string {
  const parts: string[] = [];
  for (const { what } of told) {
    if (what.type === 'moved') {
      const color = words.color[what.by];
      parts.push(what.at === 'pass' ? words.announce.pass(color) : words.announce.play(color, what.at));
      if (what.lifted.length > 0) parts.push(words.announce.lifted(what.lifted.length, what.lifted.join(', ')));
    } else if (what.type === 'undone') parts.push(words.announce.takenBack);
    else if (what.type === 'stopped') parts.push(words.announce.stopped);
    else if (what.type === 'ended') parts.push(outcomeText(words, what.outcome));
    else if (what.type === 'said') parts.push(`${speakerName(words, what)}: ${what.text}`);
  }
  if (parts.length > 0 && isYourMove) parts.push(words.announce.yourMove);
  return parts.join(' ');
}

/** What there is to know of a board for saying what is at a point. */
export interface Described {
  width: number;
  height: number;
  stones: string;
  chains: readonly { stones: number[]; liberties: number }[];
  last: number | null;
  dead: ReadonlySet<number>;
  forbidden: ReadonlyMap<number, string>;
  territory: string | undefined;
}

/** "D4, white, chain of 5, 2 liberties". */
export function describePoint(words: Words, board: Described, spot: number): string {
  const color = stoneAt(board.stones, spot);
  const parts = [pointName(spot, board.width, board.height)];
  if (color) {
    parts.push(words.stone[color]);
    const chain = board.chains.find((chain) => chain.stones.includes(spot));
    if (chain) parts.push(words.point.chain(chain.stones.length), words.point.liberties(chain.liberties));
    if (board.dead.has(spot)) parts.push(words.point.dead);
  } else {
    parts.push(words.point.empty);
    const why = board.forbidden.get(spot);
    if (why) parts.push(why);
  }
  const owner = board.territory?.[spot];
  if (owner === 'x' || owner === 'o') parts.push(words.point.territory[owner === 'x' ? 'black' : 'white']);
  if (board.last === spot) parts.push(words.point.last);
  return parts.join(', ');
}

/** Whose stones are drawn below the board: one's own, or Black's for those who watch or hold both. */
export function nearColor(scene: Scene, seats: readonly Seat[]): Color {
  const [seat, ...others] = seats;
  return seat !== undefined && others.length === 0 ? (colorOf(scene, seat) ?? 'black') : 'black';
}
