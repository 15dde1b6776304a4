import { expect, test } from 'vitest';
import { choose, localeOf, type Language } from './choose';

const there: Language[] = ['en', 'zh', 'de'];

test('the first wish that there are words for is granted', () => {
  expect(choose(['pt-BR', 'de-AT', 'en'], there)).toBe('de');
  expect(choose(['zh-Hant-TW'], there)).toBe('zh');
  expect(choose(['EN-gb'], there)).toBe('en');
});

test('a wish for a language that is not there is answered in English', () => {
  expect(choose(['pt', 'fr'], there)).toBe('en');
  expect(choose([], there)).toBe('en');
});

test('dates are written as in the reader’s country, if it speaks the language', () => {
  expect(localeOf('en', ['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(localeOf('fr', ['de-AT', 'en-GB'])).toBe('fr');
  expect(localeOf('en', ['en-US@posix'])).toBe('en');
});
