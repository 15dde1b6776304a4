// German.

import type { ReasonWords } from '../reasons';

const words: ReasonWords = {
  stones: (color, n, at) => (n === 1 ? `den Stein von ${color} bei ${at}` : `die ${n} Steine von ${color} bei ${at}`),
  captures: (at, stones) => `${at} schlägt ${stones}.`,
  selfAtari: (at, stones, by) => `${at} ist Selbst-Atari: ${by} schlägt ${stones}.`,
  leftInAtari: (at, stones, by) => `${by} schlägt ${stones}; ${at} kommt aus dem Atari heraus.`,
  caught: (stones, by) => `Jetzt schlägt ${by} ${stones}.`,
  caughtLadder: (stones, by) => `Jetzt schlägt ${by} ${stones} in einer Treppe.`,
  caughtNet: (stones, by) => `Jetzt schlägt ${by} ${stones} in einem Netz.`,
  catches: (at, stones) => `${at} schlägt ${stones}.`,
  catchesLadder: (at, stones) => `${at} schlägt ${stones} in einer Treppe.`,
  catchesNet: (at, stones) => `${at} schlägt ${stones} in einem Netz.`,
  dies: (at, stones) => `Jetzt kann man ${stones} töten; ${at} macht Leben.`,
  kills: (at, stones) => `${at} tötet ${stones}.`,
  breaksSeki: (at, stones) => `${at} bricht ein Seki: Jetzt kann man ${stones} schlagen.`,
  sente: (at, stones) => `${at} ist Sente: Es bedroht ${stones}.`,
  likelyLost: (stones) => `Wahrscheinlich verliert man ${stones}.`,
  likelyAlive: (stones) => `Man hätte ${stones} schlagen können; jetzt geht das wahrscheinlich nicht mehr.`,
  fillsEye: (at) => `${at} füllt ein eigenes Auge.`,
  takesKo: (at) => `${at} schlägt ein Ko.`,
  leavesKo: (by) => `Jetzt schlägt ${by} ein Ko.`,
  cuts: (at, one, other) => `${at} schneidet ${one} von ${other} ab.`,
  connects: (at, one, other) => `${at} verbindet ${one} und ${other}; jetzt kann man dort schneiden.`,
  dame: (at) => `${at} ist ein neutraler Punkt.`,
  fillsTerritory: (at) => `${at} liegt im eigenen Gebiet.`,
  little: (at) => `${at} bringt weniger als einen Punkt.`,
  passed: 'Es wurde gepasst, als noch Punkte offen waren.',
  area: (worth, part, at) => `Etwa ${worth} Punkte gehen ${part} verloren, um ${at} herum.`,
  parts: {
    upper_left: 'in der Ecke links oben',
    upper: 'am oberen Rand',
    upper_right: 'in der Ecke rechts oben',
    left: 'am linken Rand',
    centre: 'in der Mitte',
    right: 'am rechten Rand',
    lower_left: 'in der Ecke links unten',
    lower: 'am unteren Rand',
    lower_right: 'in der Ecke rechts unten',
  },
};

export default words;
