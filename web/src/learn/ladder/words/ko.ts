// 한국어.

import type { LadderWords } from '../words';

const words: LadderWords = {
  title: '대국 사다리',
  lead: '작은 판에서 큰 판으로, 순한 상대에서 센 상대로. 이기면 한 칸 오르고 지면 한 칸 내려갑니다. 흑으로 둡니다. 시계는 없고 수를 물릴 수 있습니다.',
  stand: (rung, count) => `${count}칸 가운데 ${rung}번째 칸입니다`,
  next: '다음 대국',
  first: '첫 대국',
  goOn: '두던 대국 이어 두기',
  instead: '새로 한 판 두기',
  rungs: (done, count) => `${count}칸 가운데 ${done}칸 올랐습니다`,
  here: '지금 여기',
  best: (rung) => `가장 높이 오른 칸: ${rung}번째`,
  results: {
    won: '잘 두었습니다. 한 칸 오릅니다.',
    lost: '좋은 시도였습니다. 한 칸 내려가 더 순한 상대를 만납니다.',
    drawn: '비겼습니다. 같은 칸에서 한 번 더.',
    top: '잘 두었습니다! 더 높은 칸은 없습니다.',
    bottom: '좋은 시도였습니다. 같은 대국이 기다립니다.',
  },
  ladder: '사다리로',
};

export default words;
