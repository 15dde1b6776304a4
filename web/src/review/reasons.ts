// Why a move was worse than another, in words.

import type { Color, ReviewReason, Vertex } from '../wire';
import type { Words } from '../words/words.svelte';
import type en from './reasons/en';

/** The sentences. A language that lacks one does not compile. */
export type ReasonWords = typeof en;

/** The sentence that tells `reason`. */
export function reasonText(words: Words, own: ReasonWords, reason: ReviewReason): string {
  const stones = (about: { color: Color; stones: Vertex[] }): string => own.stones(words.color[about.color], about.stones.length, about.stones[0] ?? '');
  switch (reason.kind) {
    case 'captures':
      return own.captures(reason.at, stones(reason));
    case 'self_atari':
      return own.selfAtari(reason.at, stones(reason), reason.by);
    case 'left_in_atari':
      return own.leftInAtari(reason.at, stones(reason), reason.by);
    case 'caught':
      return { short: own.caught, ladder: own.caughtLadder, net: own.caughtNet }[reason.hunt](stones(reason), reason.by);
    case 'catches':
      return { short: own.catches, ladder: own.catchesLadder, net: own.catchesNet }[reason.hunt](reason.at, stones(reason));
    case 'dies':
      return own.dies(reason.at, stones(reason));
    case 'kills':
      return own.kills(reason.at, stones(reason));
    case 'breaks_seki':
      return own.breaksSeki(reason.at, stones(reason));
    case 'sente':
      return own.sente(reason.at, stones(reason));
    case 'likely_lost':
      return own.likelyLost(stones(reason));
    case 'likely_alive':
      return own.likelyAlive(stones(reason));
    case 'fills_eye':
      return own.fillsEye(reason.at);
    case 'takes_ko':
      return own.takesKo(reason.at);
    case 'leaves_ko':
      return own.leavesKo(reason.by);
    case 'cuts':
      return own.cuts(reason.at, reason.one, reason.other);
    case 'connects':
      return own.connects(reason.at, reason.one, reason.other);
    case 'dame':
      return own.dame(reason.at);
    case 'fills_territory':
      return own.fillsTerritory(reason.at);
    case 'little':
      return own.little(reason.at);
    case 'passed':
      return own.passed;
    case 'area':
      return own.area(words.number(reason.worth), own.parts[reason.part], reason.at);
  }
}
