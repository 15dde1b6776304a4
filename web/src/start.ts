// Puts the app on the page.

import './look/theme.css';
import './look/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import type { Spoken } from './words/choose';
import { speakWith } from './words/words.svelte';

export function start(spoken: Spoken): void {
  speakWith(spoken);
  const target = document.getElementById('app');
  if (target) mount(App, { target });
}
