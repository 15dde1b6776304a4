// English: the master of the catalogue. What is said at the table and nowhere else; the rest is in `words/`.

import { plural } from '../../words/plural';

const n = plural('en');

export default {
  /** How far a link reaches. */
  reach: {
    onlyHere: 'This link works only on this computer.',
    network: 'This is the address of this computer in your network, for devices in the same network.',
    how: 'So that others can come, stop the program and start it like this:',
    command: 'Command',
    /** A button: the server listens in the network, too. */
    letIn: 'Let devices in my network in',
    letInLead: (address: string): string => `Others in your network can then open ${address}, until the program ends.`,
    stayedOut: 'No device of your network can be let in now.',
  },

  clock: {
    then: (overtime: string): string => `then ${overtime}`,
    periods: (count: number): string => (count === 1 ? 'last period' : `${count} periods left`),
    stones: (count: number): string => n(count, { one: '# stone to play', other: '# stones to play' }),
  },

  /** A button: the computer is to move at once. */
  moveNow: 'Move now',

  /** Said beside the button to play again. */
  rematch: {
    swap: 'If you play again, the colours change.',
    yours: { black: 'If you play again, you have Black.', white: 'If you play again, you have White.' },
  },

  undoAgain: 'Nothing is taken back; you may ask again after another move.',

  komi: {
    settled: (komi: string): string => `Komi is ${komi}.`,
    yours: {
      black: (komi: string): string => `Komi is ${komi}. You play Black.`,
      white: (komi: string): string => `Komi is ${komi}. You play White.`,
    },
    found: (komi: string): string => `komi ${komi}, found by bidding`,
  },

  names: { edit: 'Names', title: 'Who plays?' },

  /** Before a pass, where nothing is taken off at the end. */
  ends: {
    title: 'What stands on the board counts',
    now: 'This pass ends the game. Under these rules nothing is removed, so it is counted like this:',
    next: 'Under these rules nothing is removed. If your opponent passes as well, the game is counted like this:',
    capture: 'Stones that cannot live still have to be captured.',
    pass: 'Pass and end the game',
    passNext: 'Pass all the same',
    playOn: 'Play on',
    status: 'If you pass too, the game ends as the board stands.',
  },

  /** Against the computer, for those who want it. */
  help: {
    title: 'Help from the computer',
    hints: 'Hints when I ask',
    alerts: 'Warn me of clear mistakes',
    hint: 'Hint',
    looking: 'Looking…',
    hintIs: (at: string): string => `The computer would play ${at}.`,
    hintPass: 'The computer would pass.',
    alert: (at: string, points: number): string =>
      n(points, { one: `${at} loses about # point, as far as the computer can tell.`, other: `${at} loses about # points, as far as the computer can tell.` }),
    takeBack: 'Take it back',
    keep: 'Leave it',
  },

  voice: {
    volume: 'Volume',
    byoyomi: 'Count byo-yomi aloud',
    lastPeriod: 'Last period',
    none: 'This device has no voice for this language.',
  },
};
