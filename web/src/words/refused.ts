// Why something was not done, in the reader's language.

import { Refusal } from '../api';
import type { Words } from './words.svelte';

/** Our own words for the reason if we have them, the server's otherwise. */
export function refusedText(words: Words, reason: unknown): string {
  const { code, text } = reasonOf(reason);
  const own = (words.refused as Record<string, string | undefined>)[code];
  return own ?? (text || words.refused.failed);
}

function reasonOf(reason: unknown): { code: string; text: string } {
  if (reason instanceof Refusal) return { code: reason.code, text: reason.message };
  if (typeof reason === 'object' && reason !== null && 'code' in reason && 'text' in reason) return { code: String(reason.code), text: String(reason.text) };
  return { code: 'failed', text: '' };
}
