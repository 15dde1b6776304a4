// What the address of the framed page asks for, and addresses for other sites. Nothing here knows a seat.

import type { BoardTheme } from '../board/types';
import { Refusal } from '../api';

/** What is to be shown, and how. */
export interface Wish {
  /** The record's address, or the record itself. */
  source: { url: string } | { sgf: string } | null;
  /** Where the same can be looked at with all that the program offers. */
  full: string;
  /** After how many moves it begins; at the end if nothing is said. */
  move: number | null;
  theme: BoardTheme;
  coordinates: boolean;
}

const THEMES: readonly string[] = ['wood', 'paper', 'slate', 'contrast'] satisfies BoardTheme[];

/** `/embed/ID?game=2&move=30`, or `/embed#sgf=…` with a record in the address. */
export function wishOf(place: { pathname: string; search: string; hash: string }): Wish {
  const query = new URLSearchParams(place.search);
  const room = /^\/embed\/([A-Za-z0-9]{1,64})\/?$/.exec(place.pathname)?.[1];
  const sgf = sgfOf(place.hash);
  const game = numberOf(query.get('game')) ?? 1;
  const theme = query.get('theme') ?? '';
  return {
    source: room !== undefined ? { url: fileUrl(room, game, 'sgf') } : sgf !== null ? { sgf } : null,
    full: room !== undefined ? `/review?room=${room}&game=${game}` : sgf !== null ? reviewUrl(sgf) : '/review',
    move: numberOf(query.get('move')),
    theme: THEMES.includes(theme) ? (theme as BoardTheme) : 'wood',
    coordinates: query.get('coordinates') !== '0',
  };
}

/** The record in the part of an address that is never sent to a server: `#sgf=…`. */
export function sgfOf(hash: string): string | null {
  return new URLSearchParams(hash.slice(1).replaceAll('+', '%2B')).get('sgf');
}

/** Where a record is reviewed that the address brings along. */
function reviewUrl(sgf: string): string {
  return `/review#sgf=${encodeURIComponent(sgf)}`;
}

function numberOf(text: string | null): number | null {
  return text !== null && /^[0-9]{1,6}$/.test(text) ? Number(text) : null;
}

/** The record that is asked for. Cookies stay out of it. */
export async function recordOf({ source }: Wish): Promise<string> {
  if (source === null) throw new Refusal('not_found', 'there is no such game', 404);
  if ('sgf' in source) return source.sgf;
  const answer = await fetch(source.url, { credentials: 'omit' }).catch(() => {
    throw new Refusal('offline', 'the server does not answer', 0);
  });
  if (!answer.ok) throw new Refusal('not_found', answer.statusText, answer.status);
  return answer.text();
}

/** A game of a room as a file that other sites may show. */
export function fileUrl(room: string, game: number, ending: 'sgf' | 'svg' | 'png' | 'gif'): string {
  return `/game/${room}.${ending}${game === 1 ? '' : `?game=${game}`}`;
}

/** The code that shows a game on another site's page. */
export function frameCode(origin: string, room: string, game: number, title: string): string {
  const url = `${origin}/embed/${room}${game === 1 ? '' : `?game=${game}`}`;
  return `<iframe src="${url}" title="${escaped(title)}" width="480" height="720" loading="lazy" style="border: 0"></iframe>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
