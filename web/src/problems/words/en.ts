// English: the master of the problems' words. Every other language has exactly these entries.

import { plural } from '../../words/plural';

const n = plural('en');

export default {
  lead: 'Small boards, each with one thing to find. What you knew comes back late, what you missed comes back soon.',
  today: 'Today’s round',
  due: (count: number): string =>
    count === 0 ? 'Nothing has come back today.' : n(count, { one: '# problem has come back.', other: '# problems have come back.' }),
  begin: 'Begin',
  kindsTitle: 'Or one kind',
  met: (met: number, count: number): string => `${met} of ${count} met`,
  kinds: {
    capture: { title: 'Capturing', lead: 'Take stones, or save your own.' },
    ladder: { title: 'Ladders', lead: 'Atari after atari.' },
    net: { title: 'Nets', lead: 'Hold stones without touching them.' },
    snapback: { title: 'Snapbacks', lead: 'Give a stone to take more.' },
    life: { title: 'Life and death', lead: 'Two eyes, or not.' },
    ko: { title: 'Ko', lead: 'What only a ko can do.' },
    connection: { title: 'Connecting', lead: 'Make one chain of two.' },
    counting: { title: 'Counting', lead: 'Who is ahead, and by how much?' },
  },
  goals: {
    capture: (color: string): string => `${color} to capture the marked stones`,
    save: (color: string): string => `${color} to save the marked stones`,
    kill: (color: string): string => `${color} to kill the marked stones`,
    live: (color: string): string => `${color} to make the marked stones live`,
    connect: (color: string): string => `${color} to connect the marked stones`,
  },
  byKo: 'It takes a ko.',
  count: 'Who is ahead, and by how much?',
  countLead: 'The game is over. Stones and territory count, without komi.',
  ahead: 'Ahead',
  nobody: 'Nobody',
  points: 'Points',
  check: 'Check',
  leads: (color: string, points: number): string => n(points, { one: `${color} is ahead by # point.`, other: `${color} is ahead by # points.` }),
  even: 'Nobody is ahead.',
  solved: 'Solved.',
  shown: 'This is how it goes.',
  refuted: 'That does not work: this is the answer to it.',
  notThis: 'That does not do it.',
  notThisNumber: 'Not quite. Count again.',
  again: 'Try again',
  show: 'Show me',
  next: 'Next',
  finish: 'Finish',
  all: 'All problems',
  number: (number: number, count: number): string => `${number} of ${count}`,
  comesBack: (days: number): string => (days === 1 ? 'It comes back tomorrow.' : n(days, { other: 'It comes back in # days.' })),
  board: 'The board of the problem',
  marked: 'marked',
  done: 'That was the round',
  doneLead: (clean: number, count: number): string => `${clean} of ${count} at the first try.`,
  another: 'Another round',
  missing: 'There is no such problem.',
};
