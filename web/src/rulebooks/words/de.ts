// Deutsch.

import { plural } from '../../words/plural';
import type { FiveWords } from '../words';

const n = plural('de');

const words: FiveWords = {
  title: 'Die fünf Regelhefte',
  compare: 'Die fünf auf dem Brett: was verschieden ist',
  lead: 'Fünf Hefte beschreiben Go, und keine zwei dasselbe Spiel. Wähl eines, spiel in der Stellung und wechsle das Heft: Du siehst sofort, was es zum selben Zug sagt.',
  positions: 'Stellungen',
  book: 'Regelheft',
  board: 'Die Stellung zum Ausprobieren',
  law: 'Was das Heft sagt',
  tries: 'Versuchen',
  ready: 'Spiel auf dem Brett, oder wähl etwas zum Versuchen.',
  allowed: 'Erlaubt',
  refused: 'Nicht erlaubt',
  yes: 'ja',
  no: 'nein',
  stopped: 'Das Spiel hält an',
  goesOn: (color) => `Noch nicht: ${color} ist am Zug`,
  comesOff: (count) => n(count, { one: '1 Stein kommt vom Brett.', other: '# Steine kommen vom Brett.' }),
  mark: 'Wähl eine Kette, um sie tot oder wieder lebend zu nennen.',
  again: 'Zurück zur Stellung',
  side: 'Alle fünf nebeneinander',
  sideLead: 'Jede Antwort kommt vom Server, eben erst gefragt.',

  facts: {
    legal: 'Der Zug',
    turn: 'Zuerst am Zug',
    exists: 'Ein 5×5-Brett',
    stage: 'Weiß passt, Schwarz passt',
    handed: 'Übergebene Steine zusammen',
    removed: 'Entfernte Steine',
    result: 'Ergebnis',
    komi: 'Komi',
    blackTerritory: 'Gebiet von Schwarz',
    whiteTerritory: 'Gebiet von Weiß',
    stones: 'Steine am Anfang',
    owed: 'So oft muss Weiß passen',
  },

  cases: {
    first: {
      title: 'Der erste Zug',
      lead: 'Ein leeres Brett. Wessen Stein ist der erste, und darf das Brett kleiner sein? Setz einen und sieh seine Farbe.',
      lines: {},
    },
    suicide: {
      title: 'Selbstmord',
      lead: 'Schwarz ist am Zug. Ein Stein auf A9 nähme zwei schwarzen Steinen die letzte Freiheit, sich selbst mitgezählt; auf E5 stünde er allein ohne Freiheit. Auf H2 hat er auch keine, aber er schlägt.',
      lines: { several: 'A9: zwei eigene', one: 'E5: ein eigener', capture: 'H2: schlägt' },
    },
    ko: {
      title: 'Ko',
      lead: 'Schwarz hat eben auf E5 geschlagen. Darf Weiß auf D5 sofort zurückschlagen? Und nach einem Zug anderswo und der Antwort darauf?',
      lines: { once: 'D5 sofort', later: 'D5 zwei Züge später' },
    },
    sending: {
      title: 'Zwei Steine für einen',
      lead: 'Schwarz gab zwei Steine, Weiß nahm sie mit einem. Schlägt Schwarz diesen auf B1, ist das Brett wie vorher, nur ist jetzt Weiß am Zug. Und wenn Weiß davor gepasst hatte?',
      lines: { began: 'Schwarz begann', passed: 'Weiß hatte gepasst' },
    },
    triple: {
      title: 'Drei Kos',
      lead: 'Drei Kos zugleich: Man kann im Kreis gehen, ohne je sofort zurückzuschlagen. D8 von Weiß bringt das Brett von vor sechs Zügen wieder.',
      lines: { round: 'D8 schließt den Kreis' },
    },
    passes: {
      title: 'Passen',
      lead: 'Es gibt nichts mehr zu gewinnen, und Weiß ist am Zug. Weiß passt, Schwarz passt. Ist das das Ende? Und was hat es gekostet?',
      lines: { two: 'Zweimal passen', three: 'Und ein drittes Mal' },
    },
    dead: {
      title: 'Tote Steine',
      lead: 'Zwei weiße Steine und ein schwarzer sind verloren, aber niemand hat sie geschlagen. Beide passen. Komi bleibt hier weg.',
      lines: { both: 'Beide passen' },
    },
    count: {
      title: 'Dieselbe Partie, gezählt',
      lead: 'Jeder schlägt noch einen Stein, dann passen beide: sieben Punkte mehr für Schwarz, ohne Komi. Dann noch einmal, aber Schwarz setzt zuerst unnötig innen auf B5.',
      lines: { both: 'Beide passen', inside: 'Schwarz setzt erst innen' },
    },
    seki: {
      title: 'Seki',
      lead: 'Unten teilen sich eine schwarze und eine weiße Kette mit je einem Auge den Punkt C1. Wer dort setzt, wird geschlagen, also bleiben beide. Zählen die Augen auf A1 und E1? Komi bleibt hier weg.',
      lines: { both: 'Beide passen' },
    },
    handicap: {
      title: 'Vorgabe',
      lead: 'Eine Vorgabe von drei. Wie beginnt die Partie, und wer zieht?',
      lines: { stone: 'Ein Stein auf E5' },
    },
  },
};

export default words;
