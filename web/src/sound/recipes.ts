/** What each sound is made of, as data. Nothing here makes a noise. */

export type Cue = 'stone' | 'capture' | 'pass' | 'start' | 'turn' | 'tick';

/** One thing struck: a tone or a burst of noise that dies away. */
export interface Strike {
  kind: 'tone' | 'noise';
  /** Seconds after the start. */
  after: number;
  /** Hertz; for noise the middle of its band. */
  pitch: number;
  /** Seconds until it is a thousandth as loud. */
  decay: number;
  /** 1 is as loud as can be; of noise, only the part in its band is heard. */
  level: number;
}

/** More stones than this do not sound like more. */
const RATTLE_MAX = 7;

/** The strikes of `cue`; `n` stones are lifted in a capture. `chance` gives numbers from 0 to 1. */
export function strikes(cue: Cue, n: number, chance: () => number): Strike[] {
  switch (cue) {
    case 'stone':
      return stone(chance);
    case 'capture':
      return rattle(Math.min(Math.max(n, 1), RATTLE_MAX), chance);
    case 'pass':
      return [tone(0, 208, 0.2, 0.34), tone(0, 421, 0.11, 0.16), noise(0, 700, 0.03, 0.14)];
    case 'start':
      return [...bar(0, 392, 0.2), ...bar(0.15, 587.3, 0.2)];
    case 'turn':
      return [...bar(0, 659.3, 0.13), ...bar(0.12, 987.8, 0.11)];
    case 'tick':
      return [tone(0, 1180, 0.06, 0.2), tone(0, 2630, 0.025, 0.07), noise(0, 3200, 0.012, 0.08)];
  }
}

/** Slate on wood: the click of the stone and the board answering; no two quite alike. */
function stone(chance: () => number): Strike[] {
  const tune = 0.93 + 0.14 * chance();
  const force = 0.85 + 0.15 * chance();
  const edge = 0.8 + 0.4 * chance();
  return [
    noise(0, 4300 * edge, 0.014, 0.45 * force),
    noise(0.001, 1900 * tune, 0.03, 0.38 * force),
    tone(0, 1730 * tune, 0.034, 0.12 * force),
    tone(0, 905 * tune, 0.055, 0.16 * force),
    tone(0, 387 * tune, 0.1, 0.2 * force),
    tone(0, 172 * tune, 0.12, 0.16 * force),
  ];
}

/** Stones gathered by a hand and dropped into the lid of a bowl. */
function rattle(n: number, chance: () => number): Strike[] {
  const clicks: Strike[] = [];
  let after = 0;
  for (let i = 0; i < n + 1; i++) {
    const tune = 0.85 + 0.4 * chance();
    const level = 0.42 - 0.02 * i;
    clicks.push(noise(after, 3600 * tune, 0.02, level), tone(after, 2350 * tune, 0.03, level * 0.4));
    after += 0.034 + 0.03 * chance();
  }
  return [...clicks, tone(after, 310, 0.09, 0.16), noise(after, 1500, 0.03, 0.24)];
}

/** A wooden bar with its fourth partial, as on a marimba. */
function bar(after: number, pitch: number, level: number): Strike[] {
  return [tone(after, pitch, 0.55, level), tone(after, pitch * 3.93, 0.12, level * 0.18)];
}

function tone(after: number, pitch: number, decay: number, level: number): Strike {
  return { kind: 'tone', after, pitch, decay, level };
}

function noise(after: number, pitch: number, decay: number, level: number): Strike {
  return { kind: 'noise', after, pitch, decay, level };
}
