// Français.

import type { LadderWords } from '../words';

const words: LadderWords = {
  title: 'L’échelle des parties',
  lead: 'D’un petit goban à un plus grand, du plus doux au plus fort. Une partie gagnée vous fait monter d’un échelon, une partie perdue descendre d’un. Vous jouez Noir ; il n’y a pas de pendule, et l’on peut reprendre ses coups.',
  stand: (rung, count) => `Vous êtes à l’échelon ${rung} sur ${count}`,
  next: 'Partie suivante',
  first: 'Première partie',
  goOn: 'Continuer votre partie',
  instead: 'Plutôt une nouvelle partie',
  rungs: (done, count) => `${done} échelons montés sur ${count}`,
  here: 'vous êtes ici',
  best: (rung) => `Le plus haut jusqu’ici : échelon ${rung}`,
  results: {
    won: 'Bien joué : un échelon de plus.',
    lost: 'Bel essai : un échelon de moins, et une partie plus douce.',
    drawn: 'Partie nulle : le même échelon encore une fois.',
    top: 'Bien joué ! Il n’y a pas d’échelon plus haut.',
    bottom: 'Bel essai. La même partie vous attend.',
  },
  ladder: 'Vers l’échelle',
};

export default words;
