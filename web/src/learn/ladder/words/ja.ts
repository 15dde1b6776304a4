// 日本語。

import type { LadderWords } from '../words';

const words: LadderWords = {
  title: '対局のはしご',
  lead: '小さな盤から大きな盤へ、やさしい相手から強い相手へ。勝てば一段上がり、負ければ一段下がります。あなたは黒番です。時計はなく、待ったもできます。',
  stand: (rung, count) => `いま${count}段のうち${rung}段目`,
  next: '次の対局',
  first: '最初の対局',
  goOn: '対局を続ける',
  instead: '新しい対局にする',
  rungs: (done, count) => `${count}段のうち${done}段を上りました`,
  here: 'いまここです',
  best: (rung) => `これまでの最高は${rung}段目`,
  results: {
    won: 'お見事です。一段上がります。',
    lost: '惜しい一局でした。一段下がって、少しやさしい相手です。',
    drawn: '持碁です。同じ段をもう一度。',
    top: 'お見事です。これより上の段はありません。',
    bottom: '惜しい一局でした。同じ対局が待っています。',
  },
  ladder: 'はしごへ',
};

export default words;
