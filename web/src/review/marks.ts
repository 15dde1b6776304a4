// Signs and texts on the points of a node: what is drawn, and what a click with a tool changes. Pure.

import type { Mark, Spot, Stroke } from '../board/types';
import { spotOf, spotsOf } from '../room/points';
import type { RecordEdit, RecordNode, RecordTree, Vertex } from '../wire';
import { pathTo } from './tree';

/** The signs that people draw. */
export const SIGNS_DRAWN = ['triangle', 'square', 'circle', 'cross'] as const;

/** What a click on the board writes. */
export const TOOLS = [...SIGNS_DRAWN, 'letter', 'number'] as const;
export type Tool = (typeof TOOLS)[number];

/** What is drawn on the board at a node. */
export function marksOf(node: RecordNode, width: number, height: number): Mark[] {
  const signs = (node.marks ?? []).flatMap(({ mark, at }) => {
    const kind = mark === 'selected' ? mark : SIGNS_DRAWN.find((own) => own === mark);
    return kind ? spotsOf(at, width, height).map((at) => ({ at, kind })) : [];
  });
  const labels = (node.labels ?? []).flatMap(({ at, text }) => spotsOf([at], width, height).map((at) => ({ at, kind: 'label' as const, text })));
  return [...signs, ...labels];
}

/** The lines and arrows at a node. */
export function strokesOf(node: RecordNode, width: number, height: number): Stroke[] {
  return (node.strokes ?? []).flatMap(({ from, to, is_arrow }) => {
    const [start, end] = [spotOf(from, width, height), spotOf(to, width, height)];
    return start === null || end === null ? [] : [{ from: start, to: end, isArrow: is_arrow }];
  });
}

/** Whose the points are at a node, as the board draws it; undefined if nobody says. */
export function territoryOf(node: RecordNode, width: number, height: number): string | undefined {
  const signs = Array.from({ length: width * height }, () => '.');
  for (const [mark, sign] of [
    ['black_territory', 'x'],
    ['white_territory', 'o'],
  ] as const) {
    const at = node.marks?.find((own) => own.mark === mark)?.at ?? [];
    for (const spot of spotsOf(at, width, height)) signs[spot] = sign;
  }
  const territory = signs.join('');
  return /[xo]/.test(territory) ? territory : undefined;
}

/**
 * The points that are greyed out at a node, and those outside the part that is shown: what was said last on the
 * way there holds.
 */
export function dimmedAt(tree: RecordTree, node: number): Set<Spot> {
  const { width, height, nodes } = tree;
  const path = pathTo(nodes, node).reverse();
  const said = (kind: 'dimmed' | 'visible'): number[] => {
    for (const own of path) {
      const mark = nodes[own]?.marks?.find(({ mark }) => mark === kind);
      if (mark) return spotsOf(mark.at, width, height);
    }
    return [];
  };
  const visible = new Set(said('visible'));
  const outside = visible.size === 0 ? [] : Array.from({ length: width * height }, (_, spot) => spot).filter((spot) => !visible.has(spot));
  return new Set([...said('dimmed'), ...outside]);
}

/** Texts that stand for each other in a diagram, in their order. */
export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

/**
 * The changes that a click with a tool on a point makes: what is written there already goes, and what the tool
 * writes comes, unless that was it.
 */
export function editsFor(node: RecordNode, number: number, tool: Tool, at: Vertex): RecordEdit[] {
  const marks = node.marks ?? [];
  const labels = node.labels ?? [];
  const there = marks.filter((own) => isSign(own.mark) && own.at.includes(at));
  const label = labels.find((own) => own.at === at);
  const others = labels.filter((own) => own !== label);
  const isThere = there.some(({ mark }) => mark === tool) || (label !== undefined && tool === kindOf(label.text));

  const gone = there.map(({ mark, at: all }): RecordEdit => ({ type: 'mark', node: number, mark, at: all.filter((own) => own !== at) }));
  if (isThere || tool === 'letter' || tool === 'number') {
    const added = isThere
      ? []
      : [
          {
            at,
            text: nextText(
              tool,
              others.map(({ text }) => text),
            ),
          },
        ];
    const isSame = label === undefined && added.length === 0;
    return [...gone, ...(isSame ? [] : [{ type: 'label' as const, node: number, labels: [...others, ...added] }])];
  }
  const standing = marks.find(({ mark }) => mark === tool)?.at ?? [];
  return [
    ...gone,
    ...(label ? [{ type: 'label' as const, node: number, labels: others }] : []),
    { type: 'mark', node: number, mark: tool, at: [...standing, at] },
  ];
}

/** Whether it is drawn on the point, as a tool draws; territory and the like are not. */
function isSign(mark: string): boolean {
  return mark === 'selected' || SIGNS_DRAWN.some((own) => own === mark);
}

function kindOf(text: string): Tool | null {
  if (/^[1-9][0-9]*$/.test(text)) return 'number';
  return LETTERS.includes(text) ? 'letter' : null;
}

/** The first text of its kind that is not on the board. */
function nextText(tool: Tool, used: readonly string[]): string {
  const texts = tool === 'letter' ? LETTERS : Array.from({ length: used.length + 1 }, (_, i) => String(i + 1));
  return texts.find((text) => !used.includes(text)) ?? '?';
}
