/** What the board is told and what it reports. It knows no rules. */

export type Color = 'black' | 'white';

/** A point as an index, row-major from the top left: `y * width + x`. */
export type Spot = number;

export type BoardTheme = 'wood' | 'paper' | 'slate' | 'contrast';

/** `play`: placing stones; `mark`: pointing at stones (scoring); `write`: pointing at anything; `view`: only looking. */
export type BoardMode = 'play' | 'mark' | 'write' | 'view';

export interface Chain {
  stones: Spot[];
  liberties: number;
}

export interface Mark {
  at: Spot;
  /** A `star` is on a vacant point: the move that should have been made. A `branch` is where a variation goes on. */
  kind: 'circle' | 'square' | 'triangle' | 'cross' | 'selected' | 'label' | 'star' | 'branch';
  text?: string;
}

/** A line from one point to another. */
export interface Stroke {
  from: Spot;
  to: Spot;
  /** Whether it has a head at its end. */
  isArrow: boolean;
}

/** How good a move is beside the best one. */
export type Tone = 'best' | 'good' | 'fair' | 'poor' | 'bad';

/** A move worth a thought, on its vacant point. */
export interface Disc {
  at: Spot;
  /** What it is called. */
  sign: string;
  /** Points against the best, in few letters. */
  points: string;
  /** The share of the visits, in percent. */
  share: string;
  tone: Tone;
}

/** A stone of a continuation that is only looked at. */
export interface Foreseen {
  at: Spot;
  color: Color;
  number: number;
}

export interface BoardProps {
  /** 1 to 25; rectangles too. */
  width: number;
  height: number;
  /** `width * height` characters: `.` vacant, `X` black, `O` white. */
  stones: string;
  /** The color of the ghost stone; null when the person may not play now. */
  toPlay?: Color | null | undefined;
  /** Vacant points where no stone may go, each with a ready sentence why. */
  forbidden?: Map<Spot, string> | undefined;
  last?: Spot | null | undefined;
  ko?: Spot | null | undefined;
  /** Lights up as one when a stone of it is pointed at in `mark` mode. */
  chains?: Chain[] | undefined;
  dead?: Set<Spot> | undefined;
  /** Like `stones`: `.`, `x` black's, `o` white's. */
  territory?: string | undefined;
  /** Per point −1 (white's) to 1 (black's). */
  ownership?: number[] | undefined;
  /** How likely a move looks there, from 0 to 1. */
  heat?: Map<Spot, number> | undefined;
  marks?: Mark[] | undefined;
  strokes?: Stroke[] | undefined;
  /** Points that are greyed out. */
  dimmed?: Set<Spot> | undefined;
  /** Moves worth a thought; not drawn while a continuation is. */
  discs?: Disc[] | undefined;
  /** A continuation that is looked at for a moment. */
  foreseen?: Foreseen[] | undefined;
  /** Move numbers. */
  numbers?: Map<Spot, number> | undefined;
  coordinates?: boolean | undefined;
  animate?: boolean | undefined;
  theme?: BoardTheme | undefined;
  mode?: BoardMode | undefined;
  /** The accessible name of the grid. */
  label: string;
  /** The accessible name of a point, in the reader's language. */
  describe: (spot: Spot) => string;
  onplay?: ((spot: Spot) => void) | undefined;
  onrefuse?: ((spot: Spot, why: string) => void) | undefined;
  onmark?: ((spot: Spot) => void) | undefined;
  /** The point that a mouse, a finger or the keyboard is at; null if none is. */
  onpoint?: ((spot: Spot | null) => void) | undefined;
  /** Names of the two buttons that finish a touch. */
  texts?: { confirm: string; cancel: string } | undefined;
}
