// When to ask again: the memory model FSRS, version 5, with its published weights. It knows
// nothing but grades and days.

/** How well something was remembered. */
export type Grade = 'again' | 'hard' | 'good' | 'easy';

/** What is known of the memory of one thing. */
export interface Memory {
  /** After how many days nine of ten would still know it. */
  stability: number;
  /** From 1, the easiest, to 10. */
  difficulty: number;
}

/** The grades as the formulas count them. */
const NUMBERS: Record<Grade, number> = { again: 1, hard: 2, good: 3, easy: 4 };

/** The published weights: fitted to what very many people remembered. */
const FIRST_STABILITY: Record<Grade, number> = { again: 0.40255, hard: 1.18385, good: 3.173, easy: 15.69105 };
const FIRST_DIFFICULTY = { level: 7.1949, slope: 0.5345 };
const DIFFICULTY = { step: 1.4604, reversion: 0.0046 };
const RECALL = { level: 1.54575, stability: 0.1192, surprise: 1.01925, hard: 0.2315, easy: 2.9898 };
const LAPSE = { level: 1.9395, difficulty: 0.11, stability: 0.29605, surprise: 2.2698 };
const SAME_DAY = { slope: 0.51655, shift: 0.6621 };

/** The curve of forgetting: a power of the time, nine tenths after as many days as the stability says. */
const DECAY = -0.5;
const FACTOR = 0.9 ** (1 / DECAY) - 1;

/** Nothing is forgotten faster than this, in days. */
const STABILITY_MIN = 0.01;

/** Nothing is put off for longer, in days: boards that nobody sees again teach nothing. */
export const INTERVAL_MAX = 3650;

/** How likely it is still known after some days, from 0 to 1. */
export function retrievability(memory: Memory, days: number): number {
  return (1 + (FACTOR * days) / memory.stability) ** DECAY;
}

/** In how many whole days to ask again: when nine of ten would still know it. */
export function interval(memory: Memory): number {
  return Math.min(INTERVAL_MAX, Math.max(1, Math.round(memory.stability)));
}

/** The memory after the first answer. */
export function learned(grade: Grade): Memory {
  return { stability: FIRST_STABILITY[grade], difficulty: firstDifficulty(grade) };
}

/** The memory after an answer, some days after the last one. */
export function reviewed(memory: Memory, grade: Grade, days: number): Memory {
  return { stability: Math.max(STABILITY_MIN, nextStability(memory, grade, days)), difficulty: nextDifficulty(memory, grade) };
}

function firstDifficulty(grade: Grade): number {
  const { level, slope } = FIRST_DIFFICULTY;
  return within(level - Math.exp(slope * (NUMBERS[grade] - 1)) + 1);
}

/** A harder step for a bad answer, smaller near the top, and a little back to the middle. */
function nextDifficulty({ difficulty }: Memory, grade: Grade): number {
  const step = -DIFFICULTY.step * (NUMBERS[grade] - NUMBERS.good);
  const damped = difficulty + (step * (10 - difficulty)) / 9;
  return within(DIFFICULTY.reversion * firstDifficulty('easy') + (1 - DIFFICULTY.reversion) * damped);
}

function nextStability(memory: Memory, grade: Grade, days: number): number {
  const { stability, difficulty } = memory;
  if (days < 1) return stability * Math.exp(SAME_DAY.slope * (NUMBERS[grade] - NUMBERS.good + SAME_DAY.shift));
  const surprise = 1 - retrievability(memory, days);
  if (grade === 'again') {
    const left = LAPSE.level * difficulty ** -LAPSE.difficulty * ((stability + 1) ** LAPSE.stability - 1) * Math.exp(LAPSE.surprise * surprise);
    return Math.min(stability, left);
  }
  const favour = grade === 'hard' ? RECALL.hard : grade === 'easy' ? RECALL.easy : 1;
  const growth = Math.exp(RECALL.level) * (11 - difficulty) * stability ** -RECALL.stability * (Math.exp(RECALL.surprise * surprise) - 1) * favour;
  return stability * (1 + growth);
}

function within(difficulty: number): number {
  return Math.min(10, Math.max(1, difficulty));
}
