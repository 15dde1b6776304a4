// Signs and texts on the points of a node: what is drawn, and what a click with a tool changes. Pure.

import type { Mark } from '../board/types';
import { spotsOf } from '../room/points';
import type { RecordEdit, RecordNode, Vertex } from '../wire';

/** The signs that people draw. */
export const SIGNS_DRAWN = ['triangle', 'square', 'circle', 'cross'] as const;

/** What a click on the board writes. */
export const TOOLS = [...SIGNS_DRAWN, 'letter', 'number'] as const;
export type Tool = (typeof TOOLS)[number];

/** What is drawn on the board at a node. */
export function marksOf(node: RecordNode, width: number, height: number): Mark[] {
  const signs = (node.marks ?? []).flatMap(({ mark, at }) => {
    const kind = mark === 'selected' ? 'square' : SIGNS_DRAWN.find((own) => own === mark);
    return kind ? spotsOf(at, width, height).map((at) => ({ at, kind })) : [];
  });
  const labels = (node.labels ?? []).flatMap(({ at, text }) => spotsOf([at], width, height).map((at) => ({ at, kind: 'label' as const, text })));
  return [...signs, ...labels];
}

/** Texts that stand for each other in a diagram, in their order. */
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

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
    const added = isThere ? [] : [{ at, text: nextText(tool, others.map(({ text }) => text)) }];
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
