import { describe, expect, test } from 'vitest';
import type { Happened } from '../wire';
import { boardAt, fold, hasGap, lines, lineTo, nextNode, NOTHING, previousNode, rows, siblingNode, type Step, type Story } from './fold';

function tell(after: number, ...happened: Happened[]): Story {
  const told = happened.map((what, i) => ({ seq: after + i + 1, at_ms: 0, what }));
  return { after, seq: after + told.length, happened: told };
}

function begin(stones = '.........', game_number = 1): Happened {
  return { type: 'began', game_number, komi: 0, stones, to_move: 'black' };
}

function move(node: number, parent: number, at: string, lifted: string[] = []): Happened {
  const by = node % 2 === 1 ? 'black' : 'white';
  return { type: 'moved', node, parent, by, at, lifted, left_ms: null };
}

function past(...happened: Happened[]) {
  return fold(NOTHING, tell(0, ...happened));
}

const draw = (board: string | null): string[] => board?.match(/.{3}/g) ?? [];

describe('the board of an earlier moment', () => {
  const game = past(begin(), move(1, 0, 'A1'), move(2, 1, 'B1'), move(3, 2, 'C3'), move(4, 3, 'A2', ['A1']));

  test('is the one the game began with at node 0', () => {
    expect(draw(boardAt(game, 0, 3, 3))).toEqual(['...', '...', '...']);
  });

  test('has the stones played and not those lifted', () => {
    expect(draw(boardAt(game, 3, 3, 3))).toEqual(['..X', '...', 'XO.']);
    expect(draw(boardAt(game, 4, 3, 3))).toEqual(['..X', 'O..', '.O.']);
  });

  test('has handicap stones, and a suicide takes its own stone off', () => {
    const suicide = past(begin('.O.O.....'), move(1, 0, 'A3', ['A3']));
    expect(draw(boardAt(suicide, 1, 3, 3))).toEqual(['.O.', 'O..', '...']);
  });

  test('is not changed by a pass', () => {
    const passed = past(begin(), move(1, 0, 'B2'), move(2, 1, 'pass'));
    expect(boardAt(passed, 2, 3, 3)).toBe(boardAt(passed, 1, 3, 3));
  });

  test('is not known before a game began', () => {
    expect(boardAt(NOTHING, 0, 3, 3)).toBeNull();
  });
});

describe('the tree', () => {
  const undone: Happened = { type: 'undone', seat: 'host', to: 1 };
  const tree = past(begin(), move(1, 0, 'A1'), move(2, 1, 'B1'), move(3, 2, 'C1'), undone, move(4, 1, 'B2'));

  test('follows the game after a move was taken back', () => {
    expect(tree.tip).toBe(4);
    expect(lineTo(tree, tree.tip).map((step) => step.at)).toEqual(['A1', 'B2']);
  });

  test('keeps what was taken back as a line of its own, with its move numbers', () => {
    expect(lines(tree).map(({ depth, first, steps }) => [depth, first, steps.map((s) => s.at).join(' ')])).toEqual([
      [0, 1, 'A1 B2'],
      [1, 2, 'B1 C1'],
    ]);
  });

  test('keeps a line taken back inside a line taken back', () => {
    const twice = fold(tree, tell(tree.seq, undone, move(5, 2, 'C2'), { ...undone, to: 0 }, move(6, 0, 'C3')));
    expect(lines(twice).map(({ depth, first, steps }) => [depth, first, steps.map((s) => s.at).join(' ')])).toEqual([
      [0, 1, 'C3'],
      [1, 1, 'A1 B2'],
      [2, 2, 'B1 C2'],
      [3, 3, 'C1'],
    ]);
  });

  test('is walked along the line that is played', () => {
    expect(nextNode(tree, 1)).toBe(4);
    expect(nextNode(tree, 2)).toBe(3);
    expect(nextNode(tree, 4)).toBeNull();
    expect(previousNode(tree, 4)).toBe(1);
    expect(previousNode(tree, 0)).toBeNull();
  });

  test('has the other moves from the same place beside each other', () => {
    expect(siblingNode(tree, 4, 1)).toBe(2);
    expect(siblingNode(tree, 2, -1)).toBe(4);
    expect(siblingNode(tree, 1, 1)).toBeNull();
  });
});

describe('what is told', () => {
  const talk: Happened = { type: 'said', from: 'host', name: 'A', text: 'hi' };

  test('twice counts once', () => {
    const once = past(begin(), move(1, 0, 'A1'));
    expect(fold(once, tell(1, move(1, 0, 'A1')))).toEqual(once);
  });

  test('with the same number belongs together', () => {
    const [said] = tell(0, talk).happened;
    const both = fold(NOTHING, { after: 0, seq: 1, happened: [said!, { ...said!, what: { type: 'closed' } }] });
    expect(both.lines).toHaveLength(2);
  });

  test('of a new game forgets the moves of the last one and keeps the talk', () => {
    const first = past(begin(), move(1, 0, 'A1'), talk);
    const again = fold(first, { ...tell(first.seq, begin('.........', 2)), after: 0 });
    expect(again.steps.size).toBe(0);
    expect(again.tip).toBe(0);
    expect(again.lines.map((line) => line.what.type)).toEqual(['began', 'said', 'began']);
  });

  test('from the beginning again does not double anything', () => {
    const first = past(begin(), move(1, 0, 'A1'), talk);
    expect(fold(first, tell(0, begin(), move(1, 0, 'A1'), talk))).toEqual(first);
  });

  test('too late is seen as a gap', () => {
    const game = past(begin());
    expect(hasGap(game, tell(1, move(1, 0, 'A1')))).toBe(false);
    expect(hasGap(game, tell(2, move(2, 1, 'A1')))).toBe(true);
    expect(hasGap(game, tell(0))).toBe(false);
  });

  test('counts even if there is nothing to say of it', () => {
    expect(fold(past(begin()), { after: 1, seq: 4, happened: [] }).seq).toBe(4);
  });
});

describe('a score sheet', () => {
  const step = (by: 'black' | 'white', at: string): Step => ({ node: 0, parent: 0, by, at, lifted: [], leftMs: null });
  const written = (first: number, ...steps: Step[]): string[] =>
    rows({ depth: 0, first, steps }).map(({ black, white }) => [black, white].map((move) => (move ? `${move.number} ${move.step.at}` : '-')).join(' | '));

  test('has Black and White side by side', () => {
    expect(written(1, step('black', 'A1'), step('white', 'B1'), step('black', 'C1'))).toEqual(['1 A1 | 2 B1', '3 C1 | -']);
  });

  test('leaves a place free where White begins, or plays twice', () => {
    expect(written(4, step('white', 'A1'), step('black', 'B1'), step('white', 'C1'), step('white', 'A2'))).toEqual(['- | 4 A1', '5 B1 | 6 C1', '- | 7 A2']);
  });
});
