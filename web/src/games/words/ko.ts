// 한국어.

import type { GamesWords } from '../words';
import { plural } from '../../words/plural';

const n = plural('ko');

const words: GamesWords = {
  komi: '덤을 정하는 중',
  search: '찾기',
  searchHelp: '이름, 결과, 바둑판',
  result: '결과',
  results: { all: '전체', won: '승리', lost: '패배', other: '기타' },
  found: (count) => n(count, { other: '#국' }),
  notFound: '그런 대국은 없습니다.',
  more: '더 보기',
  forgotten: (game) => `${game} 대국을 목록에서 지웠습니다.`,
  undo: '되돌리기',

  pulse: {
    title: '현재 상황',
    goOn: '대국 이어 두기',
    against: (name) => `상대: ${name}`,
    last: '지난 대국',
    ladder: '대국 사다리',
    rung: (rung, count) => `${count}칸 중 ${rung}번째 칸`,
    today: '오늘의 문제',
    todayLead: '모두에게 같은 문제. 월요일부터 일요일까지 점점 어려워집니다.',
    here: '지금 있는 사람',
    people: (count) => `바둑판 앞에 ${count}명`,
    games: (count) => `진행 중인 대국 ${count}판`,
    watching: (count) => `관전 ${count}명`,
    nobody: '지금은 바둑판 앞에 아무도 없습니다.',
  },
};

export default words;
