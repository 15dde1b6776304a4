// English.

const words = {
  board: 'The position',
  start: 'Start',
  moveOf: (move: number, of: number): string => `Move ${move} of ${of}`,
  first: 'To the start',
  back: 'One move back',
  forward: 'One move on',
  last: 'To the end',
  slider: 'The move shown',
  comment: 'Comment',
  next: 'Go on with',
  plain: 'no move',
  missing: 'There is no such game.',
  unreadable: 'No game can be read from this.',
  full: 'Open in Ponnuki',
  film: 'Film of the moves (GIF)',
  elsewhere: 'On other pages',
  elsewhereLead: 'Pictures and a board to step through, for a forum or a site of your own.',
  frame: 'Board to step through (HTML)',
  picture: 'Picture of the last position (PNG)',
  diagram: 'Diagram with numbered moves (SVG)',
  preview: 'The last position as a picture',
};

export default words;
