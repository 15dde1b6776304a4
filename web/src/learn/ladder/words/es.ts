// Español.

import type { LadderWords } from '../words';

const words: LadderWords = {
  title: 'La escalera de partidas',
  lead: 'De un tablero pequeño a uno mayor, de suave a fuerte. Una partida ganada te sube un peldaño; una perdida te baja uno. Juegas con Negro; no hay reloj y se pueden deshacer jugadas.',
  stand: (rung, count) => `Estás en el peldaño ${rung} de ${count}`,
  next: 'Siguiente partida',
  first: 'Primera partida',
  goOn: 'Seguir con tu partida',
  instead: 'Mejor una partida nueva',
  rungs: (done, count) => `${done} de ${count} peldaños subidos`,
  here: 'estás aquí',
  best: (rung) => `Lo más alto hasta ahora: peldaño ${rung}`,
  results: {
    won: 'Bien jugado: un peldaño más.',
    lost: 'Buen intento: un peldaño menos y una partida más suave.',
    drawn: 'Empate: otra vez el mismo peldaño.',
    top: '¡Bien jugado! No hay peldaño más alto.',
    bottom: 'Buen intento. La misma partida te espera.',
  },
  ladder: 'A la escalera',
};

export default words;
