// Chinese.

import type { ReasonWords } from '../reasons';

const words: ReasonWords = {
  stones: (color, n, at) => `${color}在 ${at} 的 ${n} 子`,
  captures: (at, stones) => `下 ${at} 可以提掉${stones}。`,
  selfAtari: (at, stones, by) => `${at} 使自己被打吃：${by} 可以提掉${stones}。`,
  leftInAtari: (at, stones, by) => `${by} 可以提掉${stones}；下 ${at} 就不再被打吃。`,
  caught: (stones, by) => `现在 ${by} 可以吃住${stones}。`,
  caughtLadder: (stones, by) => `现在 ${by} 可以用征子吃住${stones}。`,
  caughtNet: (stones, by) => `现在 ${by} 可以用枷吃住${stones}。`,
  catches: (at, stones) => `下 ${at} 可以吃住${stones}。`,
  catchesLadder: (at, stones) => `下 ${at} 可以用征子吃住${stones}。`,
  catchesNet: (at, stones) => `下 ${at} 可以用枷吃住${stones}。`,
  dies: (at, stones) => `现在${stones}会被杀；下 ${at} 可以做活。`,
  kills: (at, stones) => `下 ${at} 可以杀掉${stones}。`,
  breaksSeki: (at, stones) => `${at} 破坏了双活：现在${stones}会被提掉。`,
  sente: (at, stones) => `${at} 是先手，威胁${stones}。`,
  likelyLost: (stones) => `${stones}很可能保不住了。`,
  likelyAlive: (stones) => `${stones}本可以提掉，现在很可能活了。`,
  fillsEye: (at) => `${at} 填了自己的眼。`,
  takesKo: (at) => `下 ${at} 可以提劫。`,
  leavesKo: (by) => `现在 ${by} 可以提劫。`,
  cuts: (at, one, other) => `下 ${at} 可以切断 ${one} 和 ${other}。`,
  connects: (at, one, other) => `下 ${at} 可以连接 ${one} 和 ${other}；现在那里可以被切断。`,
  dame: (at) => `${at} 是单官。`,
  fillsTerritory: (at) => `${at} 下在自己的空里。`,
  little: (at) => `${at} 的收获不到一目。`,
  passed: '盘上还有目数可争，却停了一手。',
  area: (worth, part, at) => `${part} ${at} 一带损失约 ${worth} 目。`,
  parts: {
    upper_left: '左上角',
    upper: '上边',
    upper_right: '右上角',
    left: '左边',
    centre: '中央',
    right: '右边',
    lower_left: '左下角',
    lower: '下边',
    lower_right: '右下角',
  },
};

export default words;
