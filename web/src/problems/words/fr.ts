// Français.

import { plural } from '../../words/plural';
import type { ProblemWords } from '../words';

const n = plural('fr');

const words: ProblemWords = {
  lead: 'De petits gobans, une chose à trouver sur chacun. Ce que vous saviez revient tard, ce qui vous a échappé revient bientôt.',
  today: 'La série du jour',
  due: (count) =>
    count === 0 ? 'Rien n’est revenu aujourd’hui.' : n(count, { one: '# problème est revenu.', other: '# problèmes sont revenus.' }),
  begin: 'Commencer',
  kindsTitle: 'Ou un seul genre',
  met: (met, count) => `${met} sur ${count} déjà vus`,
  kinds: {
    own: { title: 'Vos propres erreurs', lead: 'Tirées des parties que vous avez revues.' },
    capture: { title: 'Capturer', lead: 'Prendre des pierres ou sauver les siennes.' },
    ladder: { title: 'Shichos', lead: 'Atari après atari.' },
    net: { title: 'Filets', lead: 'Tenir des pierres sans les toucher.' },
    snapback: { title: 'Retours de bâton', lead: 'Donner une pierre pour en prendre plus.' },
    life: { title: 'Vie et mort', lead: 'Deux yeux, ou non.' },
    ko: { title: 'Ko', lead: 'Ce que seul un ko permet.' },
    connection: { title: 'Connecter', lead: 'De deux chaînes, en faire une.' },
    counting: { title: 'Compter', lead: 'Qui mène, et de combien ?' },
  },
  goals: {
    capture: (color) => `${color} capture les pierres marquées`,
    save: (color) => `${color} sauve les pierres marquées`,
    kill: (color) => `${color} tue les pierres marquées`,
    live: (color) => `${color} fait vivre les pierres marquées`,
    connect: (color) => `${color} connecte les pierres marquées`,
  },
  find: (color) => `À ${color} de jouer : quel est le meilleur coup ?`,
  findLead: 'D’une de vos parties. Tout coup assez bon est accepté.',
  played: (at, points) => `Dans la partie, ce fut ${at}, qui a perdu ${points} points.`,
  judging: 'L’ordinateur examine ce coup…',
  inGame: 'Voir dans la partie',
  forget: 'Ne plus demander',
  byKo: 'Il faut un ko.',
  graded: (level, name) => `Pour le niveau ${level} (${name}) et au-dessus.`,
  ungraded: 'Aucun niveau de l’ordinateur ne le trouve.',
  count: 'Qui mène, et de combien ?',
  countLead: 'La partie est finie. Pierres et territoire comptent, sans komi.',
  ahead: 'Mène',
  nobody: 'Personne',
  points: 'Points',
  check: 'Vérifier',
  leads: (color, points) => n(points, { one: `${color} mène de # point.`, other: `${color} mène de # points.` }),
  even: 'Personne ne mène.',
  solved: 'Résolu.',
  shown: 'Voici comment.',
  refuted: 'Cela ne marche pas : voici la réponse.',
  notThis: 'Cela ne suffit pas.',
  notThisNumber: 'Pas tout à fait. Recomptez.',
  again: 'Réessayer',
  show: 'Montrer',
  next: 'Suivant',
  finish: 'Terminer',
  all: 'Tous les problèmes',
  number: (number, count) => `${number} sur ${count}`,
  comesBack: (days) => (days === 1 ? 'Il revient demain.' : n(days, { other: 'Il revient dans # jours.' })),
  board: 'Le goban du problème',
  marked: 'marquée',
  done: 'La série est finie',
  doneLead: (clean, count) => `${clean} sur ${count} du premier coup.`,
  another: 'Une autre série',
  missing: 'Ce problème n’existe pas.',
};

export default words;
