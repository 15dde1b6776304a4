// The five rulebooks, each played to its end by two people, with what is its own on the page.
import { test } from './test';
import { seatTwo } from './table';

test('concise: suicide is legal, and nothing is removed at the end', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'concise', width: 3, height: 3, komi: 0 });
  await black.plays('black', 'A1');
  await white.plays('white', 'A2');
  await black.plays('black', 'C3');
  await white.plays('white', 'B2');
  await black.passes();
  await white.plays('white', 'C1');
  // Black fills the last liberty of A1 and B1: both leave the board.
  await black.point('B1').click();
  await white.sees('empty', 'A1', 'B1');
  await black.sees('empty', 'A1', 'B1');
  await white.passes();
  await black.passes();
  for (const person of [black, white]) {
    await person.seesWin('white', 4);
    await person.sees('black', 'C3');
    await person.reads(person.words.stay.lead);
    await person.seesTotals(1, 5);
  }
});

test('white-first: White moves first, and a hopeless stone stays', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'white-first', width: 9, height: 9 });
  await white.seesTurn('white');
  await black.seesTurn('white');
  await white.plays('white', 'E5');
  await black.plays('black', 'A1');
  await white.passes();
  await black.passes();
  for (const person of [black, white]) {
    await person.reads(person.words.outcome.draw);
    await person.sees('black', 'A1');
    await person.reads(person.words.stay.lead);
    await person.seesTotals(0, 0);
  }
});

test('oldest: a pass costs a stone, and only a White pass after a Black pass ends the game', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'oldest', width: 3, height: 3 });
  await black.plays('black', 'B2');
  await white.passes();
  await black.passes();
  await white.seesTurn('white');
  await white.passes();
  await black.accepts();
  await white.accepts();
  for (const person of [black, white]) {
    await person.seesWin('black', 1.5);
    // Eight points less one stone passed; two stones passed, and the komi of 7.5.
    await person.seesTotals(7, 5.5);
    await person.seesCounted('passed');
  }
});

test('quick-reference: White passes last, even if that is the third pass in a row', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'quick-reference', width: 3, height: 3 });
  await black.plays('black', 'B2');
  await white.passes();
  await black.passes();
  await black.seesTurn('white');
  await white.passes();
  await white.accepts();
  await black.accepts();
  for (const person of [black, white]) {
    await person.seesWin('black', 2);
    await person.seesTotals(10, 8);
  }
});

test('goban: stones that cannot avoid capture count for the opponent', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'goban', width: 5, height: 5, komi: 0 });
  await black.plays('black', 'C3');
  await white.plays('white', 'E1');
  await black.passes();
  await white.passes();
  await black.deems('dead', 'E1');
  await white.deems('dead', 'E1');
  await black.accepts();
  await white.accepts();
  for (const person of [black, white]) {
    await person.seesWin('black', 25);
    // Twenty-four points, the one under the dead stone too, and the stone itself.
    await person.seesTotals(25, 0);
  }
});
