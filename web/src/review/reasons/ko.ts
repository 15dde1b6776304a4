// Korean.

import type { ReasonWords } from '../reasons';

const words: ReasonWords = {
  stones: (color, n, at) => `${color} ${n}점(${at})`,
  captures: (at, stones) => `${at}에 두면 ${stones}을 따냅니다.`,
  selfAtari: (at, stones, by) => `${at}에 두면 스스로 단수가 됩니다. ${by}에서 ${stones}이 잡힙니다.`,
  leftInAtari: (at, stones, by) => `${by}에서 ${stones}이 잡힙니다. ${at}에 두면 단수에서 벗어납니다.`,
  caught: (stones, by) => `이제 ${by}에서 ${stones}이 잡힙니다.`,
  caughtLadder: (stones, by) => `이제 ${by}부터 ${stones}이 축으로 잡힙니다.`,
  caughtNet: (stones, by) => `이제 ${by}에서 ${stones}이 장문으로 잡힙니다.`,
  catches: (at, stones) => `${at}에 두면 ${stones}을 잡습니다.`,
  catchesLadder: (at, stones) => `${at}에 두면 ${stones}을 축으로 잡습니다.`,
  catchesNet: (at, stones) => `${at}에 두면 ${stones}을 장문으로 잡습니다.`,
  dies: (at, stones) => `이제 ${stones}이 죽습니다. ${at}에 두면 삽니다.`,
  kills: (at, stones) => `${at}에 두면 ${stones}이 죽습니다.`,
  breaksSeki: (at, stones) => `${at}에 두어 빅이 깨지고 ${stones}이 잡힙니다.`,
  sente: (at, stones) => `${at}에 두면 선수입니다. ${stones}을 잡으려는 수입니다.`,
  likelyLost: (stones) => `${stones}은 아마 잡힙니다.`,
  likelyAlive: (stones) => `${stones}을 잡을 수 있었지만, 이제 아마 살았습니다.`,
  fillsEye: (at) => `${at}에 두면 자기 눈을 메웁니다.`,
  takesKo: (at) => `${at}에 두면 패를 따냅니다.`,
  leavesKo: (by) => `이제 ${by}에서 패를 빼앗깁니다.`,
  cuts: (at, one, other) => `${at}에 두면 ${one}, ${other}의 돌이 끊깁니다.`,
  connects: (at, one, other) => `${at}에 두면 ${one}, ${other}의 돌이 이어집니다. 이제 그곳에서 끊길 수 있습니다.`,
  dame: (at) => `${at} 자리는 공배입니다.`,
  fillsTerritory: (at) => `${at} 자리는 자기 집 안입니다.`,
  little: (at) => `${at}에 둔 이득은 한 집이 안 됩니다.`,
  passed: '둘 곳이 남았는데 한 수 쉬었습니다.',
  area: (worth, part, at) => `${part} ${at} 부근에서 약 ${worth}집 손해입니다.`,
  parts: {
    upper_left: '좌상귀',
    upper: '상변',
    upper_right: '우상귀',
    left: '좌변',
    centre: '중앙',
    right: '우변',
    lower_left: '좌하귀',
    lower: '하변',
    lower_right: '우하귀',
  },
};

export default words;
