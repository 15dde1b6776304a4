// 中文。

import type { GamesWords } from '../words';
import { plural } from '../../words/plural';

const n = plural('zh');

const words: GamesWords = {
  komi: '正在确定贴目',
  search: '搜索',
  searchHelp: '姓名、结果、棋盘',
  result: '结果',
  results: { all: '全部', won: '胜', lost: '负', other: '其他' },
  found: (count) => n(count, { other: '#局' }),
  notFound: '没有这样的对局。',
  more: '显示更多',
  forgotten: (game) => `${game}已从列表移除。`,
  undo: '撤销',

  pulse: {
    title: '你的进度',
    goOn: '继续对局',
    against: (name) => `对手：${name}`,
    last: '上一局',
    ladder: '对局阶梯',
    rung: (rung, count) => `第${rung}级，共${count}级`,
    today: '每日一题',
    todayLead: '所有人都是同一题，周一到周日逐渐变难。',
    here: '谁在这里',
    people: (count) => `${count} 人在棋盘前`,
    games: (count) => `${count} 局正在进行`,
    watching: (count) => `${count} 人在观看`,
    nobody: '现在没有人在棋盘前。',
  },
};

export default words;
