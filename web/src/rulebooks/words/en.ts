// English: the master of the words of the five rulebooks. Every other language has exactly these entries.

import { plural } from '../../words/plural';

const n = plural('en');

export default {
  title: 'The five rulebooks',
  compare: 'The five on the board: what differs',
  lead: 'Five books describe Go, and no two of them the same game. Choose a book, play on the position, and change the book: you see at once what it makes of the same move.',
  positions: 'Positions',
  book: 'Rulebook',
  board: 'The position to try things on',
  law: 'What the book says',
  tries: 'Try',
  ready: 'Play on the board, or choose something to try.',
  allowed: 'Allowed',
  refused: 'Refused',
  yes: 'yes',
  no: 'no',
  stopped: 'Play has stopped',
  goesOn: (color: string): string => `Not yet: ${color} moves`,
  comesOff: (count: number): string => n(count, { one: '1 stone comes off.', other: '# stones come off.' }),
  mark: 'Choose a chain to call it dead, or alive again.',
  again: 'Back to the position',
  side: 'All five side by side',
  sideLead: 'Each answer is the server’s own, asked just now.',

  facts: {
    legal: 'The move',
    turn: 'First to move',
    exists: 'A 5×5 board',
    stage: 'White passes, Black passes',
    handed: 'Stones handed over in all',
    removed: 'Stones removed',
    result: 'Result',
    komi: 'Komi',
    blackTerritory: 'Black’s territory',
    whiteTerritory: 'White’s territory',
    stones: 'Stones at the start',
    owed: 'Passes that White owes',
  },

  cases: {
    first: {
      title: 'The first move',
      lead: 'An empty board. Whose stone is the first, and may the board be smaller? Play one and see its colour.',
      lines: {},
    },
    suicide: {
      title: 'Suicide',
      lead: 'Black to move. A stone at A9 would take the last liberty from two black stones, itself one of them; at E5 it would be alone without one. At H2 it has none either, but it captures.',
      lines: { several: 'A9: two own stones', one: 'E5: one own stone', capture: 'H2: captures' },
    },
    ko: {
      title: 'Ko',
      lead: 'Black has just captured at E5. May White take straight back at D5? And after a move elsewhere and its answer?',
      lines: { once: 'D5 at once', later: 'D5 two moves later' },
    },
    sending: {
      title: 'Two stones for one',
      lead: 'Black gave two stones, White took them with one. If Black takes that one at B1, the board is as it was, but now it is White’s turn. And if White had passed just before?',
      lines: { began: 'Black began', passed: 'White had passed' },
    },
    triple: {
      title: 'Three kos',
      lead: 'Three kos at once: the players may go round and round without ever retaking at once. White’s D8 brings back the board of six moves ago.',
      lines: { round: 'D8 closes the circle' },
    },
    passes: {
      title: 'Passing',
      lead: 'Nothing is left to play for, and it is White’s turn. White passes, Black passes. Is that the end? And what did it cost?',
      lines: { two: 'Two passes', three: 'And a third' },
    },
    dead: {
      title: 'Dead stones',
      lead: 'Two white stones and a black one have no hope, but nobody has captured them. Both players pass. Komi is left out here.',
      lines: { both: 'Both pass' },
    },
    count: {
      title: 'The same game, counted',
      lead: 'Each captures one more stone, then both pass: seven points ahead for Black, before komi. Then once more, but Black plays a needless stone inside at B5 first.',
      lines: { both: 'Both pass', inside: 'Black plays inside first' },
    },
    seki: {
      title: 'Seki',
      lead: 'Below, a black and a white chain with one eye each share the point C1. Whoever plays there is captured, so both stay. Do the eyes at A1 and E1 count? Komi is left out here.',
      lines: { both: 'Both pass' },
    },
    handicap: {
      title: 'Handicap',
      lead: 'A handicap of three. How does the game begin, and who moves?',
      lines: { stone: 'A stone at E5' },
    },
  },
};
