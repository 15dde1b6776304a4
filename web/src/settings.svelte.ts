// What this browser remembers: how things should look and sound, what was played last, which games.

import { read, write } from './memory';

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  board: 'wood' | 'paper' | 'slate' | 'contrast';
  /** Usual is what belongs to the board. */
  stones: 'usual' | 'shell' | 'flat' | 'contrast';
  coordinates: boolean;
  animations: boolean;
  sounds: boolean;
  /** From 0 to 1. */
  volume: number;
  /** Whether the last seconds are counted aloud. */
  voice: boolean;
  notifications: boolean;
  confirm: boolean;
  /** Against the computer: whether there are hints, and warnings of clear mistakes. */
  hints: boolean;
  alerts: boolean;
  /** Null is as the browser says. */
  language: string | null;
  name: string;
}

const DEFAULTS: Settings = {
  theme: 'auto',
  board: 'wood',
  stones: 'usual',
  coordinates: true,
  animations: true,
  sounds: true,
  volume: 0.8,
  voice: false,
  notifications: false,
  confirm: false,
  hints: false,
  alerts: false,
  language: null,
  name: '',
};

export const settings: Settings = $state({ ...DEFAULTS, ...read<Partial<Settings>>('settings', {}) });

/** Keeps the settings and puts those about the look of the whole page into effect. */
export function keepSettings(): void {
  $effect(() => write('settings', settings));
  $effect(() => {
    document.documentElement.dataset['stones'] = settings.stones;
  });
  $effect(() => {
    if (settings.theme === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = settings.theme;
  });
}
