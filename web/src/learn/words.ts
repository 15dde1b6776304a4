// The lessons' words, loaded only where lessons are read.

import { loader } from '../words/catalogue';
import type en from './words/en';

/** Every text of the lessons. A language that lacks one does not compile. */
export type LearnWords = typeof en;

/** What is said in a step. */
export interface StepWords {
  task: string;
  done: string;
  wrong?: string;
  hint?: string;
}

/** Loads the words in a language, or in English where there are none yet. */
export const learnWords = loader(import.meta.glob<{ default: LearnWords }>('./words/??.ts'));

/** The words of a step; its name where it has none. */
export function stepWords(words: LearnWords, lesson: string, step: string): StepWords {
  const steps = lessonWords(words, lesson).steps as Record<string, StepWords | undefined>;
  return steps[step] ?? { task: step, done: '' };
}

/** The words of a lesson; its name where it has none. */
export function lessonWords(words: LearnWords, lesson: string): { title: string; steps: object } {
  const lessons = words.lessons as Record<string, { title: string; steps: object } | undefined>;
  return lessons[lesson] ?? { title: lesson, steps: {} };
}
