// Español.

import { plural } from '../../words/plural';
import type { FiveWords } from '../words';

const n = plural('es');

const words: FiveWords = {
  title: 'Los cinco reglamentos',
  compare: 'Los cinco en el tablero: qué cambia',
  lead: 'Cinco reglamentos describen el go, y no hay dos que describan el mismo juego. Elige uno, juega en la posición y cambia de reglamento: verás enseguida qué dice de la misma jugada.',
  positions: 'Posiciones',
  book: 'Reglamento',
  board: 'La posición para probar',
  law: 'Lo que dice el reglamento',
  tries: 'Probar',
  ready: 'Juega en el tablero o elige algo que probar.',
  allowed: 'Permitido',
  refused: 'No permitido',
  yes: 'sí',
  no: 'no',
  stopped: 'El juego se detiene',
  goesOn: (color) => `Aún no: juega ${color}`,
  comesOff: (count) => n(count, { one: 'Sale 1 piedra del tablero.', other: 'Salen # piedras del tablero.' }),
  mark: 'Elige una cadena para darla por muerta, o por viva otra vez.',
  again: 'Volver a la posición',
  side: 'Los cinco, lado a lado',
  sideLead: 'Cada respuesta es del servidor, preguntada ahora mismo.',

  facts: {
    legal: 'La jugada',
    turn: 'Juega primero',
    exists: 'Un tablero de 5×5',
    stage: 'Blanco pasa, Negro pasa',
    handed: 'Piedras entregadas en total',
    removed: 'Piedras retiradas',
    result: 'Resultado',
    komi: 'Komi',
    blackTerritory: 'Territorio de Negro',
    whiteTerritory: 'Territorio de Blanco',
    stones: 'Piedras al empezar',
    owed: 'Veces que Blanco debe pasar',
  },

  cases: {
    first: {
      title: 'La primera jugada',
      lead: 'Un tablero vacío. ¿De quién es la primera piedra, y puede ser más pequeño el tablero? Pon una y mira su color.',
      lines: {},
    },
    suicide: {
      title: 'Suicidio',
      lead: 'Juega Negro. En A9 una piedra quitaría la última libertad a dos piedras negras, ella incluida; en E5 quedaría sola y sin libertades. En H2 tampoco tiene, pero captura.',
      lines: { several: 'A9: dos propias', one: 'E5: una propia', capture: 'H2: captura' },
    },
    ko: {
      title: 'Ko',
      lead: 'Negro acaba de capturar en E5. ¿Puede Blanco retomar enseguida en D5? ¿Y tras una jugada en otra parte y su respuesta?',
      lines: { once: 'D5 enseguida', later: 'D5 dos jugadas después' },
    },
    sending: {
      title: 'Dos piedras por una',
      lead: 'Negro dio dos piedras y Blanco las tomó con una. Si Negro toma esa en B1, el tablero queda como estaba, pero ahora le toca a Blanco. ¿Y si Blanco había pasado justo antes?',
      lines: { began: 'Negro empezó', passed: 'Blanco había pasado' },
    },
    triple: {
      title: 'Tres kos',
      lead: 'Tres kos a la vez: se puede dar vueltas sin retomar nunca enseguida. El D8 de Blanco devuelve el tablero de hace seis jugadas.',
      lines: { round: 'D8 cierra el círculo' },
    },
    passes: {
      title: 'Pasar',
      lead: 'No queda nada que ganar y le toca a Blanco. Blanco pasa, Negro pasa. ¿Es el final? ¿Y qué ha costado?',
      lines: { two: 'Pasar dos veces', three: 'Y una tercera' },
    },
    dead: {
      title: 'Piedras muertas',
      lead: 'Dos piedras blancas y una negra están perdidas, pero nadie las ha capturado. Ambos pasan. Aquí, sin komi.',
      lines: { both: 'Ambos pasan' },
    },
    count: {
      title: 'La misma partida, contada',
      lead: 'Cada uno captura una piedra más y ambos pasan: siete puntos de ventaja para Negro, antes del komi. Luego otra vez, pero Negro pone antes una piedra inútil dentro, en B5.',
      lines: { both: 'Ambos pasan', inside: 'Negro juega antes dentro' },
    },
    seki: {
      title: 'Seki',
      lead: 'Abajo, una cadena negra y una blanca con un ojo cada una comparten el punto C1. Quien juega ahí es capturado, así que ambas se quedan. ¿Cuentan los ojos de A1 y E1? Aquí, sin komi.',
      lines: { both: 'Ambos pasan' },
    },
    handicap: {
      title: 'Hándicap',
      lead: 'Un hándicap de tres. ¿Cómo empieza la partida, y quién juega?',
      lines: { stone: 'Una piedra en E5' },
    },
  },
};

export default words;
