// No language calls a thing by two names: what the lessons, problems and reviews say is said with the words of crates/words.

import { describe, expect, test } from 'vitest';
import problems from '../problems/words/en';
import review from '../review/words/en';
import { LANGUAGES, type Language, type Words } from '../words/choose';
import { texts as vocabulary } from '../../vocabulary.js';
import lessons from './words/en';

type Pages = { lessons: typeof lessons; problems: typeof problems; review: typeof review; main: Words };

const LESSONS = import.meta.glob<{ default: typeof lessons }>('./words/??.ts', { eager: true });
const PROBLEMS = import.meta.glob<{ default: typeof problems }>('../problems/words/??.ts', { eager: true });
const REVIEWS = import.meta.glob<{ default: typeof review }>('../review/words/??.ts', { eager: true });
const MAIN = import.meta.glob<{ default: Words }>('../words/??.ts', { eager: true });

function pagesIn(language: Language): Pages {
  return {
    lessons: LESSONS[`./words/${language}.ts`]!.default,
    problems: PROBLEMS[`../problems/words/${language}.ts`]!.default,
    review: REVIEWS[`../review/words/${language}.ts`]!.default,
    main: MAIN[`../words/${language}.ts`]!.default,
  };
}

/** A thing: where the vocabulary speaks of it, and the lesson that teaches it. */
const THINGS = {
  liberty: { key: 'Liberties.other', lesson: 'liberties' },
  chain: { key: 'help.Chain', lesson: 'chains' },
  capture: { key: 'Prisoners.other', lesson: 'capture' },
  atari: { key: 'InAtari', lesson: 'liberties' },
  eyes: { key: 'reason.NoEyes', lesson: 'eyes' },
  ko: { key: 'Ko', lesson: 'ko' },
  territory: { key: 'line.Territory', lesson: 'territory' },
  pass: { key: 'Passed', lesson: 'passing' },
  passStones: { key: 'line.Passed', lesson: 'rulebooks' },
  dead: { key: 'line.Dead', lesson: 'dead' },
  komi: { key: 'line.Komi', lesson: 'komi' },
  handicap: { key: 'HandicapIs.other', lesson: 'komi' },
  lead: { key: 'Leads.other', lesson: 'territory' },
} as const satisfies Record<string, { key: string; lesson: keyof typeof lessons.lessons }>;

type Thing = keyof typeof THINGS;

/** What each thing is called, as far as the word does not change. */
// A table is read by its columns.
// prettier-ignore
const NAMES: Record<Language, Record<Thing, RegExp>> = {
  en: { liberty: /libert/i, chain: /chain/i, capture: /captur/i, atari: /atari/i, eyes: /eye/i, ko: /\bko\b/i, territory: /territory/i, pass: /pass/i, passStones: /pass/i, dead: /dead/i, komi: /komi/i, handicap: /handicap/i, lead: /lead|ahead/i },
  de: { liberty: /freiheit/i, chain: /kette/i, capture: /schl[aä]g/i, atari: /atari/i, eyes: /auge/i, ko: /\bko\b/i, territory: /gebiet/i, pass: /pass/i, passStones: /pass/i, dead: /\btote?\b/i, komi: /komi/i, handicap: /vorgabe/i, lead: /führt/i },
  fr: { liberty: /liberté/i, chain: /chaîne/i, capture: /captur/i, atari: /atari/i, eyes: /yeux|œil/i, ko: /\bko\b/i, territory: /territoire/i, pass: /pass/i, passStones: /pass/i, dead: /mort/i, komi: /komi/i, handicap: /handicap/i, lead: /mène/i },
  es: { liberty: /libertad/i, chain: /cadena/i, capture: /captur/i, atari: /atari/i, eyes: /ojo/i, ko: /\bko\b/i, territory: /territorio/i, pass: /pas[ae]/i, passStones: /pase/i, dead: /muert/i, komi: /komi/i, handicap: /hándicap/i, lead: /lleva/i },
  zh: { liberty: /气/, chain: /块/, capture: /提/, atari: /打吃/, eyes: /眼/, ko: /劫/, territory: /围空/, pass: /停/, passStones: /停/, dead: /死子/, komi: /贴目/, handicap: /让/, lead: /领先/ },
  ja: { liberty: /ダメ/, chain: /連/, capture: /取/, atari: /アタリ/, eyes: /眼/, ko: /コウ/, territory: /地/, pass: /パス/, passStones: /パス/, dead: /死に石/, komi: /コミ/, handicap: /置石/, lead: /リード/ },
  ko: { liberty: /활로/, chain: /이어진/, capture: /따/, atari: /단수/, eyes: /눈/, ko: /패/, territory: /집/, pass: /한수쉼/, passStones: /한수쉼/, dead: /죽은 돌/, komi: /덤/, handicap: /접바둑/, lead: /앞[서섬]/ },
};

/** Names that other books have for these things, or that ours once had. A word explained in brackets is allowed. */
const OTHERS: Record<Language, RegExp> = {
  en: /\b(breaths?|degrees? of freedom|strings?)\b/i,
  de: /\b(gefangen|fangen|fängt|fängst|Atemfreiheit\w*|Handicap)\b|\bFang\b(?! an)/,
  fr: /\b(plateaux?|damier|avantage de pierres)\b/i,
  es: /\b(respiros?|tercer paso|dos pasos|da ventaja|grupos?)\b/i,
  zh: /俘虏|虚手|吃掉|地盘/,
  ja: /(?<!（)呼吸点|置き石|置き碁|ハンデ/,
  ko: /패스|공간점|핸디캡/,
};

