/** How keys move the cursor over the board. */

import type { Spot } from './types';

/** Where `key` takes the cursor, or null when it is no moving key. The cursor stops at the edges. */
export function cursorAfter(key: string, at: Spot, width: number, height: number): Spot | null {
  const x = at % width;
  const y = Math.floor(at / width);
  const spot = (x: number, y: number): Spot => Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1);
  switch (key) {
    case 'ArrowLeft':
      return spot(x - 1, y);
    case 'ArrowRight':
      return spot(x + 1, y);
    case 'ArrowUp':
      return spot(x, y - 1);
    case 'ArrowDown':
      return spot(x, y + 1);
    case 'Home':
      return spot(0, y);
    case 'End':
      return spot(width - 1, y);
    case 'PageUp':
      return spot(x, 0);
    case 'PageDown':
      return spot(x, height - 1);
    default:
      return null;
  }
}
