// Japanese.

import type en from './en';

const words: typeof en = {
  reach: {
    onlyHere: 'このリンクはこのコンピュータでしか使えません。',
    network: 'ネットワーク内でのこのコンピュータのアドレスです。同じネットワークの機器から開けます。',
    how: 'ほかの人も入れるようにするには、プログラムを終了し、次のように起動してください。',
    command: 'コマンド',
    /** A button: the server listens in the network, too. */
    letIn: 'ネットワークの機器を入れる',
    letInLead: (address) => `プログラムが終わるまで、同じネットワークの人が ${address} を開けます。`,
    stayedOut: 'いまはネットワークの機器を入れられません。',
  },

  clock: {
    then: (overtime) => `のち ${overtime}`,
    periods: (count) => (count === 1 ? '最後の1回' : `残り${count}回`),
    stones: (count) => `あと${count}手`,
  },

  /** A button: the computer is to move at once. */
  moveNow: 'すぐに打ってもらう',

  rematch: {
    swap: '「もう一局」では黒白を入れ替えます。',
    yours: { black: '「もう一局」ではあなたが黒番です。', white: '「もう一局」ではあなたが白番です。' },
  },

  undoAgain: '手は戻りません。次の手のあとでもう一度頼めます。',

  komi: {
    settled: (komi) => `コミは${komi}目です。`,
    yours: {
      black: (komi) => `コミは${komi}目、あなたは黒番です。`,
      white: (komi) => `コミは${komi}目、あなたは白番です。`,
    },
    found: (komi) => `コミ${komi}目（競りで決定）`,
  },

  names: { edit: '名前', title: '対局者の名前' },

  ends: {
    title: '盤上にあるものがすべて数えられます',
    now: 'このパスで終局です。このルールでは何も取り除かないので、次のように数えます。',
    next: 'このルールでは何も取り除きません。相手もパスすると、次のように数えます。',
    capture: '生きられない石は、終局の前に取っておく必要があります。',
    pass: 'パスして終局',
    passNext: 'それでもパスする',
    playOn: '打ち続ける',
    status: 'あなたもパスすると、今の盤面のまま終局します。',
  },

  help: {
    title: 'コンピュータの助け',
    hints: '頼んだときにヒント',
    alerts: '明らかな悪手を知らせる',
    hint: 'ヒント',
    looking: '検討中…',
    hintIs: (at) => `コンピュータなら${at}に打ちます。`,
    hintPass: 'コンピュータならパスします。',
    alert: (at, points) => `コンピュータの見るところ、${at}は約${points}目の損です。`,
    takeBack: '打ち直す',
    keep: 'このまま',
  },

  voice: {
    volume: '音量',
    byoyomi: '秒読みを声で知らせる',
    lastPeriod: '最後の1回です',
    none: 'この機器にはこの言語の音声がありません。',
  },
};

export default words;
