// Which moves are listed: all of a game of people, and of very many those around where one is. Pure.

import type { Line } from './tree';

/** So many moves are no burden for a browser. */
const LISTED_MAX = 1_200;

export interface Listed {
  lines: Line[];
  /** Whether there are more. */
  isPart: boolean;
}

/** The lines to list: all of them, or the main one and the one that has the node `at`, each around it. */
export function listedLines(lines: readonly Line[], main: readonly number[], at: number): Listed {
  let n = 0;
  const isSmall = lines.every(({ nodes }) => (n += nodes.length) <= LISTED_MAX);
  if (isSmall) return { lines: [...lines], isPart: false };
  const wanted = lines.filter(({ depth, nodes }) => depth === 0 || nodes.includes(at));
  // Where one is on another line, the main one is listed from its beginning.
  const place = main.includes(at) ? main.indexOf(at) : 0;
  const around = ({ depth, nodes }: Line): Line => {
    const center = depth === 0 ? place : nodes.indexOf(at);
    const start = Math.max(0, Math.min(center - LISTED_MAX / 4, nodes.length - LISTED_MAX / 2));
    return { depth, nodes: nodes.slice(start, start + LISTED_MAX / 2) };
  };
  return { lines: wanted.map(around), isPart: true };
}
