// Chinese.

import type en from './en';

const words: typeof en = {
  reach: {
    onlyHere: '这个链接只能在这台电脑上使用。',
    network: '这是这台电脑在你的网络中的地址，同一网络里的设备可以打开。',
    how: '要让别人也能进来，请关闭程序，再这样启动：',
    command: '命令',
    /** A button: the server listens in the network, too. */
    letIn: '让我网络中的设备进来',
    letInLead: (address) => `之后，同一网络里的人可以打开 ${address}，直到程序结束。`,
    stayedOut: '现在无法让网络中的设备进来。',
  },

  clock: {
    then: (overtime) => `之后 ${overtime}`,
    periods: (count) => (count === 1 ? '最后一次读秒' : `读秒还剩 ${count} 次`),
    stones: (count) => `还要下 ${count} 手`,
  },

  /** A button: the computer is to move at once. */
  moveNow: '让它立即落子',

  rematch: {
    swap: '再来一局时双方交换黑白。',
    yours: { black: '再来一局时你执黑。', white: '再来一局时你执白。' },
  },

  undoAgain: '这一手不收回；再下一手之后可以再次请求。',

  komi: {
    settled: (komi) => `贴目为 ${komi} 目。`,
    yours: {
      black: (komi) => `贴目为 ${komi} 目，你执黑。`,
      white: (komi) => `贴目为 ${komi} 目，你执白。`,
    },
    found: (komi) => `贴目 ${komi} 目（竞叫所定）`,
  },

  names: { edit: '名字', title: '谁来下？' },

  ends: {
    title: '盘上有什么就算什么',
    now: '这次停一手将结束对局。按此规则不清除任何棋子，因此这样计算：',
    next: '按此规则不清除任何棋子。如果对手也停一手，就这样计算：',
    capture: '活不了的棋子要在终局前提掉。',
    pass: '停一手并终局',
    passNext: '仍然停一手',
    playOn: '继续下',
    status: '如果你也停一手，对局就按现在的盘面结束。',
  },

  help: {
    title: '电脑的帮助',
    hints: '需要时给提示',
    alerts: '提醒我明显的失误',
    hint: '提示',
    looking: '正在看…',
    hintIs: (at) => `电脑会下在 ${at}。`,
    hintPass: '电脑会停一手。',
    alert: (at, points) => `在电脑看来，${at} 大约损失 ${points} 目。`,
    takeBack: '悔棋',
    keep: '不改',
  },

  voice: {
    volume: '音量',
    byoyomi: '语音读秒',
    lastPeriod: '最后一次读秒',
    none: '这台设备没有这种语言的语音。',
  },
};

export default words;
