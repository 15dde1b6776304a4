// A game outlives reloads, dead lines, dead servers, second tabs and strangers.
import { readFile } from 'node:fs/promises';
import { Person } from './person';
import { expect, test } from './test';
import { join, openByLink, seatTwo } from './table';

const NINE = { rules: 'japanese', width: 9, height: 9 } as const;

test('a reload in mid-game brings back the board, the turn and the talk', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, NINE);
  await black.plays('black', 'E5');
  await white.says('hello there');
  await black.hears('hello there');
  await black.page.reload();
  await black.sees('black', 'E5');
  await black.hears('hello there');
  await black.seesTurn('white');
  await white.plays('white', 'C3');
  await black.plays('black', 'G7');
  await white.sees('black', 'G7');
});

test('a move is taken back when the other agrees, and not when not', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, NINE);
  await black.plays('black', 'E5');
  await white.plays('white', 'C3');
  await black.asksToUndo();
  await white.answersUndo('no');
  await black.sees('white', 'C3');
  // Nobody is asked twice in a row.
  await black.asksToUndo();
  await black.reads(black.words.refused.undo_declined);
  await black.plays('black', 'G7');
  await black.asksToUndo();
  await white.answersUndo('yes');
  for (const person of [black, white]) {
    await person.sees('empty', 'G7');
    await person.seesTurn('black');
  }
  await black.plays('black', 'D4');
  await white.sees('black', 'D4');
});

test('the server dies in mid-game and comes back with every move', async ({ invite, mortal }) => {
  const { black, white } = await seatTwo(invite, NINE, mortal.url);
  await black.plays('black', 'E5');
  await white.plays('white', 'C3');
  black.isLineDown = white.isLineDown = true;
  await mortal.kill();
  for (const person of [black, white]) {
    await person.seesLine('down');
  }
  // Nothing can be played on a board that is not live.
  await black.point('G7').click({ force: true });
  await mortal.startAgain();
  for (const person of [black, white]) {
    await person.seesLine('up');
    await person.sees('black', 'E5');
    await person.sees('white', 'C3');
    await person.sees('empty', 'G7');
    await person.seesTurn('black');
  }
  await black.plays('black', 'D4');
  await white.plays('white', 'F4');
  await black.sees('white', 'F4');
});

test('a phone loses the line and catches up when it is back', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, NINE);
  await black.plays('black', 'E5');
  black.isLineDown = true;
  await black.page.context().setOffline(true);
  await black.seesLine('down');
  await white.plays('white', 'C3');
  await black.sees('empty', 'C3');
  await black.page.context().setOffline(false);
  await black.seesLine('up');
  await black.sees('white', 'C3');
  await black.plays('black', 'D4');
  await white.sees('black', 'D4');
});

test('two tabs hold one seat', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, NINE);
  const tab = new Person(await black.page.context().newPage());
  await tab.page.goto(black.page.url());
  await black.plays('black', 'E5');
  await tab.sees('black', 'E5');
  await white.plays('white', 'C3');
  await tab.plays('black', 'D4');
  await black.sees('black', 'D4');
  expect(tab.complaints).toEqual([]);
});

test('a stranger with the watch link sees the game and cannot play in it', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, NINE);
  await black.plays('black', 'E5');
  const stranger = await invite();
  await stranger.page.goto(new URL(black.page.url()).pathname);
  await stranger.sees('black', 'E5');
  await expect(stranger.button(stranger.words.room.pass)).toHaveCount(0);
  await expect(stranger.button(stranger.words.room.resign)).toHaveCount(0);
  await expect(stranger.button(stranger.words.room.estimate)).toHaveCount(0);
  await stranger.point('C3').click({ force: true });
  // And with a program of their own, past the page:
  const answer = await stranger.page.evaluate(
    (room) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`/api/rooms/${room}/socket`.replace(/^/, location.origin.replace('http', 'ws')));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(String(data)) as { type: string; code?: string };
          if (message.type === 'welcome') {
            socket.send(JSON.stringify({ id: 1, type: 'play', node: 1, at: 'C3' }));
          } else if (message.type === 'done' || message.type === 'refused') {
            resolve(`${message.type} ${message.code ?? ''}`);
          }
        };
      }),
    new URL(black.page.url()).pathname.split('/').at(-1) ?? '',
  );
  expect(answer).toBe('refused not_your_seat');
  await black.sees('empty', 'C3');
  await white.plays('white', 'C3');
  await stranger.sees('white', 'C3');
});

test('an invitation seats one guest, and whoever comes later only watches', async ({ invite }) => {
  const host = await invite();
  const link = await openByLink(host, NINE);
  const guest = await invite();
  await join(guest, link, 'Bo');
  await host.seesTurn('black');
  const late = await invite();
  await late.page.goto(link);
  await expect(late.button(late.words.room.pass)).toHaveCount(0);
});

test('a game goes on at the phone by a link that only the player gets', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, NINE);
  await black.plays('black', 'E5');
  // The link is in a QR code on the page; a phone would read it from there.
  const room = new URL(black.page.url()).pathname.split('/').at(-1);
  const answer = await black.page.request.get(`/api/rooms/${room}/handoff`);
  const { url } = (await answer.json()) as { url: string };
  const phone = await invite({ viewport: { width: 390, height: 844 } });
  await phone.page.goto(url);
  await phone.reads(phone.words.seat.done);
  await white.plays('white', 'C3');
  await phone.plays('black', 'D4');
  await black.sees('black', 'D4');
  expect(new URL(phone.page.url()).hash).toBe('');
  const stranger = await invite();
  const refusal = await stranger.page.request.get(new URL(`/api/rooms/${room}/handoff`, url).href);
  expect(await refusal.json()).toMatchObject({ code: 'no_seat' });
});

test('a link to the phone works once, and the other devices can be signed out', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, NINE);
  const room = new URL(black.page.url()).pathname.split('/').at(-1);
  const answer = await black.page.request.get(`/api/rooms/${room}/handoff`);
  const { url } = (await answer.json()) as { url: string };
  const phone = await invite({ viewport: { width: 390, height: 844 } });
  await phone.page.goto(url);
  await phone.reads(phone.words.seat.done);
  const thief = await invite();
  await thief.page.goto(url);
  await thief.reads(thief.words.refused.bad_token);
  await expect(thief.button(thief.words.room.pass)).toHaveCount(0);
  expect(thief.complaints.splice(0)).toEqual([expect.stringContaining('401')]);
  await black.presses(black.words.room.share);
  await black.presses(black.words.share.othersSignOut);
  await black.reads(black.words.share.othersDone);
  await phone.reads(phone.words.seat.signedOut);
  await expect(phone.button(phone.words.room.pass)).toHaveCount(0);
  await black.page.keyboard.press('Escape');
  await black.plays('black', 'E5');
  await phone.sees('black', 'E5');
  await white.plays('white', 'C3');
  await black.page.reload();
  await black.plays('black', 'G7');
});

test('a game can be taken home as a file, with the line that was taken back', async ({ invite }) => {
  const { black, white } = await seatTwo(invite, NINE);
  await black.plays('black', 'E5');
  await white.plays('white', 'C3');
  await white.asksToUndo();
  await black.answersUndo('yes');
  await white.plays('white', 'G7');
  const [download] = await Promise.all([black.page.waitForEvent('download'), black.page.getByRole('link', { name: black.words.room.download }).click()]);
  const sgf = await readFile(await download.path(), 'utf8');
  for (const move of ['B[ee]', 'W[cg]', 'W[gc]']) {
    expect(sgf).toContain(move);
  }
});
