import { describe, expect, test } from 'vitest';
import type en from './words/en';

const CATALOGUES = import.meta.glob<{ default: typeof en }>('./words/??.ts', { eager: true });

describe('the words of kept games', () => {
  test('are there in seven languages', () => {
    expect(Object.keys(CATALOGUES)).toHaveLength(7);
  });

  test.each(Object.keys(CATALOGUES))('say what is put into them in %s', (path) => {
    const { found, forgotten, pulse } = CATALOGUES[path]!.default;
    expect(found(1)).toContain('1');
    expect(found(12)).toContain('12');
    expect(forgotten('Ada – Bo')).toContain('Ada – Bo');
    expect(pulse.against('Ada')).toContain('Ada');
    expect(pulse.rung(4, 29)).toMatch(/4.*29|29.*4/);
  });
});
