// Sends for everything the first look needs at once: the words, the app, the page of the address.

import { read } from './memory';
import { wordsFor } from './words/choose';

const words = wordsFor(read<{ language?: string | null }>('settings', {}).language ?? null);
const app = import('./start');
if (location.pathname.startsWith('/r/')) void import('./page/Room.svelte');

const [spoken, { start }] = await Promise.all([words, app]);
start(spoken);
