import { describe, expect, test } from 'vitest';
import en from './words/en';

const CATALOGUES = import.meta.glob<{ default: typeof en }>('./words/??.ts', { eager: true });

describe('the words of reviews', () => {
  test('are there in seven languages', () => {
    expect(Object.keys(CATALOGUES)).toHaveLength(7);
  });

  test.each(Object.keys(CATALOGUES))('name the same keys in %s, and each once', (path) => {
    const list = CATALOGUES[path]!.default.keyList;
    expect(list).toHaveLength(en.keyList.length);
    expect(new Set(list.map(([key]) => key)).size).toBe(list.length);
  });

  test.each(Object.keys(CATALOGUES))('say with what they are about in %s', (path) => {
    const words = CATALOGUES[path]!.default;
    for (const text of [words.moveOf(17, 42), words.preview(17, 42)]) {
      expect(text).toContain('17');
      expect(text).toContain('42');
    }
    for (const text of [words.fromPoints(17), words.train(17), words.trained(17)]) expect(text).toContain('17');
    expect(words.judgedOn('study-pc')).toContain('study-pc');
    for (const text of [words.deeper('17'), words.soFar('17'), words.atEnd('17'), words.judgedBy('D4', '17')]) expect(text).toContain('17');
    for (const text of [words.candidateIs('A', '−17', '42 %'), words.trust('−17', '42 %')]) {
      expect(text).toContain('−17');
      expect(text).toContain('42 %');
    }
    for (const text of [words.bestIs('A', 'D4'), words.lineOf('A', 'D4'), words.stronger.lead('D4', '98'), words.stronger.time('D4')])
      expect(text).toContain('D4');
    for (const text of [words.better('D4'), words.judged('D4', '…'), words.showLine('D4')]) expect(text).toContain('D4');
  });
});
