// German.

import type { EmbedWords } from '../words';

const words: EmbedWords = {
  board: 'Die Stellung',
  start: 'Anfang',
  moveOf: (move, of) => `Zug ${move} von ${of}`,
  first: 'Zum Anfang',
  back: 'Einen Zug zurück',
  forward: 'Einen Zug weiter',
  last: 'Zum Ende',
  slider: 'Der gezeigte Zug',
  comment: 'Kommentar',
  next: 'Weiter mit',
  plain: 'kein Zug',
  missing: 'Diese Partie gibt es nicht.',
  unreadable: 'Darin ist keine Partie zu lesen.',
  full: 'In Ponnuki öffnen',
  film: 'Film der Züge (GIF)',
  elsewhere: 'Auf anderen Seiten',
  elsewhereLead: 'Bilder und ein Brett zum Durchgehen, für ein Forum oder eine eigene Seite.',
  frame: 'Brett zum Durchgehen (HTML)',
  picture: 'Bild der letzten Stellung (PNG)',
  diagram: 'Diagramm mit nummerierten Zügen (SVG)',
  preview: 'Die letzte Stellung als Bild',
};

export default words;
