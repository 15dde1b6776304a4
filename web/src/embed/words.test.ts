import { describe, expect, test } from 'vitest';
import type en from './words/en';

const CATALOGUES = import.meta.glob<{ default: typeof en }>('./words/??.ts', { eager: true });

describe('the words of games on other sites', () => {
  test('are there in seven languages', () => {
    expect(Object.keys(CATALOGUES)).toHaveLength(7);
  });

  test.each(Object.keys(CATALOGUES))('name the move and how many there are in %s', (path) => {
    const text = CATALOGUES[path]!.default.moveOf(17, 42);
    expect(text).toContain('17');
    expect(text).toContain('42');
  });
});
