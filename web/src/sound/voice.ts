// A clock that is counted aloud, by the device's own voice in the language of the page.

import type { Shown } from '../room/clock';

/** How long a browser may take to list its voices. */
const VOICES_MS_MAX = 1_000;

/** What is said when a clock that showed `before` shows `now`: that the last period has begun, or a second of the end. */
export function spoken(before: Shown | null, now: Shown, lastPeriod: string): string | null {
  if (now.periods === 1 && before !== null && before.periods !== 1) return lastPeriod;
  // Main time that something comes after may run out.
  const isCounted = now.isShort && now.seconds > 0 && now.overtime === null;
  return isCounted && before?.seconds !== now.seconds ? String(now.seconds) : null;
}

/** Whether this device can speak `language`. */
export async function hasVoice(language: string): Promise<boolean> {
  if (!('speechSynthesis' in window)) return false;
  if (speechSynthesis.getVoices().length === 0) {
    await new Promise((resolve) => {
      speechSynthesis.addEventListener('voiceschanged', resolve, { once: true });
      setTimeout(resolve, VOICES_MS_MAX);
    });
  }
  return speechSynthesis.getVoices().some(({ lang }) => lang.toLowerCase().startsWith(language));
}

/** Says `text` at once: a second that is still being said is over. */
export function say(text: string, language: string, volume: number): void {
  if (!('speechSynthesis' in window)) return;
  const utterance = new SpeechSynthesisUtterance(text);
  Object.assign(utterance, { lang: language, volume, rate: 1.2 });
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}
