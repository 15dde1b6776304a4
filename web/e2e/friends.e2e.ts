// Two people, two browsers, one link: from the bidding to the last agreement.
import { expect, test } from './test';
import { join, openByLink, seatTwo } from './table';

test('an auction for the komi, a handicap by passes, the score, and a rematch', async ({ invite }) => {
  const host = await invite();
  const link = await openByLink(host, {
    rules: 'concise',
    width: 5,
    height: 5,
    komi: 'auction',
    handicap: 3,
  });
  const guest = await invite();
  await join(guest, link, 'Bo');
  await host.bids(1.5);
  await guest.bids(3);
  await host.concedes();
  // The guest bid more, and so has Black and gives three points.
  await guest.plays('black', 'C3');
  await guest.plays('black', 'C4');
  await guest.plays('black', 'C2');
  // White's first two moves were passes, as the handicap asks; now White may play.
  await host.plays('white', 'D3');
  await guest.passes();
  await host.passes();
  // Three stones and nothing that Black alone reaches, against one and the komi.
  for (const person of [host, guest]) {
    await person.seesWin('white', 1);
    await person.seesTotals(3, 4);
  }
  await host.asksForRematch();
  await guest.asksForRematch();
  // A new game at the same link; the guest opens the bidding this time.
  await guest.bids(0.5);
  await host.concedes();
  await guest.seesTurn('black');
});

test('a disputed stone: marks, resumption, capture, agreement', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, { rules: 'oldest', width: 5, height: 5 });
  await black.plays('black', 'C3');
  await white.plays('white', 'A1');
  await black.passes();
  await white.passes();
  await black.deems('dead', 'A1');
  await black.accepts();
  // White sees it otherwise: a change of the marks takes back what Black accepted.
  await white.deems('dead', 'A1');
  await white.deems('alive', 'A1');
  await expect(black.acceptButton()).toBeEnabled();
  await white.resumes();
  await black.seesTurn('black');
  await black.plays('black', 'A2');
  await white.passes();
  await black.plays('black', 'B1');
  await white.sees('empty', 'A1');
  await white.passes();
  await black.passes();
  await white.passes();
  await black.accepts();
  await white.accepts();
  for (const person of [black, white]) {
    // 22 points less two passes; a stone captured, four passes, and the komi of 7.5.
    await person.seesWin('black', 17.5);
    await person.seesTotals(20, 2.5);
  }
});

test('one names the komi, the other chooses the colour', async ({ invite }) => {
  const host = await invite();
  const link = await openByLink(host, { rules: 'goban', width: 5, height: 5, komi: 'name_and_choose' });
  const guest = await invite();
  await join(guest, link, 'Bo');
  await host.namesKomi(4.5);
  await guest.choosesColor('white');
  await host.plays('black', 'C3');
  await guest.sees('black', 'C3');
  await guest.resigns();
  for (const person of [host, guest]) {
    await person.reads(person.words.outcome.resignation('Black'));
  }
});
