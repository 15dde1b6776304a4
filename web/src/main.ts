// Sends for everything the first look needs at once: the words, the app, the page of the address.

import { read } from './memory';
import { wordsFor } from './words/choose';

const words = wordsFor(read<{ language?: string | null }>('settings', {}).language ?? null);
const app = import('./start');
if (location.pathname.startsWith('/r/')) void import('./page/Room.svelte');

const page = new Promise((ready) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', ready);
  else ready(null);
});

// No `await` here: the app imports what this script is made of, and would wait for it in turn.
void Promise.all([words, app, page]).then(([spoken, { start }]) => start(spoken));
