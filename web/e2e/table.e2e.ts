// At the table: what is said while a game is played, and before it ends.
import { choose, join, openByLink, playComputer, seatTwo } from './table';
import { expect, test } from './test';

test('where nothing is removed, a pass shows first what would be counted', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'concise', width: 5, height: 5, komi: 2.5 });
  const { ends } = black.words.table;
  await black.plays('black', 'C3');
  await white.plays('white', 'A1');
  await black.plays('black', 'C4');
  await white.presses(white.words.room.pass);
  // The first pass ends nothing yet, and it is early.
  await white.reads(white.words.confirm.pass);
  await white.reads(ends.next);
  await white.presses(ends.passNext);
  await black.reads(ends.status);
  await black.presses(black.words.room.pass);
  await black.reads(ends.now);
  await black.seesTotals(2, 3.5);
  await black.reads(black.words.score.wouldWin('White', black.words.outcome.points(1.5)));
  // Whoever thinks better of it plays on, and captures what would have counted.
  await black.presses(ends.playOn);
  await black.plays('black', 'A2');
  await white.passes();
  await black.plays('black', 'B1');
  await black.sees('empty', 'A1');
  await white.passes();
  await black.presses(black.words.room.pass);
  await black.seesTotals(25, 2.5);
  await expect(black.point('E5')).toHaveAccessibleName(new RegExp(black.words.point.territory.black));
  await black.presses(ends.pass);
  for (const person of [black, white]) await person.seesWin('black', 22.5);
});

test("a pass after the handicap's forced one is asked about", async ({ invite }) => {
  const { black } = await seatTwo(invite, { rules: 'concise', width: 5, height: 5, komi: 0, handicap: 3 });
  await black.plays('black', 'C3');
  await black.reads(black.words.room.passedLast.white);
  await black.presses(black.words.room.pass);
  await black.reads(black.words.confirm.pass);
  await black.presses(black.words.table.ends.playOn);
  await black.plays('black', 'C4');
});

test('a flag that falls in byo-yomi leaves nothing on the clock, and overtime is told', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'goban', width: 5, height: 5, clock: '0:02 + 2×0:02' });
  const { clock } = black.words.table;
  const timer = black.page.getByRole('timer', { name: black.words.room.clockOf.black });
  await expect(timer).toContainText(clock.then('2×0:02'));
  await expect(timer).toContainText(clock.periods(2));
  await expect(timer).toContainText(clock.periods(1));
  await white.reads(white.words.outcome.time('White'));
  for (const person of [black, white]) {
    await expect(person.page.getByRole('timer', { name: person.words.room.clockOf.black })).toHaveText('0:00');
  }
});

test('whoever asked to take back is told that the other does not agree', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'goban', width: 5, height: 5 });
  await black.plays('black', 'C3');
  await black.asksToUndo();
  await white.answersUndo('no');
  await black.reads(black.words.told.undoDeclined('Bo'));
  await black.reads(black.words.table.undoAgain);
  await expect(white.page.getByText(white.words.table.undoAgain)).toHaveCount(0);
  await white.plays('white', 'C2');
  await expect(black.page.getByText(black.words.table.undoAgain)).toHaveCount(0);
});

test('both are told the komi that the bidding found, and it stays there', async ({ invite }) => {
  const host = await invite();
  const link = await openByLink(host, { rules: 'goban', width: 5, height: 5, komi: 'auction' });
  const guest = await invite();
  await join(guest, link, 'Bo');
  await host.bids(0);
  await guest.concedes();
  await host.reads(host.words.table.komi.yours.black('0'));
  await guest.reads(guest.words.table.komi.yours.white('0'));
  for (const person of [host, guest]) {
    await expect(person.page.getByRole('region', { name: 'Bo' })).toContainText(person.words.room.komi('0'));
    await person.page.getByRole('tab', { name: person.words.room.tabs.game }).click();
    await person.reads(person.words.table.komi.found('0'));
  }
});

test('two people at one screen give themselves names', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await page.goto('/');
  await choose(person, { rules: 'goban', width: 5, height: 5 });
  await person.presses(words.home.friendHere);
  await person.button(words.table.names.edit).first().click();
  const dialog = page.getByRole('dialog', { name: words.table.names.title });
  for (const [color, name] of [
    ['black', 'Ada'],
    ['white', 'Bo'],
  ] as const) {
    const field = dialog.getByRole('textbox', { name: words.color[color] });
    await field.fill(name);
  }
  // One click gives both names.
  await dialog.getByRole('button', { name: words.ok }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Ada' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Bo' })).toBeVisible();
});

test('the moves stand as on a score sheet, and the buttons in one row', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'goban', width: 5, height: 5 });
  await black.plays('black', 'C3');
  await white.plays('white', 'C2');
  await black.plays('black', 'B2');
  const sheet = black.page.getByRole('table');
  await expect(sheet.getByRole('columnheader')).toHaveText(['Black', 'White']);
  await expect(sheet.getByRole('row').nth(1).getByRole('button')).toHaveText([/1\s*C3/, /2\s*C2/]);
  await expect(sheet.getByRole('row').nth(2).getByRole('button')).toHaveText([/3\s*B2/]);
  // The last move is in sight, however many there were.
  await black.page.setViewportSize({ width: 1280, height: 800 });
  for (const [color, person, at] of [
    ['white', white, 'D2'],
    ['black', black, 'D3'],
    ['white', white, 'E2'],
    ['black', black, 'E3'],
    ['white', white, 'B1'],
    ['black', black, 'A2'],
    ['white', white, 'C1'],
    ['black', black, 'B3'],
    ['white', white, 'D1'],
    ['black', black, 'B4'],
  ] as const) {
    await person.plays(color, at);
  }
  await expect(sheet.getByRole('button', { name: black.words.moves.label(13, 'Black', 'B4') })).toBeInViewport({ ratio: 0.5 });
  await black.page.setViewportSize({ width: 390, height: 844 });
  const buttons = black.page.getByRole('group', { name: black.words.room.actions }).getByRole('button');
  const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test('whoever plays again knows which colour they will have', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await playComputer(person, 1, 'black');
  await person.resigns();
  await person.reads(words.table.rematch.yours.white);
  await person.asksForRematch();
  await expect(page.getByRole('region', { name: words.color.white })).toContainText(words.you);
  await person.resigns();
  await person.reads(words.table.rematch.yours.black);
});
