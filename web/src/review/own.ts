// Which side of a game the reader played. Pure.

import type { Color, RecordTree } from '../wire';

/** The color of the player who has the reader's name, with or without a rank behind it; null if that is nobody or both. */
export function colorNamed(name: string, { players }: Pick<RecordTree, 'players'>): Color | null {
  const own = name.trim();
  const isOwn = (player: string | null | undefined): boolean => player === own || player?.startsWith(`${own} `) === true;
  const colors = (['black', 'white'] as const).filter((color) => own !== '' && isOwn(players[color]));
  return colors.length === 1 ? colors[0]! : null;
}
