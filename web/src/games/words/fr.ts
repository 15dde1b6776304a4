// Français.

import type { GamesWords } from '../words';
import { plural } from '../../words/plural';

const n = plural('fr');

const words: GamesWords = {
  komi: 'Le komi se décide',
  search: 'Chercher',
  searchHelp: 'Nom, résultat, plateau',
  result: 'Résultat',
  results: { all: 'Toutes', won: 'Gagnées', lost: 'Perdues', other: 'Autres' },
  found: (count) => n(count, { one: '# partie', other: '# parties' }),
  notFound: 'Aucune partie ne correspond.',
  more: 'En montrer plus',
  forgotten: (game) => `${game} n’est plus dans la liste.`,
  undo: 'Annuler',

  pulse: {
    title: 'Où vous en êtes',
    goOn: 'Continuer votre partie',
    against: (name) => `contre ${name}`,
    last: 'Votre dernière partie',
    ladder: 'L’échelle des parties',
    rung: (rung, count) => `Échelon ${rung} sur ${count}`,
    today: 'Problème du jour',
    todayLead: 'Le même pour tous, plus dur du lundi au dimanche.',
    here: 'Qui est là',
    people: (count) => n(count, { one: '# personne devant un goban', other: '# personnes devant un goban' }),
    games: (count) => n(count, { one: '# partie en cours', other: '# parties en cours' }),
    watching: (count) => n(count, { one: '# spectateur', other: '# spectateurs' }),
    nobody: 'Personne n’est devant un goban en ce moment.',
  },
};

export default words;
