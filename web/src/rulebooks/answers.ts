// What is read off the server's answers, as short texts for a table.

import { lookAt } from '../api';
import { fits } from '../page/choice';
import { outcomeText } from '../room/names';
import { spotOf } from '../room/points';
import type { Color, LineName, PositionFace } from '../wire';
import { refusedText } from '../words/refused';
import type { Words } from '../words/words.svelte';
import { lineOf, questionFor, type Case, type Fact, type Rulebook } from './cases';
import type { FiveWords } from './words';

/** What the server says of a question; nothing if the rulebook is not for such a board. */
export type Answer = PositionFace | null;

type RefusedStep = NonNullable<PositionFace['refused']>;

/** A cell of the table. */
export interface Cell {
  /** Whether it is a yes or a no; null where it is neither. */
  is: boolean | null;
  text: string;
}

/** Asks what a rulebook says of every line that the table needs, by the line's name. */
export async function answersOf(one: Case, rules: Rulebook): Promise<Map<string, Answer>> {
  const names = [...new Set(one.columns.map(({ of }) => of))];
  const answers = names.map(async (name) => [name, await answerTo(one, name, rules)] as const);
  return new Map(await Promise.all(answers));
}

async function answerTo(one: Case, name: string, rules: Rulebook): Promise<Answer> {
  const question = questionFor(one, lineOf(one, name), rules);
  const { width = 0 } = question;
  return fits(rules, width, width) ? lookAt(question) : null;
}

/** What the table says of an answer. */
export function cellOf(w: Words, own: FiveWords, fact: Fact, answer: Answer): Cell {
  if (answer === null) return { is: false, text: own.no };
  const number = (count: number): Cell => ({ is: null, text: w.number(count) });
  switch (fact) {
    case 'exists':
      return { is: true, text: own.yes };
    case 'legal':
      return answer.refused ? { is: false, text: lawOf(w, answer.refused) } : { is: true, text: own.allowed };
    case 'turn':
      return { is: null, text: answer.to_move ? w.color[answer.to_move] : '–' };
    case 'stage':
      return answer.to_move ? { is: false, text: own.goesOn(w.color[answer.to_move]) } : { is: true, text: own.stopped };
    case 'handed':
      return number(answer.prisoners.black.passed + answer.prisoners.white.passed);
    case 'removed':
      return number(countStones(answer.board.stones) - countStones(answer.score.stones));
    case 'result':
      return { is: null, text: answer.outcome ? outcomeText(w, answer.outcome) : '–' };
    case 'komi':
      return number(pointsOf(answer, 'white', 'komi'));
    case 'blackTerritory':
      return number(pointsOf(answer, 'black', 'territory'));
    case 'whiteTerritory':
      return number(pointsOf(answer, 'white', 'territory'));
    case 'stones':
      return number(countStones(answer.board.stones));
    case 'owed':
      return number(answer.must_pass ?? 0);
  }
}

/** The law that a move breaks, as short as can be. */
function lawOf(w: Words, refused: RefusedStep): string {
  if (refused.code === 'suicide') return w.topics.suicide;
  return refused.code === 'repetition' ? w.topics.repetition : refusedText(w, refused);
}

function countStones(stones: string): number {
  return stones.replaceAll('.', '').length;
}

function pointsOf({ score }: PositionFace, color: Color, name: LineName): number {
  return score[color].lines.find((line) => line.name === name)?.points ?? 0;
}

/** How many stones the last move took off the board, its own among them if it does not stand. */
export function countOff({ steps, board }: PositionFace): number {
  const last = steps.at(-1);
  if (!last || last.at === 'pass') return 0;
  const spot = spotOf(last.at, board.width, board.height);
  const isGone = spot !== null && board.stones[spot] === '.';
  return last.lifted.length + (isGone ? 1 : 0);
}
