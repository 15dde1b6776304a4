// What is sent when the program is asked about a record. Of a large one only the line in question is: the server thinks about no more than that.

import { spotOf } from '../room/points';
import type { RecordTree, Vertex } from '../wire';
import { pathTo } from './tree';

/** Must agree with the limits in crates/server/src/study/socket.rs: the nodes of a record, and what a question may hold beside what is known. */
const NODES_MAX = 20_000;
const CHARS_MAX = 150_000;

export interface AskedRecord {
  sgf: string;
  /** The number of the node in that record. */
  node: number;
}

/** The record to ask with about a node. */
export function askedAbout(tree: RecordTree, node: number): AskedRecord {
  const isSmall = tree.nodes.length <= NODES_MAX && tree.sgf.length <= CHARS_MAX;
  if (isSmall) return { sgf: tree.sgf, node };
  const path = pathTo(tree.nodes, node);
  return { sgf: lineSgf(tree, path), node: path.length - 1 };
}

/** A line of a record as a record of its own, without what was written in it. */
export function lineSgf(tree: RecordTree, path: readonly number[]): string {
  const { width, height, komi, rules } = tree;
  const handicap = tree.about.find(({ name }) => name === 'HA')?.text;
  const head = [`GM[1]FF[4]SZ[${width}:${height}]KM[${komi}]RU[${escaped(rules)}]`, ...(handicap === undefined ? [] : [`HA[${escaped(handicap)}]`])].join('');
  const nodes = path.map((node, i) => `;${i === 0 ? head : ''}${nodeSgf(tree, node)}`);
  return `(${nodes.join('')})`;
}

function nodeSgf(tree: RecordTree, node: number): string {
  const { by, at, changes, to_move } = tree.nodes[node]!;
  const point = (vertex: Vertex): string => pointSgf(vertex, tree.width, tree.height);
  if (by && at) return `${by === 'black' ? 'B' : 'W'}[${point(at)}]`;
  if (changes.length === 0 && node !== 0) return '';
  const put = (name: string, stone: 'black' | 'white' | null): string => {
    const all = changes.filter((change) => change.stone === stone);
    return all.length === 0 ? '' : name + all.map(({ at }) => `[${point(at)}]`).join('');
  };
  return `${put('AB', 'black')}${put('AW', 'white')}${put('AE', null)}PL[${to_move === 'black' ? 'B' : 'W'}]`;
}

function pointSgf(at: Vertex, width: number, height: number): string {
  const spot = spotOf(at, width, height);
  if (spot === null) return '';
  const letter = (n: number): string => String.fromCharCode(97 + n);
  return letter(spot % width) + letter(Math.floor(spot / width));
}

function escaped(text: string): string {
  return text.replace(/[\\\]]/g, '\\$&');
}
