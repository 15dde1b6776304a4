// Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system" (2013).

/** How strong somebody seems, how uncertain that is, and how much it changes. */
export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** A game: whom it was against, and whether it was won (1), drawn (0.5) or lost (0). */
export interface Game {
  rating: number;
  deviation: number;
  score: number;
}

/** The deviation of somebody of whom nothing is known. */
export const DEVIATION_MAX = 350;

const SCALE = 173.7178;
const CENTER = 1500;

/** How much the volatility may change; Glickman's τ. */
const CONSTRAINT = 0.5;

/** How exactly the volatility is found. */
const TOLERANCE = 1e-6;

/** The rating after a period with these games. */
export function rated(player: Rating, games: readonly Game[]): Rating {
  if (games.length === 0) return rested(player, 1);
  const mu = (player.rating - CENTER) / SCALE;
  const phi = player.deviation / SCALE;
  const seen = games.map(({ rating, deviation, score }) => {
    const g = damping(deviation / SCALE);
    const expected = 1 / (1 + Math.exp(-g * (mu - (rating - CENTER) / SCALE)));
    return { g, expected, score };
  });
  const variance = 1 / seen.reduce((sum, { g, expected }) => sum + g * g * expected * (1 - expected), 0);
  const surprise = seen.reduce((sum, { g, expected, score }) => sum + g * (score - expected), 0);
  const volatility = volatilityAfter(player.volatility, phi, variance, variance * surprise);
  const before = Math.hypot(phi, volatility);
  const after = 1 / Math.sqrt(1 / before ** 2 + 1 / variance);
  return { rating: CENTER + SCALE * (mu + after ** 2 * surprise), deviation: after * SCALE, volatility };
}

/** The rating after some periods without a game: the same, and less certain. */
export function rested(player: Rating, periods: number): Rating {
  const { deviation, volatility } = player;
  return { ...player, deviation: Math.min(DEVIATION_MAX, Math.hypot(deviation, SCALE * volatility * Math.sqrt(periods))) };
}

/** How much less a game says against somebody who is uncertain. */
function damping(phi: number): number {
  return 1 / Math.sqrt(1 + (3 * phi * phi) / Math.PI ** 2);
}

/** Finds the new volatility by the Illinois algorithm: step 5 of the paper. */
function volatilityAfter(volatility: number, phi: number, variance: number, delta: number): number {
  const a = Math.log(volatility ** 2);
  const f = (x: number): number => {
    const all = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - all)) / (2 * all ** 2) - (x - a) / CONSTRAINT ** 2;
  };
  let low = a;
  let high: number;
  if (delta ** 2 > phi ** 2 + variance) {
    high = Math.log(delta ** 2 - phi ** 2 - variance);
  } else {
    let k = 1;
    while (f(a - k * CONSTRAINT) < 0) k += 1;
    high = a - k * CONSTRAINT;
  }
  let [fLow, fHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > TOLERANCE) {
    const middle = low + ((low - high) * fLow) / (fHigh - fLow);
    const fMiddle = f(middle);
    if (fMiddle * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [middle, fMiddle];
  }
  return Math.exp(low / 2);
}
