// Japanese.

import type { EmbedWords } from '../words';

const words: EmbedWords = {
  board: '局面',
  start: '開始',
  moveOf: (move, of) => `${of} 手中 ${move} 手目`,
  first: '最初へ',
  back: '一手戻る',
  forward: '一手進む',
  last: '最後へ',
  slider: '表示中の手',
  comment: 'コメント',
  next: '続きを選ぶ',
  plain: '着手なし',
  missing: 'この対局はありません。',
  unreadable: '棋譜を読み取れません。',
  full: 'Ponnuki で開く',
  film: '着手の動画（GIF）',
  elsewhere: 'ほかのページに載せる',
  elsewhereLead: '掲示板や自分のサイトのための、画像と並べて見られる碁盤です。',
  frame: '並べて見られる碁盤（HTML）',
  picture: '最後の局面の画像（PNG）',
  diagram: '手数入りの図（SVG）',
  preview: '最後の局面の画像',
};

export default words;
