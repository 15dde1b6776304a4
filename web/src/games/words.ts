// The words of kept games, loaded only where there are some.

import { loader } from '../words/catalogue';
import type en from './words/en';

/** Every text of kept games. A language that lacks one does not compile. */
export type GamesWords = typeof en;

/** Loads the words in a language, or in English where there are none yet. */
export const gamesWords = loader(import.meta.glob<{ default: GamesWords }>('./words/??.ts'));
