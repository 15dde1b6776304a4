// Chinese.

import type { EmbedWords } from '../words';

const words: EmbedWords = {
  board: '局面',
  start: '开始',
  moveOf: (move, of) => `第 ${move} 手，共 ${of} 手`,
  first: '到开头',
  back: '后退一手',
  forward: '前进一手',
  last: '到结尾',
  slider: '显示的手数',
  comment: '评注',
  next: '接着走',
  plain: '没有着手',
  missing: '没有这盘棋。',
  unreadable: '无法从中读出棋谱。',
  full: '在 Ponnuki 中打开',
  film: '着手动画（GIF）',
  elsewhere: '放到其他网页',
  elsewhereLead: '图片和可以逐手浏览的棋盘，用于论坛或自己的网站。',
  frame: '可逐手浏览的棋盘（HTML）',
  picture: '最后局面的图片（PNG）',
  diagram: '带手数的棋谱图（SVG）',
  preview: '最后局面的图片',
};

export default words;
