import { describe, expect, test } from 'vitest';
import type { Shown } from '../room/clock';
import { spoken } from './voice';

function shown(seconds: number, more: Partial<Shown> = {}): Shown {
  return { text: '', seconds, periods: null, stones: null, overtime: null, isShort: seconds <= 10, ...more };
}

describe('the voice', () => {
  test('counts the last ten seconds of a period, each once', () => {
    const periods = { periods: 3 };
    expect(spoken(shown(12, periods), shown(11, periods), 'last')).toBeNull();
    expect(spoken(shown(11, periods), shown(10, periods), 'last')).toBe('10');
    expect(spoken(shown(10, periods), shown(10, periods), 'last')).toBeNull();
    expect(spoken(shown(2, periods), shown(1, periods), 'last')).toBe('1');
    expect(spoken(shown(1, periods), shown(0, periods), 'last')).toBeNull();
  });

  test('says when the last period begins, and not for a page that comes to it', () => {
    expect(spoken(shown(1, { periods: 2 }), shown(30, { periods: 1 }), 'last')).toBe('last');
    expect(spoken(shown(30, { periods: 1 }), shown(29, { periods: 1 }), 'last')).toBeNull();
    expect(spoken(null, shown(30, { periods: 1 }), 'last')).toBeNull();
  });

  test('does not count main time that something comes after, but does where nothing comes', () => {
    expect(spoken(shown(6), shown(5, { overtime: '5×0:30' }), 'last')).toBeNull();
    expect(spoken(shown(6), shown(5), 'last')).toBe('5');
  });
});
