// French.

import { plural } from '../../words/plural';
import type en from './en';

const n = plural('fr');

const words: typeof en = {
  reach: {
    onlyHere: 'Ce lien ne fonctionne que sur cet ordinateur.',
    network: 'C’est l’adresse de cet ordinateur dans votre réseau, pour les appareils du même réseau.',
    how: 'Pour que d’autres puissent venir, arrêtez le programme et relancez-le ainsi :',
    command: 'Commande',
    /** A button: the server listens in the network, too. */
    letIn: 'Ouvrir aux appareils de mon réseau',
    letInLead: (address) => `Les autres dans votre réseau pourront alors ouvrir ${address}, jusqu’à l’arrêt du programme.`,
    stayedOut: 'Aucun appareil de votre réseau ne peut entrer maintenant.',
  },

  clock: {
    then: (overtime) => `puis ${overtime}`,
    periods: (count) => (count === 1 ? 'dernière période' : `encore ${count} périodes`),
    stones: (count) => n(count, { one: 'encore # pierre', other: 'encore # pierres' }),
  },

  /** A button: the computer is to move at once. */
  moveNow: 'Jouez maintenant',

  rematch: {
    swap: 'Si vous rejouez, les couleurs changent.',
    yours: { black: 'Si vous rejouez, vous jouez Noir.', white: 'Si vous rejouez, vous jouez Blanc.' },
  },

  undoAgain: 'Rien n’est annulé ; vous pourrez redemander après un autre coup.',

  komi: {
    settled: (komi) => `Le komi est de ${komi}.`,
    yours: {
      black: (komi) => `Le komi est de ${komi}. Vous jouez Noir.`,
      white: (komi) => `Le komi est de ${komi}. Vous jouez Blanc.`,
    },
    found: (komi) => `komi ${komi}, fixé aux enchères`,
  },

  names: { edit: 'Noms', title: 'Qui joue ?' },

  ends: {
    title: 'Ce qui est sur le goban compte',
    now: 'Ce passe termine la partie. Selon ces règles rien n’est retiré ; le décompte est donc :',
    next: 'Selon ces règles rien n’est retiré. Si votre adversaire passe aussi, le décompte est :',
    capture: 'Les pierres qui ne peuvent pas vivre doivent encore être capturées.',
    pass: 'Passer et terminer',
    passNext: 'Passer quand même',
    playOn: 'Continuer',
    status: 'Si vous passez aussi, la partie se termine avec le goban tel quel.',
  },

  help: {
    title: 'Aide de l’ordinateur',
    hints: 'Des conseils à la demande',
    alerts: 'M’avertir des erreurs nettes',
    hint: 'Conseil',
    looking: 'Recherche…',
    hintIs: (at) => `L’ordinateur jouerait ${at}.`,
    hintPass: 'L’ordinateur passerait.',
    alert: (at, points) =>
      n(points, {
        one: `${at} perd environ # point, autant que l’ordinateur puisse en juger.`,
        other: `${at} perd environ # points, autant que l’ordinateur puisse en juger.`,
      }),
    takeBack: 'L’annuler',
    keep: 'Le garder',
  },

  voice: {
    volume: 'Volume',
    byoyomi: 'Compter le byo-yomi à voix haute',
    lastPeriod: 'Dernière période',
    none: 'Cet appareil n’a pas de voix pour cette langue.',
  },
};

export default words;
