import { describe, expect, test } from 'vitest';
import { besideFinger, fit, placeOf, ratio, spotAt, STONE, type Layout } from './geometry';

const LAYOUTS: Layout[] = [
  { width: 19, height: 19, lettered: true },
  { width: 19, height: 19, lettered: false },
  { width: 9, height: 9, lettered: true },
  { width: 13, height: 5, lettered: true },
  { width: 5, height: 25, lettered: true },
  { width: 25, height: 25, lettered: true },
  { width: 1, height: 1, lettered: true },
  { width: 2, height: 1, lettered: false },
];
const SCREENS = [
  [304, 1],
  [304, 2],
  [360, 3],
  [741, 1],
  [900, 1.5],
  [2000, 2],
] as const;
const CASES = LAYOUTS.flatMap((layout) =>
  SCREENS.map(([across, density]) => ({
    layout,
    across,
    density,
    name: `${layout.width}×${layout.height}${layout.lettered ? ' with letters' : ''}`,
  })),
);

describe('a fitted board', () => {
  test.each(CASES)('$name on $across px, $density device pixels each', ({ layout, across, density }) => {
    const down = across / ratio(layout);
    const made = fit(layout, across, down, density);
    const pixels = made.scale * density;

    // Lines are a whole number of device pixels apart and wide, and start on one.
    expect(pixels).toBeCloseTo(Math.round(pixels), 6);
    expect(made.line * pixels).toBeCloseTo(Math.round(made.line * pixels), 6);
    expect(made.border).toBeGreaterThan(made.line);
    const edge = (-made.left - made.line / 2) * pixels;
    expect(edge).toBeCloseTo(Math.round(edge), 6);

    // Stones on the outermost lines are whole, and letters are between them and the edge.
    const right = made.left + made.across - (layout.width - 1);
    const bottom = made.top + made.down - (layout.height - 1);
    for (const margin of [-made.left, -made.top, right, bottom]) {
      expect(margin).toBeGreaterThan(STONE);
      if (layout.lettered) expect(made.letterAway + made.letter / 2).toBeLessThan(margin);
    }
    if (layout.lettered) expect(made.letter * made.scale).toBeGreaterThanOrEqual(7);
  });

  test('every point is found where it is drawn', () => {
    for (const { layout, across, density } of CASES) {
      const board = { left: 17, top: -230, width: across, height: across / ratio(layout) };
      const made = fit(layout, board.width, board.height, density);
      for (let spot = 0; spot < layout.width * layout.height; spot++) {
        const { x, y } = placeOf(layout, made, board, spot);
        expect(spotAt(layout, made, board, x, y)).toBe(spot);
      }
    }
  });

  test('half a unit beside the outermost line is still the line, more is not', () => {
    const layout = { width: 9, height: 9, lettered: true };
    const board = { left: 0, top: 0, width: 500, height: 500 };
    const made = fit(layout, 500, 500, 1);
    const { x, y } = placeOf(layout, made, board, 0);
    expect(spotAt(layout, made, board, x - 0.45 * made.scale, y)).toBe(0);
    expect(spotAt(layout, made, board, x - 0.55 * made.scale, y)).toBeNull();
    expect(spotAt(layout, made, board, x, y - 0.55 * made.scale)).toBeNull();
  });
});

describe('beside a finger', () => {
  const thing = { width: 128, height: 182 };
  const screen = { width: 360, height: 640 };

  test('it is above where there is room', () => {
    const { left, top } = besideFinger(180, 400, thing, screen);
    expect(left + thing.width / 2).toBe(180);
    expect(top + thing.height).toBeLessThan(400);
  });

  test('it is always on the screen and never under the finger', () => {
    for (let x = 0; x <= screen.width; x += 12) {
      for (let y = 0; y <= screen.height; y += 16) {
        const { left, top } = besideFinger(x, y, thing, screen);
        const isOff = Math.min(left, top) < 0 || left + thing.width > screen.width || top + thing.height > screen.height;
        const isUnder = x > left && x < left + thing.width && y > top && y < top + thing.height;
        expect({ x, y, isOff, isUnder }).toEqual({ x, y, isOff: false, isUnder: false });
      }
    }
  });
});
