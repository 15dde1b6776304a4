// The shape of a line or an arrow between two points. Pure.

import type { Stroke } from './types';

/** How far the two sides of an arrow's head reach. */
const HEAD = 0.34;
/** How wide they open, in radians to each side. */
const OPENING = 0.45;

/** The path of a stroke on a board of `width` columns, one unit for each line. */
export function strokePath({ from, to, isArrow }: Stroke, width: number): string {
  const [x, y, endX, endY] = [from % width, Math.floor(from / width), to % width, Math.floor(to / width)];
  const line = `M${x} ${y}L${endX} ${endY}`;
  if (!isArrow) return line;
  const turn = Math.atan2(endY - y, endX - x);
  const side = (sign: 1 | -1): string => {
    const angle = turn + Math.PI + sign * OPENING;
    return `${(endX + HEAD * Math.cos(angle)).toFixed(3)} ${(endY + HEAD * Math.sin(angle)).toFixed(3)}`;
  };
  return `${line}M${side(1)}L${endX} ${endY}L${side(-1)}`;
}
