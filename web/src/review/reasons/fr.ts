// French.

import type { ReasonWords } from '../reasons';

const words: ReasonWords = {
  stones: (color, n, at) => (n < 2 ? `la pierre de ${color} en ${at}` : `les ${n} pierres de ${color} en ${at}`),
  captures: (at, stones) => `${at} capture ${stones}.`,
  selfAtari: (at, stones, by) => `${at} se met en atari : ${by} capture ${stones}.`,
  leftInAtari: (at, stones, by) => `${by} capture ${stones} ; ${at} sort de l’atari.`,
  caught: (stones, by) => `Maintenant, ${by} prend ${stones}.`,
  caughtLadder: (stones, by) => `Maintenant, ${by} prend ${stones} en shicho.`,
  caughtNet: (stones, by) => `Maintenant, ${by} prend ${stones} dans un filet.`,
  catches: (at, stones) => `${at} prend ${stones}.`,
  catchesLadder: (at, stones) => `${at} prend ${stones} en shicho.`,
  catchesNet: (at, stones) => `${at} prend ${stones} dans un filet.`,
  dies: (at, stones) => `On peut maintenant tuer ${stones} ; ${at} fait vivre.`,
  kills: (at, stones) => `${at} tue ${stones}.`,
  breaksSeki: (at, stones) => `${at} rompt un seki : on peut maintenant capturer ${stones}.`,
  sente: (at, stones) => `${at} est sente : ce coup menace ${stones}.`,
  likelyLost: (stones) => `On perd probablement ${stones}.`,
  likelyAlive: (stones) => `On pouvait capturer ${stones} ; ce n’est sans doute plus possible.`,
  fillsEye: (at) => `${at} bouche un œil à soi.`,
  takesKo: (at) => `${at} prend un ko.`,
  leavesKo: (by) => `Maintenant, ${by} prend un ko.`,
  cuts: (at, one, other) => `${at} coupe ${one} de ${other}.`,
  connects: (at, one, other) => `${at} relie ${one} et ${other} ; maintenant, on peut couper là.`,
  dame: (at) => `${at} est un point neutre.`,
  fillsTerritory: (at) => `${at} est dans son propre territoire.`,
  little: (at) => `${at} gagne moins d’un point.`,
  passed: 'On a passé alors qu’il restait des points.',
  area: (worth, part, at) => `Environ ${worth} points sont perdus ${part}, autour de ${at}.`,
  parts: {
    upper_left: 'dans le coin supérieur gauche',
    upper: 'sur le bord supérieur',
    upper_right: 'dans le coin supérieur droit',
    left: 'sur le bord gauche',
    centre: 'au centre',
    right: 'sur le bord droit',
    lower_left: 'dans le coin inférieur gauche',
    lower: 'sur le bord inférieur',
    lower_right: 'dans le coin inférieur droit',
  },
};

export default words;
