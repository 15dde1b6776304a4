// The words of the page, in the language of whoever reads it.

import { localeOf, wordsFor, type Language, type Spoken, type Words } from './choose';

export { LANGUAGES, languages, type Language, type Words } from './choose';

let spoken = $state.raw<Spoken | null>(null);

/** The words now. */
export function w(): Words {
  if (!spoken) throw new Error('the words are not loaded yet');
  return spoken.words;
}

export function language(): Language {
  return spoken?.language ?? 'en';
}

/** The language as the reader's country writes it, for dates: `en-GB` where the browser says so. */
export function locale(): string {
  return localeOf(language(), navigator.languages);
}

/** Speaks with these words from now on. */
export function speakWith(next: Spoken): void {
  spoken = next;
  document.documentElement.lang = next.language;
}

/** Speaks the language `wish`, or the browser's. */
export async function speak(wish: string | null): Promise<void> {
  speakWith(await wordsFor(wish));
}
