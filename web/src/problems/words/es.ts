// Español.

import { plural } from '../../words/plural';
import type { ProblemWords } from '../words';

const n = plural('es');

const words: ProblemWords = {
  lead: 'Tableros pequeños, cada uno con algo que encontrar. Lo que sabías vuelve tarde; lo que se te escapó, pronto.',
  today: 'La ronda de hoy',
  due: (count) =>
    count === 0 ? 'Hoy no ha vuelto nada.' : n(count, { one: 'Ha vuelto # problema.', other: 'Han vuelto # problemas.' }),
  begin: 'Empezar',
  kindsTitle: 'O de un solo tipo',
  met: (met, count) => `${met} de ${count} vistos`,
  kinds: {
    own: { title: 'Tus propios errores', lead: 'De las partidas que has repasado.' },
    capture: { title: 'Capturar', lead: 'Toma piedras o salva las tuyas.' },
    ladder: { title: 'Escaleras', lead: 'Atari tras atari.' },
    net: { title: 'Redes', lead: 'Retén piedras sin tocarlas.' },
    snapback: { title: 'Contracapturas', lead: 'Da una piedra para tomar más.' },
    life: { title: 'Vida y muerte', lead: 'Dos ojos, o no.' },
    ko: { title: 'Ko', lead: 'Lo que solo un ko consigue.' },
    connection: { title: 'Conectar', lead: 'Haz una cadena de dos.' },
    counting: { title: 'Contar', lead: '¿Quién va por delante y por cuánto?' },
  },
  goals: {
    capture: (color) => `${color} captura las piedras marcadas`,
    save: (color) => `${color} salva las piedras marcadas`,
    kill: (color) => `${color} mata las piedras marcadas`,
    live: (color) => `${color} hace vivir las piedras marcadas`,
    connect: (color) => `${color} conecta las piedras marcadas`,
  },
  find: (color) => `Juega ${color}: ¿qué es lo mejor aquí?`,
  findLead: 'De una partida tuya. Vale toda jugada que sea bastante buena.',
  played: (at, points) => `En la partida fue ${at}, que perdió ${points} puntos.`,
  judging: 'El ordenador mira esa jugada…',
  inGame: 'Ver en su partida',
  forget: 'No preguntar más',
  byKo: 'Hace falta un ko.',
  graded: (level, name) => `Para el nivel ${level} (${name}) y superiores.`,
  ungraded: 'Ningún nivel de la máquina lo encuentra.',
  count: '¿Quién va por delante y por cuánto?',
  countLead: 'La partida ha terminado. Cuentan piedras y territorio, sin komi.',
  ahead: 'Por delante',
  nobody: 'Nadie',
  points: 'Puntos',
  check: 'Comprobar',
  leads: (color, points) => n(points, { one: `${color} lleva # punto de ventaja.`, other: `${color} lleva # puntos de ventaja.` }),
  even: 'Nadie va por delante.',
  solved: 'Resuelto.',
  shown: 'Se hace así.',
  refuted: 'Eso no funciona: esta es la respuesta.',
  notThis: 'Con eso no basta.',
  notThisNumber: 'No del todo. Cuenta otra vez.',
  again: 'Intentar de nuevo',
  show: 'Muéstramelo',
  next: 'Siguiente',
  finish: 'Terminar',
  all: 'Todos los problemas',
  number: (number, count) => `${number} de ${count}`,
  comesBack: (days) => (days === 1 ? 'Vuelve mañana.' : n(days, { other: 'Vuelve dentro de # días.' })),
  board: 'El tablero del problema',
  marked: 'marcada',
  done: 'Fin de la ronda',
  doneLead: (clean, count) => `${clean} de ${count} al primer intento.`,
  another: 'Otra ronda',
  missing: 'No existe ese problema.',
};

export default words;
