// Korean.

import type en from './en';

const words: typeof en = {
  reach: {
    onlyHere: '이 링크는 이 컴퓨터에서만 쓸 수 있습니다.',
    network: '네트워크에서 이 컴퓨터의 주소입니다. 같은 네트워크의 기기에서 열 수 있습니다.',
    how: '다른 사람도 들어오게 하려면 프로그램을 끝내고 이렇게 다시 시작하세요.',
    command: '명령',
    /** A button: the server listens in the network, too. */
    letIn: '내 네트워크의 기기 들이기',
    letInLead: (address) => `프로그램이 끝날 때까지 같은 네트워크의 사람들이 ${address} 을(를) 열 수 있습니다.`,
    stayedOut: '지금은 네트워크의 기기를 들일 수 없습니다.',
  },

  clock: {
    then: (overtime) => `이후 ${overtime}`,
    periods: (count) => (count === 1 ? '마지막 초읽기' : `초읽기 ${count}회 남음`),
    stones: (count) => `${count}수 남음`,
  },

  /** A button: the computer is to move at once. */
  moveNow: '지금 두게 하기',

  rematch: {
    swap: '한 판 더 두면 흑백을 바꿉니다.',
    yours: { black: '한 판 더 두면 흑을 잡습니다.', white: '한 판 더 두면 백을 잡습니다.' },
  },

  undoAgain: '무르지 않습니다. 한 수 더 둔 뒤에 다시 요청할 수 있습니다.',

  komi: {
    settled: (komi) => `덤은 ${komi}집입니다.`,
    yours: {
      black: (komi) => `덤은 ${komi}집입니다. 흑을 잡았습니다.`,
      white: (komi) => `덤은 ${komi}집입니다. 백을 잡았습니다.`,
    },
    found: (komi) => `덤 ${komi}집 (경매로 정함)`,
  },

  names: { edit: '이름', title: '누가 두나요?' },

  ends: {
    title: '판 위에 있는 대로 셉니다',
    now: '여기서 쉬면 대국이 끝납니다. 이 규칙에서는 아무것도 들어내지 않으므로 이렇게 계가합니다.',
    next: '이 규칙에서는 아무것도 들어내지 않습니다. 상대도 쉬면 이렇게 계가합니다.',
    capture: '살 수 없는 돌은 끝나기 전에 따내야 합니다.',
    pass: '쉬고 끝내기',
    passNext: '그래도 쉬기',
    playOn: '계속 두기',
    status: '나도 쉬면 지금 판 그대로 대국이 끝납니다.',
  },

  help: {
    title: '컴퓨터의 도움',
    hints: '물으면 힌트 보기',
    alerts: '분명한 실수 알려주기',
    hint: '힌트',
    looking: '찾는 중…',
    hintIs: (at) => `컴퓨터라면 ${at}에 둡니다.`,
    hintPass: '컴퓨터라면 한 수 쉽니다.',
    alert: (at, points) => `컴퓨터가 보기에 ${at} 수는 약 ${points}집 손해입니다.`,
    takeBack: '무르기',
    keep: '그대로 두기',
  },

  voice: {
    volume: '음량',
    byoyomi: '초읽기를 소리 내어 세기',
    lastPeriod: '마지막 초읽기입니다',
    none: '이 기기에는 이 언어의 음성이 없습니다.',
  },
};

export default words;
