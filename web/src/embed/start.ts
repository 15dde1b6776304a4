// Puts a game to step through on the page, for other sites' frames, and nothing else of the app.

import '../look/theme.css';
import '../look/base.css';
import { mount } from 'svelte';
import type { Spoken } from '../words/choose';
import { speakWith } from '../words/words.svelte';
import { wishOf } from './address';
import Embed from './Embed.svelte';

export function start(spoken: Spoken): void {
  speakWith(spoken);
  const target = document.getElementById('app');
  if (target) mount(Embed, { target, props: { wish: wishOf(location) } });
}
