import { expect, test } from 'vitest';
import { drag, press, release, type Aim } from './touch';

const anywhere = () => true;
const nowhere = () => false;

function tap(aim: Aim | null, at: number): ReturnType<typeof release> {
  return release(press(aim, at), anywhere);
}

function waiting(at: number): Aim {
  const first = tap(null, at);
  if (first.kind !== 'wait') throw new Error('a first tap waits');
  return first.aim;
}

test('a first tap waits for a second one', () => {
  expect(tap(null, 40)).toEqual({ kind: 'wait', aim: { at: 40, held: false, again: false } });
});

test('a second tap on the same point plays', () => {
  expect(tap(waiting(40), 40)).toEqual({ kind: 'play', at: 40 });
});

test('a second tap elsewhere aims there', () => {
  expect(tap(waiting(40), 41)).toMatchObject({ kind: 'wait', aim: { at: 41 } });
});

test('dragging away and back is aiming, not a second tap', () => {
  const there = drag(press(waiting(40), 40), 41);
  expect(release(drag(there, 40), anywhere)).toMatchObject({ kind: 'wait', aim: { at: 40 } });
});

test('a trembling finger on one point still plays', () => {
  expect(release(drag(press(waiting(40), 40), 40), anywhere)).toEqual({ kind: 'play', at: 40 });
});

test('a point that is not to be had is refused', () => {
  expect(release(press(null, 3), nowhere)).toEqual({ kind: 'refuse', at: 3 });
});

test('lifting the finger off the board means nothing', () => {
  expect(release(drag(press(null, 3), null), anywhere)).toEqual({ kind: 'nothing' });
  expect(press({ at: null, held: false, again: false }, null).again).toBe(false);
});
