// Español.

import type { GamesWords } from '../words';
import { plural } from '../../words/plural';

const n = plural('es');

const words: GamesWords = {
  komi: 'Se está decidiendo el komi',
  search: 'Buscar',
  searchHelp: 'Nombre, resultado, tablero',
  result: 'Resultado',
  results: { all: 'Todas', won: 'Ganadas', lost: 'Perdidas', other: 'Otras' },
  found: (count) => n(count, { one: '# partida', other: '# partidas' }),
  notFound: 'No hay ninguna partida así.',
  more: 'Mostrar más',
  forgotten: (game) => `${game} ya no está en la lista.`,
  undo: 'Deshacer',

  pulse: {
    title: 'Dónde estás',
    goOn: 'Sigue con tu partida',
    against: (name) => `contra ${name}`,
    last: 'Tu última partida',
    ladder: 'La escalera de partidas',
    rung: (rung, count) => `Peldaño ${rung} de ${count}`,
    today: 'Problema del día',
    todayLead: 'El mismo para todos, más difícil de lunes a domingo.',
    here: 'Quién está aquí',
    people: (count) => n(count, { one: '# persona ante un tablero', other: '# personas ante un tablero' }),
    games: (count) => n(count, { one: '# partida en juego', other: '# partidas en juego' }),
    watching: (count) => n(count, { one: '# mira', other: '# miran' }),
    nobody: 'Ahora no hay nadie ante un tablero.',
  },
};

export default words;
