// Korean.

import type { EmbedWords } from '../words';

const words: EmbedWords = {
  board: '국면',
  start: '시작',
  moveOf: (move, of) => `${of}수 중 ${move}수`,
  first: '처음으로',
  back: '한 수 뒤로',
  forward: '한 수 앞으로',
  last: '끝으로',
  slider: '보이는 수',
  comment: '해설',
  next: '이어서 두기',
  plain: '착수 없음',
  missing: '그런 대국이 없습니다.',
  unreadable: '기보를 읽을 수 없습니다.',
  full: 'Ponnuki에서 열기',
  film: '수순 영상(GIF)',
  elsewhere: '다른 페이지에 싣기',
  elsewhereLead: '게시판이나 자기 사이트에 올릴 그림과 한 수씩 넘겨 보는 바둑판입니다.',
  frame: '한 수씩 넘겨 보는 바둑판(HTML)',
  picture: '마지막 국면 그림(PNG)',
  diagram: '수순 번호가 있는 그림(SVG)',
  preview: '마지막 국면 그림',
};

export default words;
