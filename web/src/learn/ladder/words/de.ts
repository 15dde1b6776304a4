// Deutsch.

import type { LadderWords } from '../words';

const words: LadderWords = {
  title: 'Die Leiter der Partien',
  lead: 'Vom kleinen Brett zum größeren, von sanft zu stark. Eine gewonnene Partie bringt dich eine Sprosse hinauf, eine verlorene eine hinab. Du spielst Schwarz; es läuft keine Uhr, und Züge dürfen zurück.',
  stand: (rung, count) => `Du stehst auf Sprosse ${rung} von ${count}`,
  next: 'Nächste Partie',
  first: 'Erste Partie',
  goOn: 'Deine Partie fortsetzen',
  instead: 'Lieber eine neue Partie',
  rungs: (done, count) => `${done} von ${count} Sprossen geschafft`,
  here: 'hier bist du',
  best: (rung) => `Am höchsten bisher: Sprosse ${rung}`,
  results: {
    won: 'Gut gespielt: eine Sprosse hinauf.',
    lost: 'Ein guter Versuch: eine Sprosse hinab, zu einer sanfteren Partie.',
    drawn: 'Unentschieden: noch einmal dieselbe Sprosse.',
    top: 'Gut gespielt! Höher geht es nicht.',
    bottom: 'Ein guter Versuch. Dieselbe Partie wartet auf dich.',
  },
  ladder: 'Zur Leiter',
};

export default words;
