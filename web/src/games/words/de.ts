// Deutsch.

import type { GamesWords } from '../words';
import { plural } from '../../words/plural';

const n = plural('de');

const words: GamesWords = {
  komi: 'Das Komi wird ausgehandelt',
  search: 'Suchen',
  searchHelp: 'Name, Ergebnis, Brett',
  result: 'Ergebnis',
  results: { all: 'Alle', won: 'Gewonnen', lost: 'Verloren', other: 'Andere' },
  found: (count) => n(count, { one: '# Partie', other: '# Partien' }),
  notFound: 'So eine Partie ist nicht dabei.',
  more: 'Mehr zeigen',
  forgotten: (game) => `${game} steht nicht mehr in der Liste.`,
  undo: 'Rückgängig',

  pulse: {
    title: 'Wo du stehst',
    goOn: 'Spiel weiter',
    against: (name) => `gegen ${name}`,
    last: 'Deine letzte Partie',
    ladder: 'Die Leiter der Partien',
    rung: (rung, count) => `Sprosse ${rung} von ${count}`,
    today: 'Aufgabe des Tages',
    todayLead: 'Für alle dieselbe, von Montag bis Sonntag schwerer.',
    here: 'Wer da ist',
    people: (count) => n(count, { one: '# Person an einem Brett', other: '# Personen an einem Brett' }),
    games: (count) => n(count, { one: '# Partie läuft', other: '# Partien laufen' }),
    watching: (count) => n(count, { one: '# schaut zu', other: '# schauen zu' }),
    nobody: 'Gerade sitzt niemand an einem Brett.',
  },
};

export default words;
