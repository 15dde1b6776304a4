// The words of games on other sites: in the frame, and where its code is given.

import { loader } from '../words/catalogue';
import type en from './words/en';

/** Every text of them. A language that lacks one does not compile. */
export type EmbedWords = typeof en;

/** Loads the words in a language, or in English where there are none yet. */
export const embedWords = loader(import.meta.glob<{ default: EmbedWords }>('./words/??.ts'));
