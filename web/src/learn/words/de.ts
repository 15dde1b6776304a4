// Deutsch.

import type { LearnWords } from '../words';

const words: LearnWords = {
  title: 'Go lernen',
  lead: 'Spiel dich hindurch: zehn Minuten vom ersten Stein bis zur ersten Partie.',
  lesson: (number: number): string => `Lektion ${number}`,
  step: (number: number, count: number): string => `Schritt ${number} von ${count}`,
  isDone: 'fertig',
  begin: 'Anfangen',
  goOn: 'Weitermachen',
  next: 'Weiter',
  nextLesson: 'Nächste Lektion',
  all: 'Alle Lektionen',
  back: 'Zurück',
  again: 'Noch einmal',
  hint: 'Tipp',
  pass: 'Passen',
  play: 'Zeig es',
  notThis: 'Das ist ein Zug, aber nicht der gesuchte. Versuch es noch einmal.',
  right: 'Richtig!',
  notThisNumber: 'Nicht ganz. Schau noch einmal hin.',
  board: 'Das Brett zum Üben',
  toMove: (color: string): string => `${color} ist am Zug`,
  firstGame: 'Die erste Partie spielen',
  firstLead: 'Du weißt jetzt genug für eine Partie. Spiel eine, und komm für den Rest wieder.',
  afterFirst: 'Nach der ersten Partie',
  finished: 'Das ist das ganze Spiel. Der Rest ist Spielen.',

  lessons: {
    stones: {
      title: 'Steine',
      steps: {
        place: {
          task: 'Du hast die schwarzen Steine. Setz einen auf einen der markierten Schnittpunkte, nicht in ein Feld.',
          done: 'Das ist ein Zug. Steine stehen auf den Schnittpunkten, kurz: auf den Punkten.',
          hint: 'Jeder der markierten Schnittpunkte ist richtig. Auch eine Ecke ist ein Schnittpunkt.',
        },
        turns: {
          task: 'Die Spieler ziehen abwechselnd, jeder einen Stein. Sieh ein paar Züge an.',
          done: 'Schwarz, Weiß, Schwarz, Weiß. Ein Stein, der steht, wird nicht mehr bewegt.',
        },
        occupied: {
          task: 'Auf einen Schnittpunkt gehört nur ein Stein. Versuch, auf den weißen zu setzen.',
          done: 'Besetzt ist besetzt.',
          hint: 'Setz genau auf den weißen Stein.',
        },
        stay: { task: 'Spiel kurz, wie du magst. Geh weiter, wenn du genug hast.', done: '' },
      },
    },
    chains: {
      title: 'Ketten',
      steps: {
        adjacent: {
          task: 'Steine, die auf einer Linie nebeneinanderstehen, gehören zusammen: Sie sind eine Kette. Mach eine Kette aus zwei Steinen.',
          done: 'Zwei Steine, eine Kette.',
          wrong: 'Schräg ist keine Linie: Das sind zwei Ketten.',
          hint: 'Setz direkt über, unter, links oder rechts neben deinen Stein.',
        },
        diagonal: { task: 'Wie viele schwarze Ketten sind das?', done: 'Zwei. Schräg verbindet nicht.' },
        size: { task: 'Wie viele Steine hat die schwarze Kette?', done: 'Vier. Folge den Linien von Stein zu Stein.' },
        connect: {
          task: 'Mach aus den beiden schwarzen Steinen eine Kette.',
          done: 'Jetzt kann sie niemand mehr trennen.',
          wrong: 'Weiß setzt dazwischen: Sie sind getrennt.',
          hint: 'Setz auf den Punkt dazwischen.',
        },
      },
    },
    liberties: {
      title: 'Freiheiten',
      steps: {
        middle: { task: 'Die leeren Punkte neben einem Stein sind seine Freiheiten. Wie viele hat dieser?', done: 'Vier in der Mitte.' },
        edge: { task: 'Und am Rand?', done: 'Drei.' },
        corner: { task: 'Und in der Ecke?', done: 'Zwei.' },
        chain: { task: 'Eine Kette teilt sich ihre Freiheiten. Wie viele hat diese aus zwei Steinen?', done: 'Sechs.' },
        taken: { task: 'Auf einigen steht Weiß. Wie viele sind übrig?', done: 'Vier. Ein Stein des Gegners nimmt eine Freiheit weg.' },
        atari: { task: 'Wie viele Freiheiten hat der schwarze Stein jetzt?', done: 'Eine. Das heißt Atari: Nimmt Weiß auch sie, kommt der Stein vom Brett.' },
        escape: {
          task: 'Dein Stein steht im Atari. Rette ihn.',
          done: 'Jetzt hat die Kette drei Freiheiten.',
          wrong: 'Weiß nimmt die letzte Freiheit, und der Stein ist weg.',
          hint: 'Setz auf seine letzte Freiheit.',
        },
      },
    },
    capture: {
      title: 'Schlagen',
      steps: {
        one: {
          task: 'Eine Kette ohne Freiheiten ist geschlagen und kommt vom Brett. Schlag den weißen Stein.',
          done: 'Jetzt ist er dein Gefangener.',
          wrong: 'Weiß entkommt.',
          hint: 'Nimm ihm die letzte Freiheit.',
        },
        edge: { task: 'Am Rand braucht es weniger Steine. Schlag ihn.', done: 'Am Rand genügen drei.', wrong: 'Weiß entkommt.' },
        corner: { task: 'Und in der Ecke. Schlag ihn.', done: 'In der Ecke genügen zwei.', wrong: 'Weiß entkommt.' },
        chain: { task: 'Eine Kette wird als Ganzes geschlagen. Schlag beide Steine.', done: 'Beide kommen auf einmal herunter.', wrong: 'Weiß entkommt.' },
        several: {
          task: 'Ein Zug kann mehr als eine Kette schlagen. Schlag beide.',
          done: 'Zwei Ketten mit einem Stein.',
          wrong: 'Weiß verbindet, und nichts ist geschlagen.',
        },
        choose: {
          task: 'Beide stehen im Atari, und du bist am Zug. Schlag, bevor du geschlagen wirst.',
          done: 'Deine Steine sind sicher, denn die sie umringten, sind weg.',
          wrong: 'Weiß war schneller.',
        },
        ladder: {
          task: 'Der weiße Stein hat zwei Freiheiten. Lass ihm nur eine, immer wieder, bis der Rand ihn aufhält.',
          done: 'Atari um Atari bis an den Rand: Das ist eine Treppe.',
          wrong: 'Auf dieser Seite bekommt Weiß drei Freiheiten und ist draußen.',
          hint: 'Nimm die Freiheit, die Weiß mehr Platz gäbe, und lass die andere.',
        },
        net: {
          task: 'Manchmal hält man einen Stein am besten fest, ohne ihn zu berühren. Wo spielst du, damit er nicht hinauskommt?',
          done: 'Wohin Weiß auch lief, es war zu: Das ist ein Netz.',
          wrong: 'Weiß läuft auf der anderen Seite hinaus.',
          hint: 'Schräg vor dem Stein.',
        },
      },
    },
    suicide: {
      title: 'Kein Selbstmord',
      steps: {
        forbidden: {
          task: 'Versuch, in die Mitte zu setzen, wo dein Stein keine Freiheit hätte.',
          done: 'Ein Stein, der keine Freiheit hätte, darf nicht gesetzt werden. Am Ende des Kurses kommen Regeln, die das anders sehen.',
          hint: 'Setz auf den Punkt in der Mitte.',
        },
        corner: { task: 'Dasselbe in der Ecke. Versuch es.', done: 'Wieder abgelehnt.' },
        'capture-first': {
          task: 'Ein Zug, der schlägt, ist aber erlaubt: Erst kommen die Gefangenen herunter, und das macht eine Freiheit. Spiel ihn.',
          done: 'Zuerst wurde Weiß geschlagen, also hat dein Stein eine Freiheit.',
          hint: 'Der von Weiß umringte Punkt neben dem weißen Stein im Atari.',
        },
        'capture-corner': {
          task: 'Jetzt bist du Weiß. Schlag in der Ecke.',
          done: 'Erst kommen sie herunter, dann wird geschaut, ob du Freiheiten hast.',
          hint: 'Der Eckpunkt.',
        },
      },
    },
    eyes: {
      title: 'Zwei Augen',
      steps: {
        one: {
          task: 'Weiß umschließt einen Punkt, ein Auge. Das genügt nicht: Schlag die ganze Kette.',
          done: 'Ein Auge kann gefüllt werden, wenn alles andere besetzt ist.',
          hint: 'Setz ins Auge.',
        },
        two: { task: 'Jetzt hat Weiß zwei Augen. Versuch, ins erste zu setzen.', done: 'Abgelehnt: Du schlägst dort nichts.' },
        'two-more': { task: 'Und ins zweite?', done: 'Auch abgelehnt. Eine Kette mit zwei Augen kann nie geschlagen werden: Sie lebt.' },
        make: {
          task: 'Du bist Weiß und hast Platz für drei Punkte. Mach zwei Augen.',
          done: 'Zwei Augen: Sie lebt.',
          wrong: 'Schwarz nimmt die Mitte, und es bleibt nur ein Auge.',
          hint: 'Teil den Platz in zwei.',
        },
        kill: {
          task: 'Derselbe Platz, und Schwarz ist am Zug. Verhindere zwei Augen.',
          done: 'In die Mitte. Weiß hat nur ein Auge und kann nicht leben.',
          wrong: 'Weiß nimmt die Mitte und lebt.',
          hint: 'Was würde Weiß spielen?',
        },
        false: {
          task: 'Zwei Augen? Eines ist falsch: Schwarz darf hineinsetzen, denn das schlägt einen Stein seiner Wand. Finde es und setz hinein.',
          done: 'Jetzt hat Weiß nur noch ein Auge und kann nicht leben. Ein Auge ist nur echt, wenn seine ganze Wand hält.',
          hint: 'Welcher weiße Stein hat nur eine Freiheit?',
        },
      },
    },
    ko: {
      title: 'Ko',
      steps: {
        take: { task: 'Schlag den weißen Stein.', done: 'Ein Stein gegen einen Stein.', hint: 'Der leere Punkt zwischen den weißen Steinen.' },
        back: {
          task: 'Jetzt bist du Weiß. Versuch, sofort zurückzuschlagen.',
          done: 'Abgelehnt: Das Brett wäre wie vorher, und die Partie endete nie.',
          hint: 'Setz dorthin, wo dein Stein geschlagen wurde.',
        },
        film: { task: 'Sieh den Kreis an: Zurückschlagen brächte genau dasselbe Brett wieder.', done: 'Das ist Ko, und der Grund für seine Regel.' },
        elsewhere: {
          task: 'Weiß darf zuerst anderswo spielen. Wenn Schwarz antwortet, darf das Ko genommen werden.',
          done: 'Der Zug anderswo war eine Drohung.',
        },
        win: {
          task: 'Weiß hat anderswo gedroht. Du kannst das Ko auch beenden: verbinde.',
          done: 'Das Ko ist vorbei.',
          wrong: 'Schwarz hat geantwortet, und Weiß nahm das Ko.',
          hint: 'Füll den Punkt, auf dem der weiße Stein stand.',
        },
      },
    },
    territory: {
      title: 'Gebiet',
      steps: {
        whose: { task: 'Leere Punkte, an die nur Schwarz grenzt, sind schwarzes Gebiet. Wie viele sind es?', done: 'Zehn.' },
        neutral: { task: 'Die Punkte in der Mitte grenzen an beide. Wie viele gehören nur Schwarz?', done: 'Immer noch zehn. Die anderen gehören niemandem.' },
        lead: { task: 'Zehn für Schwarz, fünf für Weiß. Mit wie vielen Punkten führt Schwarz?', done: 'Mit fünf. Wer mehr hat, gewinnt.' },
        close: {
          task: 'In deiner Mauer ist ein Loch. Schließ es.',
          done: 'Jetzt gehört das Gebiet dir.',
          wrong: 'Weiß kommt herein.',
          hint: 'Dort, wo die Mauern sich nicht treffen.',
        },
      },
    },
    passing: {
      title: 'Passen, und das Ende',
      steps: {
        pass: { task: 'Die Mauern sind zu, nichts ist mehr zu gewinnen. Passe.', done: 'Du hast gepasst, Weiß hat gepasst: Die Partie ruht und wird gezählt.' },
        inside: { task: 'Mit wie vielen Punkten führt Schwarz?', done: 'Fünf. In den eigenen Mauern weiterzuspielen, würde sie nur füllen.' },
      },
    },
    dead: {
      title: 'Tote Steine',
      steps: {
        capture: {
          task: 'Der weiße Stein steht in Schwarz’ Mauern. Kommt er davon? Weiß passt jedes Mal; schlag ihn.',
          done: 'Er war von Anfang an verloren: Solche Steine sind tot. Du musst sie nicht schlagen; am Ende kommen sie von selbst vom Brett und zählen als Gefangene.',
          hint: 'Nimm seine Freiheiten eine nach der anderen.',
        },
        alive: {
          task: 'Auch hier steht Weiß in Schwarz’ Mauern, aber mit zwei Augen. Es lebt. Sind Spieler uneins, spielen sie weiter, bis es klar ist.',
          done: '',
        },
      },
    },
    counting: {
      title: 'Zwei Arten zu zählen',
      steps: {
        same: { task: 'Eine Partie, zweimal gezählt: zuerst Gebiet und Gefangene, dann die ganze Fläche samt Steinen.', done: 'Das Ergebnis ist dasselbe.' },
        filled: {
          task: 'Dieselbe Partie, aber Schwarz spielte noch einmal in die eigenen Mauern.',
          done: 'Die Gebietszählung zieht dafür einen Punkt ab, der Flächenzählung ist es gleich.',
        },
        invaded: {
          task: 'Dieselbe Partie, aber Weiß warf einen Stein in Schwarz’ Mauern, und Schwarz passte.',
          done: 'Ein verschenkter Stein ist ein Gefangener: Er kostet einen Punkt, aber nur, wo Gefangene zählen.',
        },
      },
    },
    komi: {
      title: 'Komi und Vorgabe',
      steps: {
        first: {
          task: 'Zuerst zu ziehen ist einige Punkte wert. Weiß bekommt sie als Komi zurück, oft sechseinhalb oder siebeneinhalb. Man kann auch bieten: Wer mehr Komi gibt, spielt Schwarz.',
          done: '',
        },
        handicap: {
          task: 'Ein stärkerer Spieler gibt eine Vorgabe: Schwarz hat vor dem ersten weißen Zug Steine auf dem Brett. Sieh zu.',
          done: 'So haben beide eine gerechte Partie.',
        },
      },
    },
    reading: {
      title: 'Vorausschauen',
      steps: {
        snapback: {
          task: 'Gib Weiß einen Stein und nimm drei. Weiß kann kaum ablehnen: Fang an.',
          done: 'Weiß nahm einen Stein und verlor drei. Das ist eine Mausefalle.',
          wrong: 'Weiß verbindet, und nichts ist geschlagen.',
          hint: 'Innen, zwischen den weißen Steinen: Diesen Stein nimmt Weiß. Dann setz noch einmal dorthin.',
        },
        game: { task: 'Du kennst die Regeln. Spiel ein wenig auf einem kleinen Brett, oder geh weiter.', done: '' },
      },
    },
    rulebooks: {
      title: 'Fünf Regelwerke',
      steps: {
        white: {
          task: 'Go wird nach verschiedenen Regelwerken gespielt; fünf kurze gehören zu diesem Programm. In einem davon beginnt immer Weiß. Fang an.',
          done: 'Überall sonst ist es Schwarz.',
        },
        suicide: {
          task: 'Die knappen Regeln lassen dich deine eigene Kette vom Brett nehmen. Setz in die Ecke.',
          done: 'Deine Steine sind weg. Selten ein guter Zug.',
        },
        'suicide-not': { task: 'Die anderen nicht. Versuch dasselbe hier.', done: 'Abgelehnt. Die Seite mit den Regeln zeigt alle Unterschiede.' },
        stands: {
          task: 'Die knappen Regeln nehmen am Ende nichts weg: Was steht, lebt. Schlag ihn also, bevor du passt.',
          done: 'Drei Züge, und er ist weg.',
          hint: 'Nimm seine Freiheiten eine nach der anderen.',
        },
        stone: {
          task: 'Nach manchen Regeln kostet ein Pass einen Stein: Er wird als Gefangener übergeben. Sieh zu.',
          done: 'Jeder gab einen, also änderte sich nichts zwischen ihnen.',
        },
        third: { task: 'Und dort muss Weiß zuletzt passen, auch wenn es ein dritter Pass ist. Sieh zu.', done: 'Weiß, Schwarz, Weiß: Jetzt ist es vorbei.' },
        passes: {
          task: 'Nach den knappen Regeln passt Weiß stattdessen. Versuch, für Weiß zu setzen.',
          done: 'Abgelehnt: Eine Vorgabe von drei heißt zweimal passen.',
        },
      },
    },
  },
};

export default words;
