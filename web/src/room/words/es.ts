// Spanish.

import { plural } from '../../words/plural';
import type en from './en';

const n = plural('es');

const words: typeof en = {
  reach: {
    onlyHere: 'Este enlace solo funciona en este ordenador.',
    network: 'Es la dirección de este ordenador en tu red, para dispositivos de la misma red.',
    how: 'Para que otros puedan entrar, cierra el programa e inícialo así:',
    command: 'Orden',
    /** A button: the server listens in the network, too. */
    letIn: 'Dejar entrar a los dispositivos de mi red',
    letInLead: (address) => `Otros en tu red podrán abrir ${address} hasta que el programa termine.`,
    stayedOut: 'Ahora no puede entrar ningún dispositivo de tu red.',
  },

  clock: {
    then: (overtime) => `luego ${overtime}`,
    periods: (count) => (count === 1 ? 'último periodo' : `quedan ${count} periodos`),
    stones: (count) => n(count, { one: 'falta # piedra', other: 'faltan # piedras' }),
  },

  /** A button: the computer is to move at once. */
  moveNow: 'Juega ya',

  rematch: {
    swap: 'Con «Otra partida» se cambian los colores.',
    yours: { black: 'Con «Otra partida» juegas con Negro.', white: 'Con «Otra partida» juegas con Blanco.' },
  },

  undoAgain: 'No se deshace nada; puedes volver a pedirlo después de otra jugada.',

  komi: {
    settled: (komi) => `El komi es ${komi}.`,
    yours: {
      black: (komi) => `El komi es ${komi}. Juegas con Negro.`,
      white: (komi) => `El komi es ${komi}. Juegas con Blanco.`,
    },
    found: (komi) => `komi ${komi}, fijado por subasta`,
  },

  names: { edit: 'Nombres', title: '¿Quién juega?' },

  ends: {
    title: 'Cuenta lo que hay en el tablero',
    now: 'Este pase termina la partida. Con estas reglas no se retira nada, así que se cuenta así:',
    next: 'Con estas reglas no se retira nada. Si tu rival también pasa, se cuenta así:',
    capture: 'Las piedras que no pueden vivir aún hay que capturarlas.',
    pass: 'Pasar y terminar',
    passNext: 'Pasar de todos modos',
    playOn: 'Seguir jugando',
    status: 'Si tú también pasas, la partida termina tal como está el tablero.',
  },

  help: {
    title: 'Ayuda del ordenador',
    hints: 'Pistas cuando las pida',
    alerts: 'Avisarme de errores claros',
    hint: 'Pista',
    looking: 'Buscando…',
    hintIs: (at) => `El ordenador jugaría ${at}.`,
    hintPass: 'El ordenador pasaría.',
    alert: (at, points) =>
      n(points, { one: `${at} pierde cerca de # punto, por lo que ve el ordenador.`, other: `${at} pierde cerca de # puntos, por lo que ve el ordenador.` }),
    takeBack: 'Deshacerla',
    keep: 'Dejarla',
  },

  voice: {
    volume: 'Volumen',
    byoyomi: 'Contar el byo-yomi en voz alta',
    lastPeriod: 'Último periodo',
    none: 'Este dispositivo no tiene voz para este idioma.',
  },
};

export default words;
