// English: the master of the words of the ladder. Every other language has exactly these entries.

export default {
  title: 'The ladder of games',
  lead: 'From a small board to a larger one, from gentle to strong. A game won takes you a rung up, a game lost a rung down. You play Black; there is no clock, and moves may be taken back.',
  stand: (rung: number, count: number): string => `You stand on rung ${rung} of ${count}`,
  next: 'Next game',
  first: 'First game',
  goOn: 'Go on with your game',
  instead: 'Begin another game instead',
  rungs: (done: number, count: number): string => `${done} of ${count} rungs climbed`,
  here: 'you are here',
  best: (rung: number): string => `Highest so far: rung ${rung}`,
  results: {
    won: 'Well played: one rung up.',
    lost: 'A good try: one rung down, and a gentler game.',
    drawn: 'A draw: the same rung again.',
    top: 'Well played! There is no higher rung.',
    bottom: 'A good try. The same game is waiting for you.',
  },
  ladder: 'To the ladder',
};
