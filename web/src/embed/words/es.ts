// Spanish.

import type { EmbedWords } from '../words';

const words: EmbedWords = {
  board: 'La posición',
  start: 'Inicio',
  moveOf: (move, of) => `Jugada ${move} de ${of}`,
  first: 'Al inicio',
  back: 'Una jugada atrás',
  forward: 'Una jugada adelante',
  last: 'Al final',
  slider: 'La jugada mostrada',
  comment: 'Comentario',
  next: 'Seguir con',
  plain: 'ninguna jugada',
  missing: 'Esa partida no existe.',
  unreadable: 'Aquí no se puede leer ninguna partida.',
  full: 'Abrir en Ponnuki',
  film: 'Película de las jugadas (GIF)',
  elsewhere: 'En otras páginas',
  elsewhereLead: 'Imágenes y un tablero para recorrer, para un foro o un sitio propio.',
  frame: 'Tablero para recorrer (HTML)',
  picture: 'Imagen de la última posición (PNG)',
  diagram: 'Diagrama con jugadas numeradas (SVG)',
  preview: 'La última posición como imagen',
};

export default words;
