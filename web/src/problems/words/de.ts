// Deutsch.

import { plural } from '../../words/plural';
import type { ProblemWords } from '../words';

const n = plural('de');

const words: ProblemWords = {
  lead: 'Kleine Bretter, auf jedem gibt es eines zu finden. Was du wusstest, kommt spät wieder, was nicht, bald.',
  today: 'Die Runde für heute',
  due: (count) =>
    count === 0 ? 'Heute ist nichts wiedergekommen.' : n(count, { one: '# Aufgabe ist wiedergekommen.', other: '# Aufgaben sind wiedergekommen.' }),
  begin: 'Anfangen',
  kindsTitle: 'Oder eine Art',
  met: (met, count) => `${met} von ${count} gesehen`,
  kinds: {
    own: { title: 'Eigene Fehler', lead: 'Aus den Partien, die du besprochen hast.' },
    capture: { title: 'Schlagen', lead: 'Steine nehmen oder die eigenen retten.' },
    ladder: { title: 'Treppen', lead: 'Atari um Atari.' },
    net: { title: 'Netze', lead: 'Steine festhalten, ohne sie zu berühren.' },
    snapback: { title: 'Mausefallen', lead: 'Einen Stein geben, um mehr zu nehmen.' },
    life: { title: 'Leben und Tod', lead: 'Zwei Augen oder nicht.' },
    ko: { title: 'Ko', lead: 'Was nur durch ein Ko geht.' },
    connection: { title: 'Verbinden', lead: 'Aus zwei Ketten eine machen.' },
    counting: { title: 'Zählen', lead: 'Wer führt, und um wie viel?' },
  },
  goals: {
    capture: (color) => `${color} schlägt die markierten Steine`,
    save: (color) => `${color} rettet die markierten Steine`,
    kill: (color) => `${color} tötet die markierten Steine`,
    live: (color) => `${color} bringt die markierten Steine zum Leben`,
    connect: (color) => `${color} verbindet die markierten Steine`,
  },
  find: (color) => `${color} am Zug: Was ist hier am besten?`,
  findLead: 'Aus einer deiner Partien. Jeder Zug zählt, der gut genug ist.',
  played: (at, points) => `In der Partie kam ${at} und kostete ${points} Punkte.`,
  judging: 'Der Computer sieht sich diesen Zug an …',
  inGame: 'In der Partie ansehen',
  forget: 'Nicht mehr fragen',
  byKo: 'Das geht nur durch ein Ko.',
  graded: (level, name) => `Für Stufe ${level} (${name}) und höher.`,
  ungraded: 'Keine Stufe des Computers findet es.',
  count: 'Wer führt, und um wie viel?',
  countLead: 'Die Partie ist zu Ende. Steine und Gebiet zählen, ohne Komi.',
  ahead: 'Es führt',
  nobody: 'Niemand',
  points: 'Punkte',
  check: 'Prüfen',
  leads: (color, points) => n(points, { one: `${color} führt mit # Punkt.`, other: `${color} führt mit # Punkten.` }),
  even: 'Niemand führt.',
  solved: 'Gelöst.',
  shown: 'So geht es.',
  refuted: 'Das geht nicht: Dies ist die Antwort darauf.',
  notThis: 'Das reicht nicht.',
  notThisNumber: 'Nicht ganz. Zähl noch einmal.',
  again: 'Noch einmal',
  show: 'Zeig es mir',
  next: 'Weiter',
  finish: 'Fertig',
  all: 'Alle Aufgaben',
  number: (number, count) => `${number} von ${count}`,
  comesBack: (days) => (days === 1 ? 'Sie kommt morgen wieder.' : n(days, { other: 'Sie kommt in # Tagen wieder.' })),
  board: 'Das Brett der Aufgabe',
  marked: 'markiert',
  done: 'Das war die Runde',
  doneLead: (clean, count) => `${clean} von ${count} beim ersten Versuch.`,
  another: 'Noch eine Runde',
  missing: 'Diese Aufgabe gibt es nicht.',
};

export default words;
