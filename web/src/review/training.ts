// Mistakes of a reviewed game as problems: the position, what is good enough there, and what the move played led to.

import { lookAt } from '../api';
import { LINE_MAX, nameOf, type OwnProblem, slackOf } from '../problems/own';
import type { Candidate, Judged, JudgedMove, Position, RecordTree, ReviewedGame } from '../wire';
import type { Moment } from './moments';
import { pathTo, stonesAt } from './tree';

/** A candidate that was tried less often is not known well enough to be an answer. */
const TRIED_MIN = 3;

/** Whether a moment makes a problem: where a pass was best there is nothing to find on the board. */
export function canTrain({ move }: Moment): boolean {
  const { judged } = move;
  return judged != null && judged.best !== 'pass' && judged.best !== move.move && judged.points_lost > 0;
}

/** A mistake as a problem. */
export async function problemOf(tree: RecordTree, game: ReviewedGame, { node, move }: Moment, visits: number): Promise<OwnProblem | null> {
  const { judged } = move;
  const before = tree.nodes[node]?.parent;
  if (judged == null || before == null) return null;
  const position = await positionBefore(tree, before);
  const stones = stonesAt(tree, before);
  const answers = game.positions[move.after]?.candidates[0]?.variation ?? [];
  const candidates = game.positions[move.before]?.candidates ?? [];
  return {
    id: `own-${nameOf([stones, move.by, move.move, tree.rules].join(' '))}`,
    kind: 'own',
    difficulty: 0,
    position,
    stones,
    turn: move.by,
    task: {
      type: 'find',
      solved: [judged.best, ...goodEnough(move, candidates)],
      line: judged.variation.slice(0, LINE_MAX),
      wrong: [[move.move, ...answers].slice(0, LINE_MAX)],
      lost: judged.points_lost,
      lead: leadOfBest(judged, candidates),
      visits,
      game: nameOf(tree.sgf),
      node: before,
    },
  };
}

/** What the search promised for the best move: other searches are compared with that, not with the story of the game. */
function leadOfBest(judged: Judged, candidates: readonly Candidate[]): number {
  return candidates.find(({ move }) => move === judged.best)?.lead ?? judged.best_lead;
}

/** The other candidates that are as good as the best one, or nearly so. */
function goodEnough({ move, judged }: JudgedMove, candidates: readonly Candidate[]): string[] {
  if (judged == null) return [];
  const least = leadOfBest(judged, candidates) - slackOf(judged.points_lost);
  const good = candidates.filter(({ visits, lead }) => visits >= TRIED_MIN && lead >= least);
  return good.map((candidate) => candidate.move).filter((at) => at !== move && at !== judged.best && at !== 'pass');
}

/** The game up to a node, with its moves where they can be made one after the other, so that a ko is still one. */
async function positionBefore(tree: RecordTree, node: number): Promise<Position> {
  const { rules, width, height, komi, nodes } = tree;
  const stones = stonesAt(tree, node);
  const to_move = nodes[node]?.to_move ?? null;
  const moves = pathTo(nodes, node).flatMap((own) => nodes[own]?.at ?? []);
  const played: Position = { rules, width, height, komi, handicap: 0, stones: stonesAt(tree, 0), to_move: nodes[0]?.to_move ?? null, moves, dead: [] };
  const face = await lookAt(played).catch(() => null);
  const isSame = face?.refused == null && face?.board.stones === stones && face.to_move === to_move;
  return isSame ? played : { ...played, stones, to_move, moves: [] };
}
