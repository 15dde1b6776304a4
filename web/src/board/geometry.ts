/**
 * Where things are. The unit is the distance between two lines; the point in the top left corner
 * is the origin. `fit` chooses the unit so that it is a whole number of device pixels: all lines
 * then have the same width and distance on any screen, and the margin takes what is left over.
 */

import type { Spot } from './types';

/** Stones almost touch. */
export const STONE = 0.477;

/** From the outermost line to the edge of the board. */
const MARGIN = 0.74;
const MARGIN_LETTERED = 1.12;

/** The size of letters in units, and what they should not go below or above in CSS pixels. */
const LETTER = { large: 0.36, small: 0.22, pixelsMin: 8.5, pixelsMax: 17 };

export interface Layout {
  width: number;
  height: number;
  /** Whether coordinates are written around the board. */
  lettered: boolean;
}

export interface Fit {
  /** The picture's left and top edge, width and height. */
  left: number;
  top: number;
  across: number;
  down: number;
  /** How wide lines are drawn. */
  line: number;
  border: number;
  /** The size of the coordinates and how far from the outermost line they are centred. */
  letter: number;
  letterAway: number;
  /** CSS pixels per unit. */
  scale: number;
}

/** Width by height of the whole board. */
export function ratio({ width, height, lettered }: Layout): number {
  const margins = 2 * (lettered ? MARGIN_LETTERED : MARGIN);
  return (width - 1 + margins) / (height - 1 + margins);
}

/** Fits a board into `across` by `down` CSS pixels of a screen with `density` device pixels each. */
export function fit(layout: Layout, across: number, down: number, density: number): Fit {
  const { width, height, lettered } = layout;
  const letter = lettered ? letterSize(across / (width + 1.2)) : 0;
  const margins = 2 * (lettered ? 0.56 + 1.5 * letter : MARGIN);
  const device = { across: across * density, down: down * density };
  const room = Math.min(device.across / (width - 1 + margins), device.down / (height - 1 + margins));
  const unit = Math.max(1, Math.floor(room));
  const line = Math.max(1, Math.round(unit * 0.022));
  const border = Math.max(line + 1, Math.round(unit * 0.04));
  // A line of odd width is sharp when its centre is the centre of a pixel.
  const half = line % 2 === 1 ? 0.5 : 0;
  const start = (size: number, n: number): number => Math.floor((size - (n - 1) * unit) / 2) + half;
  const left = start(device.across, width) / unit;
  const top = start(device.down, height) / unit;
  return {
    left: -left,
    top: -top,
    across: device.across / unit,
    down: device.down / unit,
    line: line / unit,
    border: border / unit,
    letter,
    letterAway: STONE + (Math.min(left, top) - STONE) / 2,
    scale: unit / density,
  };
}

function letterSize(scale: number): number {
  const wanted = Math.min(LETTER.large, LETTER.pixelsMax / scale);
  return Math.max(wanted, LETTER.small, LETTER.pixelsMin / scale);
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The point nearest to a place on the screen, or null when none is within half a unit. */
export function spotAt(layout: Layout, fit: Fit, board: Box, x: number, y: number): Spot | null {
  const column = nearest(((x - board.left) / board.width) * fit.across + fit.left);
  const row = nearest(((y - board.top) / board.height) * fit.down + fit.top);
  const isOn = column >= 0 && column < layout.width && row >= 0 && row < layout.height;
  return isOn ? row * layout.width + column : null;
}

/** Unlike `Math.round` never the number −0, which some comparisons tell from 0. */
function nearest(n: number): number {
  return Math.floor(n + 0.5);
}

/** The screen position of a point. */
export function placeOf(layout: Layout, fit: Fit, board: Box, spot: Spot): { x: number; y: number } {
  const column = spot % layout.width;
  const row = Math.floor(spot / layout.width);
  return {
    x: board.left + ((column - fit.left) / fit.across) * board.width,
    y: board.top + ((row - fit.top) / fit.down) * board.height,
  };
}

/** A finger hides about this much around its tip. */
const FINGER = 34;
const SCREEN_EDGE = 6;

/**
 * Where a thing of `width` by `height` goes so that a finger at (`x`, `y`) does not hide it:
 * above, else on the roomier side, and always on the screen as far as it fits.
 */
export function besideFinger(
  x: number,
  y: number,
  thing: { width: number; height: number },
  screen: { width: number; height: number },
): { left: number; top: number } {
  const within = (at: number, size: number, room: number): number => Math.max(SCREEN_EDGE, Math.min(at, room - SCREEN_EDGE - size));
  const above = y - FINGER - thing.height;
  if (above >= SCREEN_EDGE) {
    return { left: within(x - thing.width / 2, thing.width, screen.width), top: above };
  }
  const isRoomLeft = x > screen.width / 2;
  const left = isRoomLeft ? x - FINGER - thing.width : x + FINGER;
  return {
    left: within(left, thing.width, screen.width),
    top: within(y - thing.height / 2, thing.height, screen.height),
  };
}
