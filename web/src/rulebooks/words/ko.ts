// 한국어.

import { plural } from '../../words/plural';
import type { FiveWords } from '../words';

const n = plural('ko');

const words: FiveWords = {
  title: '규칙서 다섯 권',
  compare: '다섯 권의 차이를 판 위에서 보기',
  lead: '다섯 권 모두 바둑을 설명하지만, 같은 놀이를 설명하는 책은 둘도 없습니다. 한 권을 골라 판에 두어 보고 책을 바꾸세요. 같은 수를 어떻게 판정하는지 바로 보입니다.',
  positions: '국면',
  book: '규칙서',
  board: '두어 볼 국면',
  law: '책의 규칙',
  tries: '해 보기',
  ready: '판에 두거나, 해 볼 것을 고르세요.',
  allowed: '됩니다',
  refused: '안 됩니다',
  yes: '됨',
  no: '안 됨',
  stopped: '대국이 멈춥니다',
  goesOn: (color) => `아직입니다. ${color} 차례`,
  comesOff: (count) => n(count, { other: '돌 #개를 들어냅니다.' }),
  mark: '돌을 누르면 죽은 돌이 되고, 다시 누르면 산 돌이 됩니다.',
  again: '처음 국면으로',
  side: '다섯 권을 나란히',
  sideLead: '모든 답은 방금 서버에 물어본 것입니다.',

  facts: {
    legal: '그 수',
    turn: '먼저 두는 쪽',
    exists: '5×5 판',
    stage: '백이 쉬고 흑이 쉬면',
    handed: '건넨 돌 모두',
    removed: '들어낸 돌',
    result: '결과',
    komi: '덤',
    blackTerritory: '흑집',
    whiteTerritory: '백집',
    stones: '처음 놓인 돌',
    owed: '백이 쉬어야 할 횟수',
  },

  cases: {
    first: {
      title: '첫 수',
      lead: '빈 판입니다. 첫 돌은 누구의 것일까요? 판이 더 작아도 될까요? 하나 두고 색을 보세요.',
      lines: {},
    },
    suicide: {
      title: '자살수',
      lead: '흑 차례입니다. A9에 두면 그 돌까지 흑 두 점의 활로가 없어지고, E5에서는 한 점만 없어집니다. H2도 활로가 없지만 돌을 따냅니다.',
      lines: { several: 'A9: 내 돌 둘', one: 'E5: 내 돌 하나', capture: 'H2: 따냄' },
    },
    ko: {
      title: '패',
      lead: '흑이 방금 E5에서 따냈습니다. 백은 바로 D5에 되따낼 수 있을까요? 다른 곳에 두고 흑이 받은 뒤에는 어떨까요?',
      lines: { once: '바로 D5', later: '두 수 뒤 D5' },
    },
    sending: {
      title: '두 점 주고 한 점 따기',
      lead: '흑이 두 점을 주고 백이 한 점으로 따냈습니다. 흑이 B1에서 그 한 점을 따내면 판은 그대로인데, 이제 백 차례입니다. 그 전에 백이 한 수 쉬었다면 어떨까요?',
      lines: { began: '흑이 시작', passed: '백이 먼저 쉼' },
    },
    triple: {
      title: '삼패',
      lead: '패가 셋입니다. 바로 되따내지 않고도 끝없이 돌 수 있습니다. 백 D8이면 여섯 수 전의 판으로 돌아갑니다.',
      lines: { round: 'D8로 한 바퀴' },
    },
    passes: {
      title: '한 수 쉬기',
      lead: '더 둘 곳이 없고 백 차례입니다. 백이 쉬고 흑이 쉽니다. 끝일까요? 무엇을 치렀을까요?',
      lines: { two: '두 번 쉬기', three: '세 번째까지' },
    },
    dead: {
      title: '죽은 돌',
      lead: '백 두 점과 흑 한 점은 살 길이 없지만 아무도 따내지 않았습니다. 둘 다 쉽니다. 여기서는 덤을 빼고 셉니다.',
      lines: { both: '둘 다 쉬기' },
    },
    count: {
      title: '같은 판을 세면',
      lead: '서로 한 점씩 더 따내고 둘 다 쉽니다. 덤을 빼면 흑이 일곱 집 앞섭니다. 다음은 흑이 먼저 자기 집 B5에 쓸데없는 돌을 하나 둔 경우입니다.',
      lines: { both: '둘 다 쉬기', inside: '흑이 먼저 자기 집에' },
    },
    seki: {
      title: '빅',
      lead: '아래에서 눈이 하나씩인 흑과 백이 C1을 함께 씁니다. 그곳에 두는 쪽이 잡히므로 둘 다 남습니다. A1과 E1의 눈은 집일까요? 여기서는 덤을 빼고 셉니다.',
      lines: { both: '둘 다 쉬기' },
    },
    handicap: {
      title: '접바둑',
      lead: '석 점 접바둑입니다. 어떻게 시작하고 누가 둘까요?',
      lines: { stone: 'E5에 돌 하나' },
    },
  },
};

export default words;
