import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Color, RecordNode, RecordTree, Vertex } from '../wire';
import { Rival } from './rival.svelte';
import type { Study } from './study.svelte';

/** What the program plays next; a promise where it thinks longer. */
let answers: (Vertex | null | Promise<Vertex>)[] = [];
vi.mock('./desk', () => ({ choose: async () => answers.shift() ?? null }));

/** A record in which every move is lawful. */
class FakeStudy {
  tree = { sgf: '', nodes: [node(null, 'black')] } as unknown as RecordTree;
  at = 0;
  preview = null;
  refused: unknown = null;

  get node(): RecordNode {
    return this.tree.nodes[this.at]!;
  }

  get path(): number[] {
    const path: number[] = [];
    for (let at: number | null = this.at; at !== null; at = this.tree.nodes[at]?.parent ?? null) path.unshift(at);
    return path;
  }

  async play(at: Vertex): Promise<void> {
    const turn = this.node.to_move === 'black' ? 'white' : 'black';
    this.tree = { ...this.tree, nodes: [...this.tree.nodes, { ...node(this.at, turn), at }] };
    this.at = this.tree.nodes.length - 1;
  }

  go(at: number): void {
    this.at = at;
  }

  /** The moves on the way to where one looks. */
  get moves(): (Vertex | null | undefined)[] {
    return this.path.slice(1).map((at) => this.tree.nodes[at]?.at);
  }
}

function node(parent: number | null, to_move: Color): RecordNode {
  return { parent, number: 0, changes: [], to_move, prisoners: { black: 0, white: 0 } };
}

let study: FakeStudy;
let rival: Rival;

beforeEach(() => {
  study = new FakeStudy();
  rival = new Rival(study as unknown as Study);
});

describe('playing on', () => {
  test('has an answer to every move', async () => {
    answers = ['C3', 'E5'];
    rival.start('black', 3);
    await rival.play('D4');
    await rival.play('F6');
    expect(study.moves).toEqual(['D4', 'C3', 'F6', 'E5']);
  });

  test('has the program begin where it is to move', async () => {
    answers = ['C3'];
    rival.start('white', 3);
    await vi.waitFor(() => expect(study.moves).toEqual(['C3']));
  });

  test('goes back to the move before, and the moves made stay', async () => {
    answers = ['C3', 'E5'];
    rival.start('black', 3);
    await rival.play('D4');
    rival.takeBack();
    expect(study.moves).toEqual([]);
    expect(rival.canTakeBack).toBe(false);
    await rival.play('F6');
    expect(study.moves).toEqual(['F6', 'E5']);
    expect(study.tree.nodes).toHaveLength(5);
  });

  test('takes nothing back that was there before it began', async () => {
    await study.play('D4');
    await study.play('C3');
    answers = ['E5'];
    rival.start('black', 3);
    expect(rival.canTakeBack).toBe(false);
    rival.takeBack();
    expect(study.moves).toEqual(['D4', 'C3']);
    await rival.play('F6');
    expect(rival.canTakeBack).toBe(true);
  });

  test('passes over an answer that comes when one has gone elsewhere', async () => {
    let say: (at: Vertex) => void = () => undefined;
    answers = [new Promise((done) => (say = done))];
    rival.start('black', 3);
    const playing = rival.play('D4');
    await vi.waitFor(() => expect(study.moves).toEqual(['D4']));
    study.go(0);
    say('C3');
    await playing;
    expect(study.tree.nodes).toHaveLength(2);
    expect(rival.isThinking).toBe(false);
  });

  test('is over where both passed', async () => {
    answers = ['C3', 'pass', 'G7'];
    rival.start('black', 3);
    await rival.play('D4');
    await rival.play('pass');
    expect(rival.isOver).toBe(true);
    await rival.play('E4');
    expect(study.moves).toEqual(['D4', 'C3', 'pass', 'pass']);
    rival.takeBack();
    expect(rival.isOver).toBe(false);
  });

  test('is over where the program gives up', async () => {
    answers = [null];
    rival.start('black', 3);
    await rival.play('D4');
    expect(rival.isOver).toBe(true);
    await rival.play('E4');
    expect(study.moves).toEqual(['D4']);
  });
});
