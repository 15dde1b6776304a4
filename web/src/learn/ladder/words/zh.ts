// 中文。

import type { LadderWords } from '../words';

const words: LadderWords = {
  title: '对局阶梯',
  lead: '棋盘由小到大，对手由弱到强。赢一盘上一级，输一盘下一级。你执黑；没有计时，可以悔棋。',
  stand: (rung, count) => `你在第 ${rung} 级，共 ${count} 级`,
  next: '下一盘',
  first: '第一盘',
  goOn: '继续你的对局',
  instead: '另开一盘',
  rungs: (done, count) => `已上 ${done} 级，共 ${count} 级`,
  here: '你在这里',
  best: (rung) => `最高到过第 ${rung} 级`,
  results: {
    won: '下得好：上一级。',
    lost: '不错的尝试：下一级，对手更温和。',
    drawn: '和棋：再下同一级。',
    top: '下得好！已经是最高一级。',
    bottom: '不错的尝试。同样的一盘等着你。',
  },
  ladder: '去看阶梯',
};

export default words;
