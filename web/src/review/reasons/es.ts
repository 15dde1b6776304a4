// Spanish.

import type { ReasonWords } from '../reasons';

const words: ReasonWords = {
  stones: (color, n, at) => (n === 1 ? `la piedra de ${color} en ${at}` : `las ${n} piedras de ${color} en ${at}`),
  captures: (at, stones) => `${at} captura ${stones}.`,
  selfAtari: (at, stones, by) => `${at} se pone en atari: ${by} captura ${stones}.`,
  leftInAtari: (at, stones, by) => `${by} captura ${stones}; ${at} sale del atari.`,
  caught: (stones, by) => `Ahora ${by} atrapa ${stones}.`,
  caughtLadder: (stones, by) => `Ahora ${by} atrapa ${stones} en una escalera.`,
  caughtNet: (stones, by) => `Ahora ${by} atrapa ${stones} en una red.`,
  catches: (at, stones) => `${at} atrapa ${stones}.`,
  catchesLadder: (at, stones) => `${at} atrapa ${stones} en una escalera.`,
  catchesNet: (at, stones) => `${at} atrapa ${stones} en una red.`,
  dies: (at, stones) => `Ahora se puede matar ${stones}; ${at} da vida.`,
  kills: (at, stones) => `${at} mata ${stones}.`,
  breaksSeki: (at, stones) => `${at} rompe un seki: ahora se puede capturar ${stones}.`,
  sente: (at, stones) => `${at} es sente: amenaza ${stones}.`,
  likelyLost: (stones) => `Lo probable ahora es perder ${stones}.`,
  likelyAlive: (stones) => `Se podía capturar ${stones}; ahora probablemente ya no.`,
  fillsEye: (at) => `${at} llena un ojo propio.`,
  takesKo: (at) => `${at} toma un ko.`,
  leavesKo: (by) => `Ahora ${by} toma un ko.`,
  cuts: (at, one, other) => `${at} corta ${one} de ${other}.`,
  connects: (at, one, other) => `${at} conecta ${one} y ${other}; ahora se puede cortar ahí.`,
  dame: (at) => `${at} es un punto neutral.`,
  fillsTerritory: (at) => `${at} está en el territorio propio.`,
  little: (at) => `${at} gana menos de un punto.`,
  passed: 'Se pasó cuando aún había puntos en juego.',
  area: (worth, part, at) => `Se pierden unos ${worth} puntos ${part}, alrededor de ${at}.`,
  parts: {
    upper_left: 'en la esquina superior izquierda',
    upper: 'en el lado superior',
    upper_right: 'en la esquina superior derecha',
    left: 'en el lado izquierdo',
    centre: 'en el centro',
    right: 'en el lado derecho',
    lower_left: 'en la esquina inferior izquierda',
    lower: 'en el lado inferior',
    lower_right: 'en la esquina inferior derecha',
  },
};

export default words;
