// German.

import { plural } from '../../words/plural';
import type en from './en';

const n = plural('de');

const words: typeof en = {
  reach: {
    onlyHere: 'Dieser Link funktioniert nur auf diesem Computer.',
    network: 'Das ist die Adresse dieses Computers in deinem Netzwerk, für Geräte im selben Netzwerk.',
    how: 'Damit andere dazukommen können, beende das Programm und starte es so:',
    command: 'Befehl',
    /** A button: the server listens in the network, too. */
    letIn: 'Geräte in meinem Netzwerk einlassen',
    letInLead: (address) => `Andere in deinem Netzwerk können dann ${address} öffnen, bis das Programm endet.`,
    stayedOut: 'Gerade kann kein Gerät deines Netzwerks eingelassen werden.',
  },

  clock: {
    then: (overtime) => `dann ${overtime}`,
    periods: (count) => (count === 1 ? 'letzte Periode' : `noch ${count} Perioden`),
    stones: (count) => n(count, { one: 'noch # Stein', other: 'noch # Steine' }),
  },

  /** A button: the computer is to move at once. */
  moveNow: 'Jetzt ziehen',

  rematch: {
    swap: 'Bei „Noch einmal“ werden die Farben getauscht.',
    yours: { black: 'Bei „Noch einmal“ spielst du Schwarz.', white: 'Bei „Noch einmal“ spielst du Weiß.' },
  },

  undoAgain: 'Nichts wird zurückgenommen; nach einem weiteren Zug kannst du wieder fragen.',

  komi: {
    settled: (komi) => `Das Komi ist ${komi}.`,
    yours: {
      black: (komi) => `Das Komi ist ${komi}. Du spielst Schwarz.`,
      white: (komi) => `Das Komi ist ${komi}. Du spielst Weiß.`,
    },
    found: (komi) => `Komi ${komi}, durch Bieten gefunden`,
  },

  names: { edit: 'Namen', title: 'Wer spielt?' },

  ends: {
    title: 'Was auf dem Brett steht, zählt',
    now: 'Dieses Passen beendet die Partie. Nach diesen Regeln wird nichts entfernt, also wird so gezählt:',
    next: 'Nach diesen Regeln wird nichts entfernt. Wenn dein Gegner auch passt, wird so gezählt:',
    capture: 'Steine, die nicht leben können, müssen noch geschlagen werden.',
    pass: 'Passen und beenden',
    passNext: 'Trotzdem passen',
    playOn: 'Weiterspielen',
    status: 'Wenn du auch passt, endet die Partie so, wie das Brett steht.',
  },

  help: {
    title: 'Hilfe vom Computer',
    hints: 'Tipps, wenn ich frage',
    alerts: 'Vor klaren Fehlern warnen',
    hint: 'Tipp',
    looking: 'Sucht…',
    hintIs: (at) => `Der Computer würde ${at} spielen.`,
    hintPass: 'Der Computer würde passen.',
    alert: (at, points) =>
      n(points, { one: `${at} verliert etwa # Punkt, soweit der Computer sieht.`, other: `${at} verliert etwa # Punkte, soweit der Computer sieht.` }),
    takeBack: 'Zurücknehmen',
    keep: 'So lassen',
  },

  voice: {
    volume: 'Lautstärke',
    byoyomi: 'Byoyomi laut zählen',
    lastPeriod: 'Letzte Periode',
    none: 'Dieses Gerät hat keine Stimme für diese Sprache.',
  },
};

export default words;
