// 日本語。

import { plural } from '../../words/plural';
import type { FiveWords } from '../words';

const n = plural('ja');

const words: FiveWords = {
  title: '五冊のルールブック',
  compare: '五冊の違いを盤上で見る',
  lead: '五冊とも囲碁の本ですが、同じゲームを書いたものは二つとありません。一冊を選んで盤に打ち、本を替えてみましょう。同じ手をどう裁くかがすぐ分かります。',
  positions: '局面',
  book: 'ルールブック',
  board: '試し打ちの局面',
  law: '本の決まり',
  tries: '試す',
  ready: '盤に打つか、試す手を選んでください。',
  allowed: '打てます',
  refused: '打てません',
  yes: '可',
  no: '不可',
  stopped: '対局は止まります',
  goesOn: (color) => `まだです。${color}の番`,
  comesOff: (count) => n(count, { other: '石が#個取り除かれます。' }),
  mark: '石を選ぶと死に石になり、もう一度で元に戻ります。',
  again: '元の局面へ',
  side: '五冊を並べて',
  sideLead: '答えはどれも、いまサーバーに尋ねたものです。',

  facts: {
    legal: 'その手',
    turn: '先番',
    exists: '5×5の盤',
    stage: '白パス、黒パスのあと',
    handed: '渡した石の合計',
    removed: '取り除く石',
    result: '結果',
    komi: 'コミ',
    blackTerritory: '黒の地',
    whiteTerritory: '白の地',
    stones: '初めの石',
    owed: '白がパスする回数',
  },

  cases: {
    first: {
      title: '最初の一手',
      lead: '何もない盤です。最初の石はどちらのものでしょう。もっと小さい盤でもよいのでしょうか。一つ打って色を見ましょう。',
      lines: {},
    },
    suicide: {
      title: '自殺手',
      lead: '黒番です。A9に打つと、その石を含む黒二子のダメがなくなります。E5では一子だけです。H2もダメはありませんが、石を取れます。',
      lines: { several: 'A9：自分の二子', one: 'E5：自分の一子', capture: 'H2：石を取る' },
    },
    ko: {
      title: 'コウ',
      lead: '黒がE5で取ったところです。白はすぐD5に取り返せるでしょうか。よそに打って黒が応じたあとはどうでしょう。',
      lines: { once: 'すぐD5', later: '二手後にD5' },
    },
    sending: {
      title: '二子にして一子を取る',
      lead: '黒が二子を捨て、白が一子で取りました。黒がB1でその一子を取ると、盤は元と同じですが、今度は白番です。その前に白がパスしていたらどうでしょう。',
      lines: { began: '黒から始めた', passed: '白がパスしていた' },
    },
    triple: {
      title: '三コウ',
      lead: 'コウが三つあります。すぐに取り返すことなく、いつまでも回り続けられます。白D8で六手前の盤に戻ります。',
      lines: { round: 'D8で一周' },
    },
    passes: {
      title: 'パス',
      lead: 'もう打つ所はなく、白番です。白がパスし、黒がパスしました。これで終わりでしょうか。代償は何でしょう。',
      lines: { two: 'パス二回', three: '三回目も' },
    },
    dead: {
      title: '死に石',
      lead: '白二子と黒一子は助かりませんが、取られてはいません。双方がパスします。ここではコミを数えません。',
      lines: { both: '双方パス' },
    },
    count: {
      title: '同じ碁を数える',
      lead: '互いに一子ずつ取り、双方パス。コミを除けば黒の七目勝ちです。次に、黒が先に自分の地の中B5へ余分な一手を打った場合です。',
      lines: { both: '双方パス', inside: '黒が先に自分の地へ' },
    },
    seki: {
      title: 'セキ',
      lead: '下辺では、眼を一つずつ持つ黒と白がC1を共有しています。そこに打った方が取られるので、どちらも残ります。A1とE1の眼は地になるでしょうか。ここではコミを数えません。',
      lines: { both: '双方パス' },
    },
    handicap: {
      title: '置碁',
      lead: '三子のハンデです。どう始まり、誰が打つのでしょう。',
      lines: { stone: 'E5に一子' },
    },
  },
};

export default words;
