import { describe, expect, test } from 'vitest';
import type { RecordEdit, RecordNode, RecordTree } from '../wire';
import { dimmedAt, editsFor, marksOf, strokesOf, territoryOf, type Tool } from './marks';

const BARE: RecordNode = { parent: null, number: 0, changes: [], to_move: 'black', prisoners: { black: 0, white: 0 }, marks: [], labels: [] };

/** What the server makes of changes to a node. */
function changed(node: RecordNode, edits: RecordEdit[]): RecordNode {
  let { marks = [], labels = [] } = node;
  for (const edit of edits) {
    if (edit.type === 'label') labels = edit.labels;
    if (edit.type === 'mark') marks = [...marks.filter(({ mark }) => mark !== edit.mark), { mark: edit.mark, at: edit.at }];
  }
  return { ...node, marks: marks.filter(({ at }) => at.length > 0), labels };
}

/** The node after clicks with tools, as `tool point` each. */
function after(...clicks: string[]): RecordNode {
  return clicks.reduce((node, click) => {
    const [tool, at] = click.split(' ') as [Tool, string];
    return changed(node, editsFor(node, 7, tool, at));
  }, BARE);
}

describe('a click with a tool', () => {
  test('writes its sign beside the others of its kind', () => {
    expect(after('triangle D4', 'triangle E5').marks).toEqual([{ mark: 'triangle', at: ['D4', 'E5'] }]);
  });

  test('takes away what is there if it is the same', () => {
    expect(after('cross D4', 'cross D4').marks).toEqual([]);
    expect(after('letter D4', 'letter D4').labels).toEqual([]);
  });

  test('puts one thing in the place of another', () => {
    expect(after('square D4', 'circle D4').marks).toEqual([{ mark: 'circle', at: ['D4'] }]);
    expect(after('letter D4', 'circle D4')).toMatchObject({ marks: [{ mark: 'circle', at: ['D4'] }], labels: [] });
    expect(after('circle D4', 'letter D4')).toMatchObject({ marks: [], labels: [{ at: 'D4', text: 'A' }] });
    expect(after('letter D4', 'number D4').labels).toEqual([{ at: 'D4', text: '1' }]);
  });

  test('writes the first letter or number that is not on the board', () => {
    const texts = (node: RecordNode): string[] => (node.labels ?? []).map(({ text }) => text);
    expect(texts(after('letter D4', 'letter E4', 'number F4', 'number G4'))).toEqual(['A', 'B', '1', '2']);
    expect(texts(after('letter D4', 'letter E4', 'letter D4', 'letter F4'))).toEqual(['B', 'A']);
  });

  test('leaves alone what no tool draws', () => {
    const counted: RecordNode = {
      ...BARE,
      marks: [
        { mark: 'black_territory', at: ['D4'] },
        { mark: 'selected', at: ['D4'] },
      ],
    };
    expect(changed(counted, editsFor(counted, 7, 'circle', 'D4')).marks).toEqual([
      { mark: 'black_territory', at: ['D4'] },
      { mark: 'circle', at: ['D4'] },
    ]);
  });

  test('is about the node that was meant', () => {
    expect(editsFor(BARE, 7, 'letter', 'D4')).toEqual([{ type: 'label', node: 7, labels: [{ at: 'D4', text: 'A' }] }]);
  });
});

describe('what a file draws', () => {
  const node: RecordNode = {
    ...BARE,
    marks: [
      { mark: 'selected', at: ['A3'] },
      { mark: 'black_territory', at: ['B3', 'C3'] },
      { mark: 'white_territory', at: ['A1'] },
      { mark: 'dimmed', at: ['C1'] },
    ],
    strokes: [{ from: 'A1', to: 'C3', is_arrow: true }],
  };

  test('has signs, lines and territory', () => {
    expect(marksOf(node, 3, 3)).toEqual([{ at: 0, kind: 'selected' }]);
    expect(strokesOf(node, 3, 3)).toEqual([{ from: 6, to: 2, isArrow: true }]);
    expect(territoryOf(node, 3, 3)).toBe('.xx...o..');
    expect(territoryOf(BARE, 3, 3)).toBeUndefined();
  });

  test('stays greyed out, or out of sight, until another node says otherwise', () => {
    const nodes: RecordNode[] = [
      node,
      { ...BARE, parent: 0 },
      { ...BARE, parent: 1, marks: [{ mark: 'dimmed', at: [] }] },
      { ...BARE, parent: 2, marks: [{ mark: 'visible', at: ['A3', 'B3'] }] },
      { ...BARE, parent: 3, marks: [{ mark: 'visible', at: [] }] },
    ];
    const tree = { width: 3, height: 3, nodes } as RecordTree;
    const dimmed = (at: number): number[] => [...dimmedAt(tree, at)].sort((a, b) => a - b);
    expect([0, 1, 2, 3, 4].map(dimmed)).toEqual([[8], [8], [], [2, 3, 4, 5, 6, 7, 8], []]);
  });
});
