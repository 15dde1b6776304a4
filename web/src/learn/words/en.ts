// English: the master of the lessons' words. Every other language has exactly these entries.

export default {
  title: 'Learn Go',
  lead: 'Play your way through it: ten minutes from the first stone to your first game.',
  lesson: (number: number): string => `Lesson ${number}`,
  step: (number: number, count: number): string => `Step ${number} of ${count}`,
  isDone: 'done',
  begin: 'Begin',
  goOn: 'Go on',
  next: 'Next',
  nextLesson: 'Next lesson',
  all: 'All lessons',
  back: 'Back',
  again: 'Try again',
  hint: 'Hint',
  pass: 'Pass',
  play: 'Show it',
  notThis: 'That is a move, but not the one. Try again.',
  right: 'Right!',
  notThisNumber: 'Not quite. Look again.',
  board: 'The board to practise on',
  toMove: (color: string): string => `${color} to move`,
  firstGame: 'Play your first game',
  firstLead: 'You know enough for a game now. Play one, and come back for the rest.',
  afterFirst: 'After your first game',
  finished: 'That is the whole game. The rest is playing.',

  lessons: {
    stones: {
      title: 'Stones',
      steps: {
        place: {
          task: 'You have the black stones. Put one on any marked crossing of the lines, not in a square.',
          done: 'That is a move. Stones stand on the crossings, called points.',
          hint: 'Any of the marked crossings will do. A corner is a crossing too.',
        },
        turns: {
          task: 'The players move in turns, one stone each. Watch a few moves.',
          done: 'Black, White, Black, White. A stone never moves once it stands.',
        },
        occupied: {
          task: 'Only one stone fits on a crossing. Try to play on the white stone.',
          done: 'A crossing that is taken is taken.',
          hint: 'Play right on the white stone.',
        },
        stay: { task: 'Play as you like for a moment. Go on when you have had enough.', done: '' },
      },
    },
    chains: {
      title: 'Chains',
      steps: {
        adjacent: {
          task: 'Stones next to each other along a line belong together: they are a chain. Make a chain of two.',
          done: 'Two stones, one chain.',
          wrong: 'A diagonal is not a line: these are two chains.',
          hint: 'Play right above, below, left or right of your stone.',
        },
        diagonal: { task: 'How many black chains are there?', done: 'Two. Diagonals do not connect.' },
        size: { task: 'How many stones has the black chain?', done: 'Four. Follow the lines from stone to stone.' },
        connect: {
          task: 'Make one chain of the two black stones.',
          done: 'Now nobody can cut them apart.',
          wrong: 'White plays between them: they are cut.',
          hint: 'Play on the point between them.',
        },
      },
    },
    liberties: {
      title: 'Liberties',
      steps: {
        middle: { task: 'The empty points next to a stone are its liberties. How many has this one?', done: 'Four in the middle.' },
        edge: { task: 'And at the edge?', done: 'Three.' },
        corner: { task: 'And in the corner?', done: 'Two.' },
        chain: { task: 'A chain shares its liberties. How many has this chain of two?', done: 'Six.' },
        taken: { task: 'White stands on some of them. How many are left?', done: 'Four. A stone of the opponent takes a liberty away.' },
        atari: {
          task: 'How many liberties has the black stone now?',
          done: 'One. That is called atari: if White takes it too, the stone comes off the board.',
        },
        escape: {
          task: 'Your stone is in atari. Save it.',
          done: 'Now the chain has three liberties.',
          wrong: 'White takes the last liberty, and the stone is gone.',
          hint: 'Play on its last liberty.',
        },
      },
    },
    capture: {
      title: 'Capturing',
      steps: {
        one: {
          task: 'A chain without liberties is captured and comes off the board. Capture the white stone.',
          done: 'It is your prisoner now.',
          wrong: 'White gets away.',
          hint: 'Take its last liberty.',
        },
        edge: { task: 'At the edge a stone needs fewer to surround it. Capture it.', done: 'Three are enough at the edge.', wrong: 'White gets away.' },
        corner: { task: 'And in the corner. Capture it.', done: 'Two are enough in the corner.', wrong: 'White gets away.' },
        chain: { task: 'A chain is captured as a whole. Capture both stones.', done: 'Both come off at once.', wrong: 'White gets away.' },
        several: {
          task: 'One move can capture more than one chain. Capture both.',
          done: 'Two chains with one stone.',
          wrong: 'White connects, and nothing is captured.',
        },
        choose: {
          task: 'Both sides are in atari, and it is your move. Capture before you are captured.',
          done: 'Your stones are safe because their captors are gone.',
          wrong: 'White was faster.',
        },
        ladder: {
          task: 'The white stone has two liberties. Leave it only one, again and again, until the edge stops it.',
          done: 'Atari after atari up to the edge: that is a ladder.',
          wrong: 'On that side White gets three liberties and is out.',
          hint: 'Take the liberty that would give White more room, and leave the other.',
        },
        net: {
          task: 'Sometimes the best way to catch a stone is not to touch it. Where do you play so that it cannot get out?',
          done: 'White ran both ways and was caught: that is a net.',
          wrong: 'White runs out the other way.',
          hint: 'Diagonally in front of the stone.',
        },
      },
    },
    suicide: {
      title: 'No suicide',
      steps: {
        forbidden: {
          task: 'Try to play in the middle, where your stone would have no liberty.',
          done: 'A stone that would have no liberty may not be played. At the end of the course you meet rules that see it differently.',
          hint: 'Play on the point in the middle.',
        },
        corner: { task: 'The same in the corner. Try it.', done: 'Refused again.' },
        'capture-first': {
          task: 'But a move that captures is allowed: the prisoners come off first, and that makes a liberty. Play it.',
          done: 'White was captured first, so your stone has a liberty.',
          hint: 'The point surrounded by white stones, next to the white stone in atari.',
        },
        'capture-corner': {
          task: 'Now you are White. Capture in the corner.',
          done: 'First they come off, then it is looked at whether you have liberties.',
          hint: 'The corner point.',
        },
      },
    },
    eyes: {
      title: 'Two eyes',
      steps: {
        one: {
          task: 'White surrounds one point, an eye. That is not enough: capture the whole chain.',
          done: 'One eye can be filled when everything else is taken.',
          hint: 'Play in the eye.',
        },
        two: { task: 'Now White has two eyes. Try to play in the first.', done: 'Refused: you capture nothing there.' },
        'two-more': { task: 'And in the second?', done: 'Refused too. A chain with two eyes can never be captured: it lives.' },
        make: {
          task: 'You are White, with room for three points. Make two eyes.',
          done: 'Two eyes: it lives.',
          wrong: 'Black takes the middle, and there is only one eye.',
          hint: 'Divide the room in two.',
        },
        kill: {
          task: 'The same room, and it is Black’s move. Keep White from two eyes.',
          done: 'In the middle. White has only one eye and cannot live.',
          wrong: 'White takes the middle and lives.',
          hint: 'What would White play?',
        },
        false: {
          task: 'Two eyes? One of them is false: Black may play there, because that captures a stone of its wall. Find it and play in it.',
          done: 'Now White has only one eye left and cannot live. An eye is true only if its whole wall holds.',
          hint: 'Which white stone has only one liberty?',
        },
      },
    },
    ko: {
      title: 'Ko',
      steps: {
        take: { task: 'Capture the white stone.', done: 'One stone for one stone.', hint: 'The empty point between the white stones.' },
        back: {
          task: 'Now you are White. Try to take back at once.',
          done: 'Refused: the board would be as it was before, and the game would never end.',
          hint: 'Play where your stone was captured.',
        },
        film: { task: 'Watch the circle: taking back would bring back the very same board.', done: 'That is ko, and the reason for its rule.' },
        elsewhere: { task: 'White may play elsewhere first. When Black answers, the ko may be taken.', done: 'The move elsewhere was a threat.' },
        win: {
          task: 'White threatened elsewhere. You may also end the ko: connect.',
          done: 'The ko is over.',
          wrong: 'Black answered, and White took the ko.',
          hint: 'Fill the point where the white stone was.',
        },
      },
    },
    territory: {
      title: 'Territory',
      steps: {
        whose: { task: 'Empty points that only Black borders are Black’s territory. How many are there?', done: 'Ten.' },
        neutral: { task: 'The points in the middle border both. How many are Black’s alone?', done: 'Still ten. The others are nobody’s.' },
        lead: { task: 'Ten for Black, five for White. Who is ahead, by how much?', done: 'Black, by five. Whoever has more wins.' },
        close: {
          task: 'There is a hole in your wall. Close it.',
          done: 'Now the territory is yours.',
          wrong: 'White comes in.',
          hint: 'Where the walls do not meet.',
        },
      },
    },
    passing: {
      title: 'Passing, and the end',
      steps: {
        pass: { task: 'The walls are closed; nothing is left to gain. Pass.', done: 'You passed, White passed: the game has stopped, and it is counted.' },
        inside: { task: 'How many points is Black ahead?', done: 'Five. Playing on inside one’s own walls would only fill them.' },
      },
    },
    dead: {
      title: 'Dead stones',
      steps: {
        capture: {
          task: 'The white stone stands inside Black’s walls. Can it get away? White passes each time; capture it.',
          done: 'It was lost from the start: such stones are dead. You need not capture them; at the end they come off the board by themselves and count as prisoners.',
          hint: 'Take its liberties one by one.',
        },
        alive: {
          task: 'White stands inside Black’s walls, too, but with two eyes. It is alive. If players disagree, they play on until it is clear.',
          done: '',
        },
      },
    },
    counting: {
      title: 'Two ways to count',
      steps: {
        same: { task: 'One game, counted twice: first territory and prisoners, then all the area, stones included.', done: 'The result is the same.' },
        filled: {
          task: 'The same game, but Black played once more inside the own walls.',
          done: 'Territory counting takes a point off for that; area counting does not care.',
        },
        invaded: {
          task: 'The same game, but White threw a stone into Black’s walls, and Black passed.',
          done: 'A wasted stone is a prisoner: it costs a point, but only where prisoners count.',
        },
      },
    },
    komi: {
      title: 'Komi and handicap',
      steps: {
        first: {
          task: 'To move first is worth some points. White gets them back as komi, often six and a half or seven and a half. Players may also bid: who gives more komi plays Black.',
          done: '',
        },
        handicap: {
          task: 'A stronger player gives a handicap: Black has stones on the board before White’s first move. Watch.',
          done: 'So both have a fair game.',
        },
      },
    },
    reading: {
      title: 'Looking ahead',
      steps: {
        snapback: {
          task: 'Give White one stone, and take three. White can hardly refuse: begin.',
          done: 'White took one stone and lost three. That is a snapback.',
          wrong: 'White connects, and nothing is captured.',
          hint: 'Inside, between the white stones: White takes that stone. Then play there again.',
        },
        game: { task: 'You know the rules. Play around on a small board, or go on.', done: '' },
      },
    },
    rulebooks: {
      title: 'Five rulebooks',
      steps: {
        white: {
          task: 'People play Go by different rulebooks; five short ones are part of this program. In one of them White moves first, always. Begin.',
          done: 'Everywhere else it is Black.',
        },
        suicide: {
          task: 'The concise rulebook lets you take your own chain off the board. Play in the corner.',
          done: 'Your stones came off. It is seldom a good move.',
        },
        'suicide-not': { task: 'The others do not. Try the same here.', done: 'Refused. The rules page shows all that differs.' },
        stands: {
          task: 'The concise rulebook removes nothing at the end: what stands there lives. So capture it before you pass.',
          done: 'Three moves, and it is gone.',
          hint: 'Take its liberties one by one.',
        },
        stone: {
          task: 'Under some rulebooks a pass costs a stone: it is handed over as a prisoner. Watch.',
          done: 'Each gave one, so nothing changed between them.',
        },
        third: { task: 'And under those White has to pass last, even if that is a third pass. Watch.', done: 'White, Black, White: now it is over.' },
        passes: { task: 'Under the concise rulebook White passes instead. Try to play for White.', done: 'Refused: a handicap of three means two passes.' },
      },
    },
  },
};
