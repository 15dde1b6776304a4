// What is drawn on the board beside the stones.

/** Nothing, the moves worth a thought, whose the points will be, or how likely each move looked before it was tried. */
export const PICTURES = ['none', 'candidates', 'ownership', 'policy'] as const;
export type Picture = (typeof PICTURES)[number];
