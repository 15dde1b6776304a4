// Sends for everything the first look needs at once: the words, the app, the page of the address.

import { read } from './memory';
import { wordsFor } from './words/choose';

const words = wordsFor(read<{ language?: string | null }>('settings', {}).language ?? null);
// Two functions, not one choice between two imports: their styles are told apart by where they are called.
const framed = () => import('./embed/start');
const whole = () => import('./start');
const app = /^\/embed(\/|$)/.test(location.pathname) ? framed() : whole();
if (location.pathname.startsWith('/r/')) void import('./page/Room.svelte');

const page = new Promise((ready) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', ready);
  else ready(null);
});

// No `await` here: the app imports what this script is made of, and would wait for it in turn.
void Promise.all([words, app, page]).then(([spoken, { start }]) => start(spoken));