/** Every text in some words; what takes arguments is asked with some. */
function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  if (typeof words === 'function') return [String((words as (...args: unknown[]) => unknown)(2, 2))];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsOf) : [];
}

/** Where each thing is explained: the lesson and the step. Before it nobody is spoken to of it. */
const EXPLAINED = {
  chain: 'chains.adjacent',
  liberty: 'liberties.middle',
  atari: 'liberties.atari',
  capture: 'capture.one',
  ladder: 'capture.ladder',
  net: 'capture.net',
  eyes: 'eyes.one',
  ko: 'ko.film',
  territory: 'territory.whose',
  lead: 'territory.lead',
  pass: 'passing.pass',
  dead: 'dead.capture',
  komi: 'komi.first',
  handicap: 'komi.handicap',
  snapback: 'reading.snapback',
  rulebook: 'rulebooks.white',
} as const;

/** What things are called that the vocabulary does not name, and names that mean less inside other words. */
// A table is read by its columns.
// prettier-ignore
const TOLD: Record<Language, Partial<Record<keyof typeof EXPLAINED, RegExp>>> = {
  en: { ladder: /ladder/i, net: /\bnet\b/i, snapback: /snapback/i, rulebook: /rulebook/i },
  de: { ladder: /treppe/i, net: /netz/i, snapback: /mausefalle/i, rulebook: /regelwerk|knappen Regeln/i },
  fr: { ladder: /shicho|escalier/i, net: /filet/i, snapback: /uttegaeshi|souricière/i, lead: /\bmène/i, rulebook: /différentes règles|règles concises/i },
  es: { ladder: /escalera/i, net: /\bred\b/i, snapback: /uttegaeshi|ratonera/i, rulebook: /reglamento/i },
  zh: { ladder: /征子/, net: /枷/, snapback: /倒扑/, rulebook: /五种|简明规则/, handicap: /让子/ },
  ja: { ladder: /シチョウ/, net: /ゲタ/, snapback: /ウッテガエシ/, rulebook: /いろいろなルール|簡潔ルール/ },
  ko: { ladder: /축/, net: /장문/, snapback: /환격/, rulebook: /여러 규칙|간결한 규칙/, capture: /따(?!라)/, handicap: /접어 줍|접바둑/ },
};

/** Every text of the course in the order it is read, with its lesson and step. */
function courseIn(words: typeof lessons): { at: string; texts: string[] }[] {
  const steps = (id: string, own: object): { at: string; texts: string[] }[] =>
    Object.entries(own).map(([step, text]) => ({ at: `${id}.${step}`, texts: textsOf(text) }));
  return Object.entries(words.lessons).flatMap(([id, { steps: own }]) => steps(id, own));
}

describe.each(Object.keys(LANGUAGES) as Language[])('%s', (language) => {
  const pages = pagesIn(language);
  const texts = vocabulary(language);
  const say = (key: string, color: string): string => (texts.get(key) ?? '').replace('{color}', color);

  test.each(Object.keys(THINGS) as Thing[])('has one name for: %s', (thing) => {
    const { key, lesson } = THINGS[thing];
    const name = NAMES[language][thing];
    expect(texts.get(key)).toMatch(name);
    expect(textsOf(pages.lessons.lessons[lesson]).join(' ')).toMatch(name);
  });

  test('has no other names for them', () => {
    for (const text of textsOf([pages.lessons, pages.problems, pages.review])) expect(text).not.toMatch(OTHERS[language]);
  });

  test('says whose turn it is as it is announced', () => {
    for (const color of Object.values(pages.main.color)) {
      const announced = say('ToMove', color);
      for (const own of [pages.lessons.toMove(color), pages.review.toMove(color)]) expect(announced.startsWith(own), `${own} | ${announced}`).toBe(true);
    }
  });

  test('has the same button for a pass everywhere', () => {
    expect([pages.lessons.pass, pages.review.pass]).toEqual([pages.main.room.pass, pages.main.room.pass]);
  });

  test('tells who leads with the same word', () => {
    const name = NAMES[language].lead;
    expect(pages.problems.leads(pages.main.color.black, 5)).toMatch(name);
    expect(pages.review.ahead(pages.main.color.black, '5')).toMatch(name);
  });

  test('sets the task of capturing with the word for capturing', () => {
    const { capture } = NAMES[language];
    expect(pages.problems.goals.capture(pages.main.color.black)).toMatch(capture);
    expect(pages.problems.kinds.capture.title).toMatch(capture);
  });

  test.each(Object.keys(EXPLAINED) as (keyof typeof EXPLAINED)[])('speaks of nothing before it is explained: %s', (thing) => {
    const name = TOLD[language][thing] ?? (NAMES[language] as Partial<Record<string, RegExp>>)[thing];
    if (!name) throw new Error(`nobody says what ${thing} is called`);
    const course = courseIn(pages.lessons);
    const explained = course.findIndex(({ at }) => at === EXPLAINED[thing]);
    expect(explained).toBeGreaterThan(-1);
    expect(course[explained]!.texts.join(' ')).toMatch(name);
    const early = course.slice(0, explained).filter(({ texts }) => texts.some((text) => name.test(text)));
    expect(early).toEqual([]);
  });
});
