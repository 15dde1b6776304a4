// 日本語。

import type { GamesWords } from '../words';
import { plural } from '../../words/plural';

const n = plural('ja');

const words: GamesWords = {
  komi: 'コミを決めています',
  search: '検索',
  searchHelp: '名前・結果・盤',
  result: '結果',
  results: { all: 'すべて', won: '勝ち', lost: '負け', other: 'その他' },
  found: (count) => n(count, { other: '#局' }),
  notFound: '該当する対局はありません。',
  more: 'もっと見る',
  forgotten: (game) => `${game}を一覧から外しました。`,
  undo: '元に戻す',

  pulse: {
    title: 'いまの状況',
    goOn: '対局を続ける',
    against: (name) => `相手：${name}`,
    last: '前回の対局',
    ladder: '対局のはしご',
    rung: (rung, count) => `${count}段のうち${rung}段目`,
    today: '今日の一問',
    todayLead: '全員同じ問題。月曜から日曜へ難しくなります。',
    here: 'いまいる人',
    people: (count) => `盤の前に${count}人`,
    games: (count) => `対局中${count}局`,
    watching: (count) => `観戦${count}人`,
    nobody: 'いま盤の前には誰もいません。',
  },
};

export default words;
