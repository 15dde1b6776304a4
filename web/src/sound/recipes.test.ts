import { describe, expect, test } from 'vitest';
import { strikes, type Cue } from './recipes';

const CUES: Cue[] = ['stone', 'capture', 'pass', 'start', 'turn', 'tick'];
const always = (n: number) => () => n;

describe('sounds', () => {
  test.each(CUES)('%s is short and not too loud, whatever the chance', (cue) => {
    for (const n of [0, 0.5, 1]) {
      const made = strikes(cue, 300, always(n));
      expect(made.length).toBeGreaterThan(0);
      const moments = new Set(made.map(({ after }) => after));
      for (const moment of moments) {
        const at = made.filter(({ after, decay }) => after <= moment && moment < after + decay / 4);
        expect(at.reduce((sum, { level }) => sum + level, 0)).toBeLessThanOrEqual(1.5);
      }
      for (const { after, decay, pitch, level } of made) {
        expect(after + decay).toBeLessThan(1.2);
        expect(pitch).toBeGreaterThan(100);
        expect(pitch).toBeLessThan(8000);
        expect(level).toBeGreaterThan(0);
      }
    }
  });

  test('two stones do not sound alike', () => {
    expect(strikes('stone', 1, always(0.2))).not.toEqual(strikes('stone', 1, always(0.7)));
  });

  test('more stones rattle longer, up to a handful', () => {
    const length = (n: number) => strikes('capture', n, always(0.5)).length;
    expect(length(3)).toBeGreaterThan(length(1));
    expect(length(300)).toBe(length(50));
  });
});
