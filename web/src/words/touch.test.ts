// Whoever has no mouse is spoken to as well: nothing is to be clicked.

import { expect, test } from 'vitest';

const SOURCES = import.meta.glob<string>(['../**/words/??.ts', '../review/file/??.ts', './??.ts'], { eager: true, query: '?raw', import: 'default' });

/** What a click is called in each language. */
const CLICK = /\bclick|klick|\bcliqu|\bclics?\b|点击|クリック|클릭/i;

test.each(Object.keys(SOURCES))('%s tells nobody to click', (path) => {
  const words = SOURCES[path]!.replace(/\/\*\*.*?\*\/|\/\/.*/g, '');
  expect(words.match(CLICK)).toBeNull();
});
