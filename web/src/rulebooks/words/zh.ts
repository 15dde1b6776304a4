// 中文。

import { plural } from '../../words/plural';
import type { FiveWords } from '../words';

const n = plural('zh');

const words: FiveWords = {
  title: '五本规则书',
  compare: '五本规则在棋盘上有何不同',
  lead: '五本书都写围棋，却没有两本写的是同一种棋。选一本书，在局面上试着下，再换一本：同一手棋怎么判，马上就能看到。',
  positions: '局面',
  book: '规则书',
  board: '试下用的局面',
  law: '书上怎么说',
  tries: '试一试',
  ready: '在棋盘上落子，或选一项试试。',
  allowed: '可以',
  refused: '不可以',
  yes: '可以',
  no: '不可以',
  stopped: '对局停止',
  goesOn: (color) => `还没有：轮到${color}`,
  comesOff: (count) => n(count, { other: '拿掉 # 子。' }),
  mark: '点一块棋，可把它算作死棋，或改回活棋。',
  again: '回到原局面',
  side: '五本对照',
  sideLead: '每个答案都是刚向服务器问来的。',

  facts: {
    legal: '这一手',
    turn: '谁先下',
    exists: '5×5 棋盘',
    stage: '白停一手，黑停一手',
    handed: '共交出的子',
    removed: '拿掉的死子',
    result: '结果',
    komi: '贴目',
    blackTerritory: '黑方的地',
    whiteTerritory: '白方的地',
    stones: '开局时的子',
    owed: '白方须停的手数',
  },

  cases: {
    first: {
      title: '第一手',
      lead: '空棋盘。第一颗子是谁的？棋盘可以小一些吗？下一子，看看它的颜色。',
      lines: {},
    },
    suicide: {
      title: '自杀',
      lead: '轮到黑方。下在 A9，连同这一子在内两颗黑子没有气；下在 E5，只有这一子没有气。下在 H2 也没有气，但能提子。',
      lines: { several: 'A9：己方两子', one: 'E5：己方一子', capture: 'H2：能提子' },
    },
    ko: {
      title: '劫',
      lead: '黑方刚在 E5 提子。白方可以马上在 D5 提回来吗？在别处下一手、对方应了之后呢？',
      lines: { once: '马上下 D5', later: '隔两手再下 D5' },
    },
    sending: {
      title: '送二还一',
      lead: '黑方送了两子，白方用一子提掉。黑方若在 B1 提回这一子，盘面和原来一样，只是轮到白方。如果在此之前白方停过一手呢？',
      lines: { began: '黑方先动手', passed: '白方先停过一手' },
    },
    triple: {
      title: '三劫',
      lead: '同时有三个劫：双方可以一直转圈，却从不马上提回。白方下 D8，盘面就回到六手之前。',
      lines: { round: 'D8 转完一圈' },
    },
    passes: {
      title: '停一手',
      lead: '已经没有可争的地方，轮到白方。白停一手，黑停一手。这就结束了吗？付出了什么？',
      lines: { two: '停两手', three: '再停第三手' },
    },
    dead: {
      title: '死子',
      lead: '两颗白子和一颗黑子已经没救，但没有人提掉它们。双方都停手。这里不计贴目。',
      lines: { both: '双方停手' },
    },
    count: {
      title: '同一盘棋，怎么数',
      lead: '双方各再提一子，然后都停手：不计贴目，黑方多七目。再来一次，但黑方先在自己的地里多下一手 B5。',
      lines: { both: '双方停手', inside: '黑方先在自己地里下' },
    },
    seki: {
      title: '双活',
      lead: '下边黑白两块各有一眼，共用 C1 一点。谁下那里谁被提，所以都留在盘上。A1 和 E1 的眼算目吗？这里不计贴目。',
      lines: { both: '双方停手' },
    },
    handicap: {
      title: '让子',
      lead: '让三子。对局怎样开始？谁先下？',
      lines: { stone: '在 E5 下一子' },
    },
  },
};

export default words;
