// French.

import type { EmbedWords } from '../words';

const words: EmbedWords = {
  board: 'La position',
  start: 'Début',
  moveOf: (move, of) => `Coup ${move} sur ${of}`,
  first: 'Au début',
  back: 'Un coup en arrière',
  forward: 'Un coup en avant',
  last: 'À la fin',
  slider: 'Le coup affiché',
  comment: 'Commentaire',
  next: 'Continuer avec',
  plain: 'aucun coup',
  missing: 'Cette partie n’existe pas.',
  unreadable: 'Aucune partie ne peut y être lue.',
  full: 'Ouvrir dans Ponnuki',
  film: 'Film des coups (GIF)',
  elsewhere: 'Sur d’autres pages',
  elsewhereLead: 'Des images et un goban à parcourir, pour un forum ou votre propre site.',
  frame: 'Goban à parcourir (HTML)',
  picture: 'Image de la dernière position (PNG)',
  diagram: 'Diagramme aux coups numérotés (SVG)',
  preview: 'La dernière position en image',
};

export default words;
