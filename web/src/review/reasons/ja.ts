// Japanese.

import type { ReasonWords } from '../reasons';

const words: ReasonWords = {
  stones: (color, n, at) => `${color}の${n}子（${at}）`,
  captures: (at, stones) => `${at}なら${stones}を打ち抜けました。`,
  selfAtari: (at, stones, by) => `${at}は自らアタリになる手で、${by}で${stones}を取られます。`,
  leftInAtari: (at, stones, by) => `${by}で${stones}を取られます。${at}ならアタリを逃れました。`,
  caught: (stones, by) => `${by}で${stones}を取られます。`,
  caughtLadder: (stones, by) => `${by}からのシチョウで${stones}を取られます。`,
  caughtNet: (stones, by) => `${by}のゲタで${stones}を取られます。`,
  catches: (at, stones) => `${at}なら${stones}を取れました。`,
  catchesLadder: (at, stones) => `${at}からのシチョウで${stones}を取れました。`,
  catchesNet: (at, stones) => `${at}のゲタで${stones}を取れました。`,
  dies: (at, stones) => `${stones}は死にます。${at}なら活きでした。`,
  kills: (at, stones) => `${at}なら${stones}は死にでした。`,
  breaksSeki: (at, stones) => `${at}でセキが崩れ、${stones}を取られます。`,
  sente: (at, stones) => `${at}は先手で、${stones}を取る狙いがあります。`,
  likelyLost: (stones) => `${stones}はおそらく助かりません。`,
  likelyAlive: (stones) => `${stones}を取れたのに、おそらく活きました。`,
  fillsEye: (at) => `${at}は自分の眼をつぶす手です。`,
  takesKo: (at) => `${at}ならコウを取れました。`,
  leavesKo: (by) => `${by}でコウを取られます。`,
  cuts: (at, one, other) => `${at}なら${one}と${other}を切れました。`,
  connects: (at, one, other) => `${at}なら${one}と${other}がつながりました。今はそこで切られます。`,
  dame: (at) => `${at}はダメです。`,
  fillsTerritory: (at) => `${at}は自分の地の中の手です。`,
  little: (at) => `${at}の得は一目に足りません。`,
  passed: 'まだ打つ所があるのにパスしました。',
  area: (worth, part, at) => `${part}の${at}付近で約${worth}目の損です。`,
  parts: {
    upper_left: '左上隅',
    upper: '上辺',
    upper_right: '右上隅',
    left: '左辺',
    centre: '中央',
    right: '右辺',
    lower_left: '左下隅',
    lower: '下辺',
    lower_right: '右下隅',
  },
};

export default words;
