// Français.

import type { LearnWords } from '../words';

const words: LearnWords = {
  title: 'Apprendre le go',
  lead: 'Apprenez en jouant : dix minutes de la première pierre à la première partie.',
  lesson: (number: number): string => `Leçon ${number}`,
  step: (number: number, count: number): string => `Étape ${number} sur ${count}`,
  isDone: 'faite',
  begin: 'Commencer',
  goOn: 'Continuer',
  next: 'Suite',
  nextLesson: 'Leçon suivante',
  all: 'Toutes les leçons',
  back: 'Retour',
  again: 'Réessayer',
  hint: 'Indice',
  pass: 'Passer',
  play: 'Montrer',
  notThis: 'C’est un coup, mais pas celui-là. Réessayez.',
  right: 'Juste !',
  notThisNumber: 'Pas tout à fait. Regardez encore.',
  board: 'Le goban d’exercice',
  toMove: (color: string): string => `À ${color} de jouer`,
  firstGame: 'Jouer sa première partie',
  firstLead: 'Vous en savez assez pour une partie. Jouez-en une, puis revenez pour la suite.',
  afterFirst: 'Après la première partie',
  finished: 'Voilà tout le jeu. Le reste, c’est de jouer.',

  lessons: {
    stones: {
      title: 'Les pierres',
      steps: {
        place: {
          task: 'Vous avez les pierres noires. Posez-en une sur une intersection marquée, pas dans une case.',
          done: 'Voilà un coup. Les pierres se posent sur les intersections, appelées aussi points.',
          hint: 'N’importe laquelle des intersections marquées convient. Un coin est aussi une intersection.',
        },
        turns: {
          task: 'Chacun joue à son tour, une pierre à la fois. Regardez quelques coups.',
          done: 'Noir, Blanc, Noir, Blanc. Une pierre posée ne bouge plus.',
        },
        occupied: {
          task: 'Une intersection ne porte qu’une pierre. Essayez de jouer sur la blanche.',
          done: 'Ce qui est pris est pris.',
          hint: 'Jouez exactement sur la pierre blanche.',
        },
        stay: { task: 'Jouez un moment comme il vous plaît, puis continuez.', done: '' },
      },
    },
    chains: {
      title: 'Les chaînes',
      steps: {
        adjacent: {
          task: 'Des pierres voisines sur une ligne vont ensemble : c’est une chaîne. Faites une chaîne de deux pierres.',
          done: 'Deux pierres, une chaîne.',
          wrong: 'La diagonale n’est pas une ligne : ce sont deux chaînes.',
          hint: 'Jouez juste au-dessus, en dessous, à gauche ou à droite.',
        },
        diagonal: { task: 'Combien de chaînes noires y a-t-il ?', done: 'Deux. La diagonale ne relie pas.' },
        size: { task: 'Combien de pierres a la chaîne noire ?', done: 'Quatre. Suivez les lignes de pierre en pierre.' },
        connect: {
          task: 'Faites une seule chaîne des deux pierres noires.',
          done: 'Personne ne peut plus les séparer.',
          wrong: 'Blanc joue entre elles : elles sont coupées.',
          hint: 'Jouez sur le point entre elles.',
        },
      },
    },
    liberties: {
      title: 'Les libertés',
      steps: {
        middle: { task: 'Les points vides voisins d’une pierre sont ses libertés. Combien en a celle-ci ?', done: 'Quatre au milieu.' },
        edge: { task: 'Et au bord ?', done: 'Trois.' },
        corner: { task: 'Et dans le coin ?', done: 'Deux.' },
        chain: { task: 'Une chaîne partage ses libertés. Combien en a cette chaîne de deux ?', done: 'Six.' },
        taken: { task: 'Blanc en occupe quelques-unes. Combien en reste-t-il ?', done: 'Quatre. Une pierre adverse enlève une liberté.' },
        atari: {
          task: 'Combien de libertés a maintenant la pierre noire ?',
          done: 'Une. On dit qu’elle est en atari : si Blanc la prend aussi, la pierre quitte le goban.',
        },
        escape: {
          task: 'Votre pierre est en atari. Sauvez-la.',
          done: 'La chaîne a maintenant trois libertés.',
          wrong: 'Blanc prend la dernière liberté, et la pierre disparaît.',
          hint: 'Jouez sur sa dernière liberté.',
        },
      },
    },
    capture: {
      title: 'Capturer',
      steps: {
        one: {
          task: 'Une chaîne sans liberté est capturée et quitte le goban. Capturez la pierre blanche.',
          done: 'Elle est votre prisonnière.',
          wrong: 'Blanc s’échappe.',
          hint: 'Prenez sa dernière liberté.',
        },
        edge: { task: 'Au bord, il en faut moins pour l’entourer. Capturez.', done: 'Trois suffisent au bord.', wrong: 'Blanc s’échappe.' },
        corner: { task: 'Et dans le coin. Capturez.', done: 'Deux suffisent dans le coin.', wrong: 'Blanc s’échappe.' },
        chain: { task: 'Une chaîne se capture tout entière. Capturez les deux pierres.', done: 'Les deux partent d’un coup.', wrong: 'Blanc s’échappe.' },
        several: {
          task: 'Un coup peut capturer plusieurs chaînes. Capturez les deux.',
          done: 'Deux chaînes d’une seule pierre.',
          wrong: 'Blanc se relie, et rien n’est capturé.',
        },
        choose: {
          task: 'Les deux camps sont en atari, et c’est à vous. Capturez avant d’être capturé.',
          done: 'Vos pierres sont sauves : celles qui les serraient sont parties.',
          wrong: 'Blanc a été plus rapide.',
        },
        ladder: {
          task: 'La pierre blanche a deux libertés. Ne lui en laissez qu’une, encore et encore, jusqu’à ce que le bord l’arrête.',
          done: 'Atari sur atari jusqu’au bord : c’est un shicho, l’escalier.',
          wrong: 'De ce côté, Blanc obtient trois libertés et s’échappe.',
          hint: 'Prenez la liberté qui donnerait le plus d’espace à Blanc, et laissez l’autre.',
        },
        net: {
          task: 'Parfois, le mieux est de ne pas toucher la pierre. Où jouez-vous pour qu’elle ne puisse pas sortir ?',
          done: 'Blanc a couru des deux côtés, et tout était fermé : c’est un filet.',
          wrong: 'Blanc sort de l’autre côté.',
          hint: 'En diagonale devant la pierre.',
        },
      },
    },
    suicide: {
      title: 'Pas de suicide',
      steps: {
        forbidden: {
          task: 'Essayez de jouer au milieu, où votre pierre n’aurait aucune liberté.',
          done: 'Une pierre qui n’aurait aucune liberté ne se joue pas. À la fin du cours viennent des règles qui en décident autrement.',
          hint: 'Jouez sur le point du milieu.',
        },
        corner: { task: 'La même chose dans le coin. Essayez.', done: 'Refusé aussi.' },
        'capture-first': {
          task: 'Mais un coup qui capture est permis : les prisonniers partent d’abord, et cela fait une liberté. Jouez-le.',
          done: 'Blanc a été capturé d’abord, votre pierre a donc une liberté.',
          hint: 'Le point entouré de pierres blanches, à côté de la pierre en atari.',
        },
        'capture-corner': {
          task: 'Vous êtes maintenant Blanc. Capturez dans le coin.',
          done: 'D’abord elles partent, ensuite on regarde vos libertés.',
          hint: 'Le point du coin.',
        },
      },
    },
    eyes: {
      title: 'Deux yeux',
      steps: {
        one: {
          task: 'Blanc entoure un point, un œil. Cela ne suffit pas : capturez toute la chaîne.',
          done: 'Un seul œil peut être comblé quand tout le reste est pris.',
          hint: 'Jouez dans l’œil.',
        },
        two: { task: 'Maintenant Blanc a deux yeux. Essayez de jouer dans le premier.', done: 'Refusé : vous n’y capturez rien.' },
        'two-more': { task: 'Et dans le second ?', done: 'Refusé aussi. Une chaîne à deux yeux ne peut jamais être capturée : elle vit.' },
        make: {
          task: 'Vous êtes Blanc, avec trois points d’espace. Faites deux yeux.',
          done: 'Deux yeux : elle vit.',
          wrong: 'Noir prend le milieu, il ne reste qu’un œil.',
          hint: 'Partagez l’espace en deux.',
        },
        kill: {
          task: 'Le même espace, et c’est à Noir. Empêchez les deux yeux.',
          done: 'Au milieu. Blanc n’a qu’un œil et ne peut vivre.',
          wrong: 'Blanc prend le milieu et vit.',
          hint: 'Que jouerait Blanc ?',
        },
        false: {
          task: 'Deux yeux ? L’un d’eux est faux : Noir peut y jouer, car cela capture une pierre de son mur. Trouvez-le et jouez-y.',
          done: 'Il ne reste qu’un œil à Blanc, qui ne peut plus vivre. Un œil n’est vrai que si tout son mur tient.',
          hint: 'Quelle pierre blanche n’a qu’une liberté ?',
        },
      },
    },
    ko: {
      title: 'Le ko',
      steps: {
        take: { task: 'Capturez la pierre blanche.', done: 'Une pierre pour une pierre.', hint: 'Le point vide entre les pierres blanches.' },
        back: {
          task: 'Vous êtes maintenant Blanc. Essayez de reprendre aussitôt.',
          done: 'Refusé : le goban serait comme avant, et la partie ne finirait jamais.',
          hint: 'Jouez là où votre pierre a été capturée.',
        },
        film: { task: 'Regardez le cercle : reprendre ramènerait exactement le même goban.', done: 'Voilà le ko, et la raison de sa règle.' },
        elsewhere: { task: 'Blanc peut d’abord jouer ailleurs. Quand Noir a répondu, le ko peut être pris.', done: 'Le coup ailleurs était une menace.' },
        win: {
          task: 'Blanc a menacé ailleurs. Vous pouvez aussi finir le ko : reliez.',
          done: 'Le ko est fini.',
          wrong: 'Noir a répondu, et Blanc a pris le ko.',
          hint: 'Comblez le point où était la pierre blanche.',
        },
      },
    },
    territory: {
      title: 'Le territoire',
      steps: {
        whose: { task: 'Les points vides que seul Noir borde sont le territoire de Noir. Combien y en a-t-il ?', done: 'Dix.' },
        neutral: { task: 'Les points du milieu touchent les deux. Combien sont à Noir seul ?', done: 'Toujours dix. Les autres ne sont à personne.' },
        lead: { task: 'Dix pour Noir, cinq pour Blanc. De combien Noir mène-t-il ?', done: 'De cinq. Qui en a le plus gagne.' },
        close: {
          task: 'Il y a un trou dans votre mur. Fermez-le.',
          done: 'Le territoire est à vous.',
          wrong: 'Blanc entre.',
          hint: 'Là où les murs ne se rejoignent pas.',
        },
      },
    },
    passing: {
      title: 'Passer, et la fin',
      steps: {
        pass: { task: 'Les murs sont fermés, il n’y a plus rien à gagner. Passez.', done: 'Vous avez passé, Blanc a passé : la partie s’arrête et se compte.' },
        inside: { task: 'De combien de points Noir mène-t-il ?', done: 'Cinq. Jouer encore chez soi ne ferait que le remplir.' },
      },
    },
    dead: {
      title: 'Les pierres mortes',
      steps: {
        capture: {
          task: 'La pierre blanche est dans les murs de Noir. Peut-elle s’échapper ? Blanc passe à chaque fois ; capturez-la.',
          done: 'Elle était perdue dès le début : de telles pierres sont mortes. Inutile de les capturer ; à la fin elles quittent d’elles-mêmes le goban et comptent comme prisonnières.',
          hint: 'Prenez ses libertés une à une.',
        },
        alive: {
          task: 'Blanc est aussi dans les murs de Noir, mais avec deux yeux : il vit. En cas de désaccord, on joue jusqu’à ce que ce soit clair.',
          done: '',
        },
      },
    },
    counting: {
      title: 'Deux façons de compter',
      steps: {
        same: {
          task: 'Une partie comptée deux fois : d’abord le territoire et les prisonniers, puis toute la surface, pierres comprises.',
          done: 'Le résultat est le même.',
        },
        filled: {
          task: 'La même partie, mais Noir a joué une fois de plus chez lui.',
          done: 'Le compte par territoire lui enlève un point ; celui par surface, rien.',
        },
        invaded: {
          task: 'La même partie, mais Blanc a jeté une pierre chez Noir, et Noir a passé.',
          done: 'Une pierre perdue est une prisonnière : elle coûte un point, là seulement où l’on compte les prisonniers.',
        },
      },
    },
    komi: {
      title: 'Komi et handicap',
      steps: {
        first: {
          task: 'Jouer en premier vaut quelques points. Blanc les reçoit en komi, souvent six et demi ou sept et demi. On peut aussi enchérir : qui donne plus de komi joue Noir.',
          done: '',
        },
        handicap: {
          task: 'Le plus fort donne un handicap : Noir a des pierres sur le goban avant le premier coup de Blanc. Regardez.',
          done: 'Ainsi la partie est équitable.',
        },
      },
    },
    reading: {
      title: 'Regarder plus loin',
      steps: {
        snapback: {
          task: 'Donnez une pierre à Blanc et prenez-en trois. Blanc ne peut guère refuser : commencez.',
          done: 'Blanc a pris une pierre et en a perdu trois. C’est un uttegaeshi, le coup de la souricière.',
          wrong: 'Blanc se relie, et rien n’est capturé.',
          hint: 'À l’intérieur, entre les pierres blanches : Blanc prend cette pierre. Rejouez alors au même endroit.',
        },
        game: { task: 'Vous connaissez les règles. Jouez un peu sur un petit goban, ou continuez.', done: '' },
      },
    },
    rulebooks: {
      title: 'Cinq règles',
      steps: {
        white: {
          task: 'Le go se joue selon différentes règles ; ce programme en contient cinq, courtes. Dans l’une d’elles, Blanc commence toujours. Commencez.',
          done: 'Partout ailleurs, c’est Noir.',
        },
        suicide: {
          task: 'Les règles concises vous laissent retirer votre propre chaîne. Jouez dans le coin.',
          done: 'Vos pierres sont parties. C’est rarement un bon coup.',
        },
        'suicide-not': { task: 'Les autres, non. Essayez la même chose ici.', done: 'Refusé. La page des règles montre tout ce qui diffère.' },
        stands: {
          task: 'Les règles concises n’enlèvent rien à la fin : ce qui est là vit. Capturez-la donc avant de passer.',
          done: 'Trois coups, et elle n’est plus là.',
          hint: 'Prenez ses libertés une à une.',
        },
        stone: {
          task: 'Dans certaines règles, passer coûte une pierre, remise comme prisonnière. Regardez.',
          done: 'Chacun en a donné une : rien n’a changé entre eux.',
        },
        third: { task: 'Et Blanc doit y passer en dernier, même si c’est une troisième fois. Regardez.', done: 'Blanc, Noir, Blanc : c’est fini.' },
        passes: {
          task: 'Dans les règles concises, Blanc passe à la place. Essayez de jouer pour Blanc.',
          done: 'Refusé : un handicap de trois, ce sont deux passes.',
        },
      },
    },
  },
};

export default words;
