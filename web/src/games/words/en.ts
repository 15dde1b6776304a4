// English: the master of the words of kept games. Every other language has exactly these entries.

import { plural } from '../../words/plural';

const n = plural('en');

export default {
  komi: 'The komi is being settled',
  search: 'Search',
  searchHelp: 'Name, result, board',
  result: 'Result',
  results: { all: 'All', won: 'Won', lost: 'Lost', other: 'Others' },
  found: (count: number): string => n(count, { one: '# game', other: '# games' }),
  notFound: 'No game is like that.',
  more: 'Show more',
  forgotten: (game: string): string => `${game} is no longer listed.`,
  undo: 'Undo',

  pulse: {
    title: 'Where you are',
    goOn: 'Go on with your game',
    against: (name: string): string => `against ${name}`,
    last: 'Your last game',
    ladder: 'The ladder of games',
    rung: (rung: number, count: number): string => `Rung ${rung} of ${count}`,
    today: 'Problem of the day',
    todayLead: 'The same for everybody, harder from Monday to Sunday.',
    here: 'Who is here',
    people: (count: number): string => n(count, { one: '# person at a board', other: '# people at a board' }),
    games: (count: number): string => n(count, { one: '# game is being played', other: '# games are being played' }),
    watching: (count: number): string => n(count, { one: '# watching', other: '# watching' }),
    nobody: 'Nobody is at a board right now.',
  },
};
