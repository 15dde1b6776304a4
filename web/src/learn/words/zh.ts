// 中文。

import type { LearnWords } from '../words';

const words: LearnWords = {
  title: '学围棋',
  lead: '边下边学：从第一颗子到第一盘棋，只要十分钟。',
  lesson: (number: number): string => `第 ${number} 课`,
  step: (number: number, count: number): string => `第 ${number} 步，共 ${count} 步`,
  isDone: '已完成',
  begin: '开始',
  goOn: '继续',
  next: '下一步',
  nextLesson: '下一课',
  all: '全部课程',
  back: '上一步',
  again: '再试一次',
  hint: '提示',
  pass: '停一手',
  play: '演示',
  notThis: '可以这样下，但不是这一手。再试一次。',
  right: '对了！',
  notThisNumber: '不太对，再看看。',
  board: '练习用的棋盘',
  toMove: (color: string): string => `轮到${color}`,
  firstGame: '下第一盘棋',
  firstLead: '你已经会下一盘了。先下一盘，再回来学剩下的。',
  afterFirst: '第一盘之后',
  finished: '规则就是这些，剩下的就是下棋。',

  lessons: {
    stones: {
      title: '棋子',
      steps: {
        place: {
          task: '你执黑。把一颗子放在有标记的交叉点上，不是格子里。',
          done: '这就是一手棋。棋子下在交叉点上。',
          hint: '任何一个有标记的交叉点都可以。角上也是交叉点。',
        },
        turns: { task: '双方轮流下，每次一颗子。看几手。', done: '黑、白、黑、白。落下的子不再移动。' },
        occupied: { task: '一个交叉点只能放一颗子。试试下在白子上。', done: '有子的地方不能再下。', hint: '就下在白子上。' },
        stay: { task: '随便下一会儿，想继续时就继续。', done: '' },
      },
    },
    chains: {
      title: '相连的棋子',
      steps: {
        adjacent: {
          task: '沿线相邻的同色棋子连成一块。下一手，让两颗子连在一起。',
          done: '两颗子，一块棋。',
          wrong: '斜着不算相连，这是两块棋。',
          hint: '下在你的棋子的正上、正下、正左或正右。',
        },
        diagonal: { task: '黑棋有几块？', done: '两块。斜着不相连。' },
        size: { task: '这块黑棋有几颗子？', done: '四颗。沿着线一颗一颗地数。' },
        connect: { task: '把两颗黑子连成一块。', done: '现在谁也断不开了。', wrong: '白棋下在中间，断开了。', hint: '下在两子之间。' },
      },
    },
    liberties: {
      title: '气',
      steps: {
        middle: { task: '棋子旁边的空点是它的气。这颗子有几口气？', done: '在中间是四口。' },
        edge: { task: '在边上呢？', done: '三口。' },
        corner: { task: '在角上呢？', done: '两口。' },
        chain: { task: '相连的棋子共用气。这两颗子有几口气？', done: '六口。' },
        taken: { task: '白棋占了几口，还剩几口？', done: '四口。对方的子会占掉气。' },
        atari: { task: '这颗黑子现在有几口气？', done: '一口。这叫打吃：白棋再占住它，这颗子就要从棋盘上拿走。' },
        escape: { task: '你的子被打吃了，救它。', done: '现在有三口气了。', wrong: '白棋占了最后一口气，子被拿走了。', hint: '下在它最后一口气上。' },
      },
    },
    capture: {
      title: '提子',
      steps: {
        one: { task: '没有气的棋要从棋盘上拿走。提掉白子。', done: '它成了你的提子。', wrong: '白棋逃走了。', hint: '占住它最后一口气。' },
        edge: { task: '在边上只要更少的子就能围住。提掉它。', done: '边上三子就够。', wrong: '白棋逃走了。' },
        corner: { task: '再看角上。提掉它。', done: '角上两子就够。', wrong: '白棋逃走了。' },
        chain: { task: '一块棋要整块提。提掉两颗子。', done: '两颗一起拿走。', wrong: '白棋逃走了。' },
        several: { task: '一手棋可以提几块。把两块都提掉。', done: '一颗子提两块。', wrong: '白棋连上了，什么也没提到。' },
        choose: { task: '双方都被打吃，轮到你。先下手提。', done: '围你的子没了，你就安全了。', wrong: '白棋更快。' },
        ladder: {
          task: '白子有两口气。每次只给它留一口，一直到棋盘的边挡住它。',
          done: '一路打吃到边上，这就是征子。',
          wrong: '这边白棋有了三口气，跑出去了。',
          hint: '占住让白棋出去更宽的那口气，留下另一口。',
        },
        net: {
          task: '有时最好不碰它。下在哪里它就跑不掉？',
          done: '白棋两边都跑过，还是没跑出去：这叫枷。',
          wrong: '白棋从另一边跑了。',
          hint: '在它的斜前方。',
        },
      },
    },
    suicide: {
      title: '禁入点',
      steps: {
        forbidden: { task: '试试下在中间，那里你的子一口气也没有。', done: '没有气的子不能下。课程最后会见到不这样规定的规则。', hint: '下在正中间。' },
        corner: { task: '角上也一样。试试。', done: '也不行。' },
        'capture-first': {
          task: '但能提子就可以：先拿走被提的子，就有气了。下吧。',
          done: '先提了白子，你的子就有气了。',
          hint: '白子围着的空点，旁边的白子只剩一口气。',
        },
        'capture-corner': { task: '现在你执白。在角上提子。', done: '先提对方，再看自己有没有气。', hint: '角上的点。' },
      },
    },
    eyes: {
      title: '两只眼',
      steps: {
        one: { task: '白棋围住一个点，这是一只眼。一只不够：把整块提掉。', done: '外面都占满以后，一只眼可以填进去。', hint: '下在眼里。' },
        two: { task: '现在白棋有两只眼。试试下第一只。', done: '不行，那里提不到子。' },
        'two-more': { task: '第二只呢？', done: '也不行。有两只眼的棋永远提不掉：它活了。' },
        make: { task: '你执白，里面有三个点。做出两只眼。', done: '两只眼，活了。', wrong: '黑棋占了中间，只剩一只眼。', hint: '把空间分成两半。' },
        kill: {
          task: '同样的空间，轮到黑棋。别让白棋做出两只眼。',
          done: '下在中间。白棋只有一只眼，活不了。',
          wrong: '白棋占了中间，活了。',
          hint: '白棋会下在哪里？',
        },
        false: {
          task: '有两只眼吗？有一只是假眼：黑棋可以下进去，因为能提掉围它的子。找到它，下进去。',
          done: '白棋只剩一只眼，活不了。围住它的子都牢固，才是真眼。',
          hint: '哪颗白子只有一口气？',
        },
      },
    },
    ko: {
      title: '劫',
      steps: {
        take: { task: '提掉白子。', done: '一子换一子。', hint: '白子之间的空点。' },
        back: { task: '现在你执白。试试马上提回来。', done: '不行：棋盘会回到原样，棋就永远下不完。', hint: '下在你的子被提的地方。' },
        film: { task: '看这个循环：提回来就和刚才一模一样。', done: '这就是劫，也是有这条规则的原因。' },
        elsewhere: { task: '白棋可以先在别处下。黑棋应了，就可以提劫。', done: '别处那手叫劫材。' },
        win: { task: '白棋在别处下了劫材。你也可以把劫粘上。', done: '劫结束了。', wrong: '黑棋应了，白棋提了劫。', hint: '填上白子原来的地方。' },
      },
    },
    territory: {
      title: '围空',
      steps: {
        whose: { task: '只挨着黑棋的空点是黑棋的围空。有几目？', done: '十目。' },
        neutral: { task: '中间的点两边都挨着。只属于黑棋的有几目？', done: '还是十目。其余的不属于任何人。' },
        lead: { task: '黑十目，白五目。黑棋领先几目？', done: '五目。多的一方赢。' },
        close: { task: '你的围墙有个缺口。补上。', done: '这块围空是你的了。', wrong: '白棋钻进来了。', hint: '墙没有接上的地方。' },
      },
    },
    passing: {
      title: '停一手与终局',
      steps: {
        pass: { task: '边界都封好了，没有便宜可占。停一手。', done: '你停了，白棋也停了：棋停下来，可以数了。' },
        inside: { task: '黑棋领先几目？', done: '五目。再在自己的围空里下只会填掉它。' },
      },
    },
    dead: {
      title: '死子',
      steps: {
        capture: {
          task: '白子在黑棋的围墙里。它逃得掉吗？白棋每次都停一手，把它提掉。',
          done: '它一开始就逃不掉，这样的子是死子。不必去提，终局时直接拿走，算作提子。',
          hint: '一口一口地收气。',
        },
        alive: { task: '白棋也在黑棋的围墙里，但有两只眼，是活棋。有争议就继续下，直到清楚为止。', done: '' },
      },
    },
    counting: {
      title: '两种数法',
      steps: {
        same: { task: '同一盘棋数两遍：先数围空和提子，再数棋子和围空的总和。', done: '结果一样。' },
        filled: { task: '同一盘棋，但黑棋在自己的围空里多下了一手。', done: '数围空要扣一目，数子没有影响。' },
        invaded: { task: '同一盘棋，但白棋往黑棋的围空里扔了一颗子，黑棋停一手。', done: '白送的子是提子：只有算提子的规则才扣一目。' },
      },
    },
    komi: {
      title: '贴目与让子',
      steps: {
        first: { task: '先下有好处，所以白棋得到贴目，常见六目半或七目半。也可以竞价：出得多的执黑。', done: '' },
        handicap: { task: '强的一方让子：白棋第一手之前，黑棋已经有子在盘上。看看。', done: '这样双方都公平。' },
      },
    },
    reading: {
      title: '往前看',
      steps: {
        snapback: {
          task: '送白棋一颗子，提回三颗。白棋很难不提：开始吧。',
          done: '白棋提了一颗，丢了三颗，这叫倒扑。',
          wrong: '白棋连上了，什么也没提到。',
          hint: '里面，白子之间的点。白棋提了以后，再下在同一个地方。',
        },
        game: { task: '规则你都会了。在小棋盘上随便下下，或者继续。', done: '' },
      },
    },
    rulebooks: {
      title: '五种规则',
      steps: {
        white: { task: '围棋有不同的规则，这里有五种简短的。其中一种总是白棋先下。开始吧。', done: '其他都是黑棋先。' },
        suicide: { task: '简明规则允许把自己的棋下没。下在角上。', done: '你的子拿走了，很少是好棋。' },
        'suicide-not': { task: '其他规则不许。在这里试试。', done: '不行。规则页列出了所有不同。' },
        stands: { task: '简明规则终局时什么都不拿走，留在盘上的都算活。所以停手前要先提掉它。', done: '三手，没了。', hint: '一口一口地收气。' },
        stone: { task: '有的规则停一手要交一颗子给对方作为提子。看看。', done: '双方各交一颗，没有差别。' },
        third: { task: '而且必须白棋最后停，哪怕是第三次。看看。', done: '白、黑、白：结束了。' },
        passes: { task: '简明规则里改为白棋停手。试试替白棋下。', done: '不行：让三就是停两手。' },
      },
    },
  },
};

export default words;
