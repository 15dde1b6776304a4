// A game is opened, walked through, reviewed by the program and written in.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import problems from '../src/problems/words/en';
import review from '../src/review/words/en';
import type { RecordNode, RecordTree } from '../src/wire';
import type { Person } from './person';
import { checkAccessible, opens, REVIEW_MS_MAX, reviews } from './study';
import { choose } from './table';
import { expect, test } from './test';

/** Every language of the page. */
const LOCALES = ['en', 'zh', 'ja', 'ko', 'fr', 'de', 'es'];

/** A small game of our own, in which White plays in the corner for no reason. */
const GAME = '(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bo];B[ee];W[gc];B[cg];W[gg];B[cc];W[gf];B[fd];W[gd];B[fe];W[fg];B[eg];W[aa];B[ef];W[eh])';

/** A game that was played to the end. */
const PLAYED = fileURLToPath(new URL('../../data/scored/chinese-14.sgf', import.meta.url));

/** What would be saved. */
async function saves(person: Person): Promise<string> {
  const download = person.page.waitForEvent('download');
  await person.presses(review.save);
  return readFile(await (await download).path(), 'utf8');
}

test('a game is reviewed, the graph leads to its moves, and what was better is played on', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await reviews(person);
  const graph = page.getByRole('slider', { name: review.graph });
  const box = (await graph.boundingBox())!;
  await graph.click({ position: { x: box.width * (12 / 14), y: 20 } });
  await expect(graph).toHaveAttribute('aria-valuenow', '12');
  await person.sees('white', 'A9');
  await person.reads(/^A9 is (doubtful|a mistake|a blunder)\./);
  // The corner costs something, so it is among the moments, and in the table.
  await expect(page.getByRole('button', { name: /^12\s+A9/ }).first()).toBeVisible();
  await page.getByText(review.asTable).click();
  await expect(page.getByRole('row', { name: /^12 A9/ })).toBeVisible();

  await person.presses(review.showBetter);
  await person.reads(/^A continuation: move 1 of/);
  await person.sees('empty', 'A9');
  await page.keyboard.press('ArrowRight');
  await person.reads(/^A continuation: move 2 of/);
  await person.presses(review.adopt);
  await person.reads(review.variation(12));
  await checkAccessible(person);
});

test('a review starts by itself and leads to the first moment, where the better move is on the board', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await expect(page.getByRole('slider', { name: review.graph })).toBeVisible();
  await reviews(person);
  const [first] = await page.getByRole('group', { name: review.moments }).getByRole('button').all();
  await expect(first!).toHaveAttribute('aria-current', 'step');
  const better = page.getByRole('gridcell', { name: new RegExp(`, ${review.betterHere}$`) });
  await expect(better).toHaveCount(1);
  const [at = ''] = ((await better.getAttribute('aria-label')) ?? '').split(',');
  await person.reads(review.better(at));
  await person.presses(review.showBetter);
  await expect(person.point(at)).toHaveAccessibleName(/, (black|white)/);
});

test('who has gone somewhere meanwhile stays there', async ({ invite }) => {
  const person = await invite();
  await opens(person, GAME);
  await person.page.keyboard.press('End');
  await person.page.keyboard.press('Home');
  await reviews(person);
  await person.reads(new RegExp(`^${review.start} · `));
});

test('whoever played is shown their own moves', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await page.addInitScript(() => localStorage.setItem('ponnuki.settings', JSON.stringify({ name: 'Bo' })));
  await opens(person, GAME);
  await reviews(person);
  await expect(page.getByRole('group', { name: review.whose }).getByRole('radio', { name: 'White' })).toBeChecked();
  await expect(page.getByRole('group', { name: review.moments }).getByRole('button', { name: /^13\s+E4/ })).toHaveCount(0);
  await expect(page.getByRole('group', { name: review.moments }).getByRole('button').first()).toHaveAttribute('aria-current', 'step');
});

test('a review that goes on until it is stopped looks deeper each time', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, '(;GM[1]SZ[5]KM[0]RU[Chinese];B[cc];W[cb])');
  await reviews(person);
  await page.getByRole('radio', { name: review.efforts.endless }).check();
  await person.presses(review.anew);
  // Rounds on so small a board are short: whichever of them is seen, and then one that looks deeper still.
  const depth = page.getByText(new RegExp(`^${review.deeper('[0-9,]+')} `));
  const visits = async (): Promise<number> =>
    Number(
      ((await depth.textContent()) ?? '')
        .replace(/[^0-9 ]/g, '')
        .trim()
        .split(' ')[0],
    );
  await expect(depth).toBeVisible({ timeout: REVIEW_MS_MAX });
  const seen = await visits();
  expect(seen).toBeGreaterThanOrEqual(70);
  await expect.poll(visits, { timeout: REVIEW_MS_MAX }).toBeGreaterThan(seen);
  await person.presses(review.stop);
  await person.reads(new RegExp(`^${review.judgedBy('ponnuki-b6c64', '[0-9,]+')}`));
});

test('the page says who judged, and how to have a stronger judge', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await reviews(person);
  await person.reads(new RegExp(`^${review.judgedBy('ponnuki-b6c64', '70')}`));
  await page.getByText(review.stronger.title).click();
  await person.reads(/takes about [0-9]+ (second|minute|hour)s? on this machine/);
  await expect(page.getByRole('textbox', { name: review.stronger.command })).toHaveValue(/^ponnuki net fetch [a-z0-9]+ --use$/);
  await checkAccessible(person);
});

test('a server that has no room says so, and the review can be asked for again', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await page.goto('/review');
  const others = await page.evaluateHandle(async () => {
    const sockets = Array.from({ length: 4 }, () => new WebSocket(`ws://${location.host}/api/study/socket`));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => (socket.onopen = resolve))));
    return sockets;
  });
  await page.getByRole('textbox', { name: review.paste }).fill(GAME);
  await person.presses(review.show);
  await expect(page.getByRole('alert')).toHaveText(person.words.refused.busy);
  // The browser tells of every connection that is not taken; this one was to be refused.
  expect(person.complaints.splice(0).join()).toMatch(/429/);
  await others.evaluate((sockets) => sockets.forEach((socket) => socket.close()));
  await expect(async () => {
    await person.presses(review.begin);
    await expect(page.getByRole('slider', { name: review.graph })).toBeVisible();
  }).toPass();
  person.complaints.splice(0);
});

test('a file is read in the charset it was written in', async ({ invite }) => {
  const person = await invite();
  await person.page.goto('/review');
  const named = (name: Buffer): Buffer => Buffer.concat([Buffer.from('(;SZ[9]CA[Shift_JIS]PB['), name, Buffer.from('];B[ee])')]);
  // What Shift_JIS has for 本因坊.
  const buffer = named(Buffer.from([0x96, 0x7b, 0x88, 0xf6, 0x96, 0x56]));
  await person.page.getByLabel(review.open).setInputFiles({ name: 'game.sgf', mimeType: 'application/x-go-sgf', buffer });
  await person.reads('本因坊');
  expect(await saves(person)).toContain('CA[UTF-8]PB[本因坊]');
});

test('a game that was played is opened, looked through, added to, and is otherwise as it was', async ({ invite, program }) => {
  const person = await invite();
  const { page } = person;
  const sgf = await readFile(PLAYED, 'utf8');
  const treeOf = async (sgf: string): Promise<RecordTree> =>
    (await (await page.request.post(`${program.url}/api/study/record`, { data: { sgf } })).json()) as RecordTree;
  const before = await treeOf(sgf);
  await opens(person, sgf);
  expect(await saves(person)).toBe(sgf);

  // While the program still thinks about it, which takes as long as it takes.
  const graph = page.getByRole('slider', { name: review.graph });
  const { width } = (await graph.boundingBox())!;
  const count = Number(await graph.getAttribute('aria-valuemax'));
  await graph.click({ position: { x: (width * 10) / count, y: 20 } });
  await expect(graph).toHaveAttribute('aria-valuenow', '10');
  const empty = page.getByRole('gridcell', { name: new RegExp(`, ${person.words.point.empty}`) }).first();
  const [at = ''] = ((await empty.getAttribute('aria-label')) ?? '').split(',');
  await empty.click();
  await person.reads(review.variation(11));
  await page.getByRole('textbox', { name: review.comment }).fill('Here?');
  await page.getByRole('textbox', { name: review.comment }).blur();
  await expect(page.getByRole('button', { name: new RegExp(`^Move 11, .* ${at}, ${review.hasComment}$`) })).toBeVisible();

  const after = await treeOf(await saves(person));
  const added = after.nodes.filter(({ comment }) => comment === 'Here?');
  expect(added).toMatchObject([{ at, number: 11 }]);
  const rest = after.nodes.filter((node) => !added.includes(node));
  // Numbers of nodes move; what each says of the game does not.
  const bare = ({ parent: _, ...node }: RecordNode): Omit<RecordNode, 'parent'> => node;
  expect(rest.map(bare)).toEqual(before.nodes.map(bare));
  const header = ({ sgf: _, nodes: __, at: ___, ...header }: RecordTree): object => header;
  expect(header(after)).toEqual(header(before));
});

test('the moments are chosen by side and by what they lost, and each side is summed up', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await reviews(person);
  const group = page.getByRole('group', { name: review.whose });
  const moments = page.getByRole('group', { name: review.moments });
  const corner = moments.getByRole('button', { name: /^12\s+A9/ });
  await expect(corner).toBeVisible();
  await group.getByRole('radio', { name: 'Black' }).check();
  await expect(corner).toHaveCount(0);
  await group.getByRole('radio', { name: 'White' }).check();
  await page.getByRole('combobox', { name: review.which }).selectOption(review.fromPoints(2));
  await expect(corner).toBeVisible();
  await expect(moments.getByRole('button', { name: /^13\s+E4/ })).toHaveCount(0);

  const table = page.getByRole('table', { name: review.summary });
  await expect(table.getByRole('columnheader', { name: 'Bo' })).toBeVisible();
  await expect(table.getByRole('row', { name: new RegExp(`^${review.perMove} [0-9.]+ [0-9.]+$`) })).toBeVisible();
  await expect(table.getByRole('row', { name: new RegExp(`^${review.unmarked} [0-9]+ % [0-9]+ %$`) })).toBeVisible();
  await table.getByRole('button', { name: /^12 A9/ }).click();
  await person.sees('white', 'A9');
  await checkAccessible(person);
});

test('a mistake becomes a problem: the same move is refuted, a better one solves it, any other is judged', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await reviews(person);
  await page.getByRole('group', { name: review.whose }).getByRole('radio', { name: 'White' }).check();
  await page.getByRole('combobox', { name: review.which }).selectOption(review.fromPoints(2));
  await page.getByRole('button', { name: /^Train on/ }).click();
  await page.getByRole('link', { name: review.solve }).click();

  const own = await page.evaluate(
    () => JSON.parse(localStorage['ponnuki.own'] as string) as { problems: { id: string; task: { solved: string[]; wrong: string[][] } }[] },
  );
  const problem = own.problems.find(({ task }) => task.wrong[0]?.[0] === 'A9');
  if (!problem) throw new Error('the corner is no problem');
  await page.goto(`/problems/${problem.id}`);
  await expect(page.getByRole('heading', { name: problems.find('White') })).toBeVisible();
  await person.point('A9').click();
  await person.reads(problems.refuted);
  await person.sees('white', 'A9');
  await person.presses(problems.again);
  await person.sees('empty', 'A9');
  // The review did not look at this corner; nobody would.
  await person.point('J1').click();
  await expect(page.getByText(problems.refuted)).toBeVisible({ timeout: REVIEW_MS_MAX });
  await person.presses(problems.again);
  await person.point(problem.task.solved[0] ?? '').click();
  await person.reads(new RegExp(`^${problems.solved} In the game it was A9`));
  await checkAccessible(person);

  await page.getByRole('link', { name: problems.inGame }).click();
  await person.reads(review.moveOf(11, 14));
  await page.goto('/problems');
  await expect(page.getByRole('link', { name: new RegExp(`^${problems.kinds.own.title} .*1 of ${own.problems.length} met$`) })).toBeVisible();
  await page.goto(`/problems/${problem.id}`);
  await person.presses(problems.show);
  await person.presses(problems.forget);
  await page.goto(`/problems/${problem.id}`);
  await person.reads(problems.missing);
});

test('somebody plays on from a position against the computer, takes back, and keeps what was played', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await page.getByRole('button', { name: /^Move 5, Black C7/ }).click();
  await person.presses(review.trial.title);
  await page.getByRole('slider', { name: person.words.home.level }).fill('1');
  await person.presses(review.trial.begin);
  await person.reads(review.trial.yourMove('White'));
  await person.point('G5').click();
  await expect(page.getByRole('button', { name: /^Move 7, Black/ })).toHaveCount(2, { timeout: REVIEW_MS_MAX });
  await person.reads(review.trial.yourMove('White'));
  await person.presses(review.trial.takeBack);
  await person.sees('empty', 'G5');
  await person.point('G4').click();
  await person.reads(review.trial.yourMove('White'));
  await checkAccessible(person);
  await person.presses(review.trial.stop);
  await expect(person.button(review.trial.title)).toBeFocused();
  await person.reads(review.variation(6));
});

test('signs, letters and numbers are written on the board and into the file', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await page.keyboard.press('End');
  const uses = (tool: keyof typeof review.tools) => page.getByRole('radio', { name: review.tools[tool], exact: true }).check();
  for (const [tool, at] of [
    ['triangle', 'E5'],
    ['square', 'J9'],
    ['circle', 'J8'],
    ['cross', 'J7'],
    ['letter', 'J6'],
    ['letter', 'J5'],
    ['number', 'J4'],
  ] as const) {
    await uses(tool);
    await person.point(at).click();
    await expect(person.point(at)).toHaveAccessibleName(new RegExp(`, (${review.tools[tool]}|A|B|1)$`));
  }
  expect((await saves(person)).replace(/\s/g, '')).toMatch(/TR\[ee\].*SQ\[ia\]|SQ\[ia\].*TR\[ee\]/);
  const sgf = await saves(person);
  for (const written of ['CR[ib]', 'MA[ic]', '[id:A]', '[ie:B]', '[if:1]']) expect(sgf).toContain(written);

  // One thing in the place of another is one change.
  await uses('circle');
  await person.point('J9').click();
  await expect(person.point('J9')).toHaveAccessibleName(/, Circle$/);
  await page.keyboard.press('u');
  await expect(person.point('J9')).toHaveAccessibleName(/, Square$/);
  // With the keyboard, and away again.
  await person.point('J8').focus();
  await page.keyboard.press('Enter');
  await expect(person.point('J8')).toHaveAccessibleName(/, empty$/);
  await uses('play');
  await person.point('J1').click();
  await person.sees('black', 'J1');
  await checkAccessible(person);
});

test('the first glance is on the board, in the names of its points, and in the table', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await reviews(person);
  await page.keyboard.press('End');
  await page.getByRole('radio', { name: review.pictures.policy }).check();
  const table = page.getByRole('table', { name: review.pictures.policy });
  await expect(table.getByRole('columnheader', { name: review.columns.prior })).toBeVisible();
  const row = table.getByRole('row').nth(1);
  const move = (await row.getByRole('rowheader').textContent()) ?? '';
  const likely = (await row.getByRole('cell').textContent()) ?? '';
  expect(likely).toMatch(/^[0-9]+\u00a0%$/);
  await expect(person.point(move)).toHaveAccessibleName(`${move}, ${person.words.point.empty}, ${likely}`);
  // All moves that looked likely at all, not only those that were tried.
  expect(await page.getByRole('gridcell', { name: / %$/ }).count()).toBeGreaterThan(8);
  await checkAccessible(person);
  await page.getByRole('radio', { name: review.pictures.ownership }).check();
  await expect(page.getByRole('gridcell', { name: / %$/ })).toHaveCount(0);
  await page.getByRole('group', { name: review.moves, exact: true }).press('f');
  await expect(page.getByRole('radio', { name: review.pictures.policy })).toBeChecked();
});

test('the first glance is drawn before anything was reviewed, on any board and under any rulebook', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  for (const game of ['(;SZ[5:7]RU[Japanese];B[cc])', '(;SZ[19]RU[AGA];B[pd];W[dd])']) {
    await opens(person, game);
    await page.getByRole('radio', { name: review.pictures.policy }).check();
    await expect.poll(() => page.getByRole('gridcell', { name: / %$/ }).count()).toBeGreaterThan(4);
    await person.presses(review.another);
  }
});

/** What is asked of the program on this page, question by question. */
function questions(page: Page): { type: string; known?: unknown[] }[] {
  const asked: { type: string; known?: unknown[] }[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(JSON.parse(String(payload)) as { type: string })));
  return asked;
}

test('a finished review is there at once after a reload, and nothing is asked again', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await reviews(person);
  await page.keyboard.press('End');
  const asked = questions(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: review.moments })).toBeVisible();
  await expect(page.getByRole('slider', { name: review.graph })).toHaveAttribute('aria-valuenow', '14');
  expect(asked).toEqual([]);
  // The same game, brought again with another comment in it.
  await person.presses(review.another);
  await opens(person, GAME.replace('B[ee]', 'B[ee]C[The middle.]'));
  await expect(page.getByRole('heading', { name: review.moments })).toBeVisible();
  expect(asked).toEqual([]);
});

test('a review that is broken off goes on where it was', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  // The beginning is enough for who looks thoroughly.
  await opens(person, `${GAME.slice(0, GAME.indexOf(';B[fd]'))})`);
  await page.getByRole('radio', { name: review.efforts.thorough }).check();
  await expect(page.getByText(/^(9|1[147])\u00a0%$/)).toBeVisible({ timeout: REVIEW_MS_MAX });
  const asked = questions(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: review.moments })).toBeVisible({ timeout: REVIEW_MS_MAX });
  expect(asked).toMatchObject([{ type: 'review', visits: 400 }]);
  expect(asked[0]?.known?.length).toBeGreaterThan(2);
});

test('the wheel over the board goes through the moves', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await page.getByRole('grid', { name: review.board }).hover();
  await page.mouse.wheel(0, 100);
  await person.sees('black', 'E5');
  await page.mouse.wheel(0, -100);
  await person.sees('empty', 'E5');
});

test('reviews and problems are found from the first page', async ({ invite }) => {
  const person = await invite();
  const { page, words } = person;
  await page.goto('/');
  const main = page.getByRole('navigation', { name: words.nav.main });
  await main.getByRole('link', { name: words.nav.review }).click();
  await person.reads(review.lead);
  await main.getByRole('link', { name: words.nav.problems }).click();
  await person.reads(problems.lead);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await expect(main.getByRole('link', { name: words.nav.review })).toBeHidden();
  await page.getByRole('link', { name: words.home.leads.review }).click();
  await person.reads(review.lead);
});

test('a variation and a comment are saved beside all that was there', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await page.getByRole('button', { name: /^Move 3, Black C3/ }).click();
  await person.point('C7').click();
  await person.sees('white', 'C7');
  await person.reads(review.variation(4));
  await page.getByRole('textbox', { name: review.comment }).fill('Why not here?');
  await page.getByRole('textbox', { name: review.comment }).blur();
  await expect(page.getByRole('button', { name: `Move 4, White C7, ${review.hasComment}` })).toBeVisible();
  const sgf = await saves(person);
  const [before, after] = [GAME.slice(1, GAME.indexOf(';W[gg]')), GAME.slice(GAME.indexOf(';W[gg]'), -1)];
  const bare = sgf.replace(/\s/g, '');
  expect(bare).toContain(before.replace(/\s/g, ''));
  expect(bare).toContain(after);
  expect(bare).toMatch(/\(;W\[cc\]C\[Whynothere\?\]\)/);

  // It is there again when the page is, and when one comes back to it.
  await page.reload();
  await person.sees('white', 'C7');
  await page.goto('/');
  await page.goto('/review');
  await person.presses(review.goOn);
  await person.sees('white', 'C7');
  await person.presses(review.promote);
  await expect(person.button(review.promote)).toHaveCount(0);
  await person.presses(review.remove);
  await person.sees('empty', 'C7');
  await person.presses(review.undo);
  await person.sees('white', 'C7');
});

test('a move against the laws is refused in words', async ({ invite }) => {
  const person = await invite();
  await opens(person, '(;GM[1]SZ[5]RU[Japanese]AB[ba][ab]PL[W])');
  await person.point('A5').click();
  await expect(person.page.getByRole('alert')).toHaveText(person.words.refused.suicide);
  await person.sees('empty', 'A5');
  // The browser tells of every answer that is no; this one was asked for.
  expect(person.complaints.splice(0)).toHaveLength(1);
});

test('live analysis shows candidates on the board and in a table', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await page.getByRole('switch', { name: review.live }).check();
  const table = page.getByRole('table', { name: review.candidates });
  await expect(table.getByRole('button', { name: /^A: / })).toBeVisible({ timeout: REVIEW_MS_MAX });
  await expect(page.getByRole('gridcell', { name: /, candidate A, the best/ })).toHaveCount(1);
  await expect(table.getByRole('row', { name: /^A: .* 0 [0-9]+ %/ })).toBeVisible();
  // It goes on for as long as one looks.
  const visits = async (): Promise<number> => Number(((await page.getByText(/visits so far$/).textContent()) ?? '').replace(/[^0-9]/g, ''));
  await expect.poll(visits, { timeout: REVIEW_MS_MAX }).toBeGreaterThan(60);
  await table.getByRole('button', { name: /^A: / }).click();
  await person.reads(/^A continuation: move 1 of/);
  await person.presses(review.leave);
  await checkAccessible(person);
  await page.getByRole('group', { name: review.moves, exact: true }).press('Space');
  await expect(table).toHaveCount(0);
});

test('what the review thought of a position is on the board when it is asked for, and the line of each move while one points at it', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, GAME);
  await reviews(person);
  const asked = questions(page);
  await page.getByRole('group', { name: review.moves, exact: true }).press('m');
  await expect(page.getByRole('radio', { name: review.pictures.candidates })).toBeChecked();
  const best = page.getByRole('gridcell', { name: /, candidate A, the best/ });
  await expect(best).toHaveCount(1);
  const discs = page.locator('[data-disc]');
  expect(await discs.count()).toBeGreaterThan(1);
  const line = page.getByText(/^Expected after A: /);
  await best.hover();
  await expect(line).toBeVisible();
  await expect(discs).toHaveCount(0);
  await page.getByRole('heading', { name: review.moments }).hover();
  await expect(line).toHaveCount(0);
  // With the keyboard, on the board and in the table.
  await best.focus();
  await page.keyboard.press('ArrowUp');
  await expect(line).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(line).toBeVisible();
  await page.getByRole('table', { name: review.candidates }).getByRole('button', { name: /^B: / }).focus();
  await expect(page.getByText(/^Expected after B: /)).toBeVisible();
  expect(asked).toEqual([]);
  await checkAccessible(person);
});

test('a tap on a candidate shows its line first', async ({ invite }) => {
  const person = await invite({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { page } = person;
  await opens(person, GAME);
  await reviews(person);
  await page.getByRole('radio', { name: review.pictures.candidates }).check();
  const best = page.getByRole('gridcell', { name: /, candidate A, the best/ });
  const [at = ''] = ((await best.getAttribute('aria-label')) ?? '').split(',');
  await best.tap();
  await expect(page.getByText(/^Expected after A: /)).toHaveCount(1);
  await person.sees('empty', at);
  await person.point(at).tap();
  await expect(person.point(at)).toHaveAccessibleName(/, (black|white)/);
});

test('everything is done with the keyboard alone', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await page.goto('/review');
  await page.getByRole('textbox', { name: review.paste }).focus();
  await page.keyboard.insertText(GAME);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: review.board })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await person.sees('black', 'E5');
  await page.keyboard.press('PageDown');
  await person.reads(review.moveOf(11, 14));
  await page.keyboard.press('End');
  await person.reads(review.moveOf(14, 14));
  await page.keyboard.press('Home');
  await person.sees('empty', 'E5');
  await person.point('E5').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await person.sees('black', 'E6');
  await person.reads(review.variation(1));
  await person.button(review.steps.up).focus();
  await page.keyboard.press('ArrowUp');
  await person.sees('black', 'E5');
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Move 2, White pass', exact: true })).toBeVisible();
  await page.getByRole('group', { name: review.moves }).press('Space');
  await expect(page.getByRole('switch', { name: review.live })).toBeChecked();
});

test('a game that is over is reviewed from its room', async ({ invite }) => {
  const person = await invite();
  await person.page.goto('/');
  await choose(person, { width: 9, height: 9 });
  await person.presses(person.words.home.friendHere);
  await person.plays('black', 'E5');
  await person.plays('white', 'C3');
  await person.resigns();
  await person.page.getByRole('link', { name: person.words.room.review }).click();
  const last = person.page.getByRole('button', { name: /^Move 2, White C3/ });
  await expect(last).toBeVisible();
  // It is also found among the games of this browser.
  await person.page.goto('/');
  await person.page.getByRole('link', { name: new RegExp(`^${person.words.room.review}: `) }).click();
  await expect(last).toBeVisible();
  await person.page.goto('/review');
  await person.page.getByRole('main').getByRole('link', { name: /9×9/ }).click();
  await expect(last).toBeVisible();
});

test('a review is there in every language, also on a phone', async ({ invite }) => {
  for (const locale of LOCALES) {
    const person = await invite({ locale, viewport: { width: 360, height: 740 } });
    await person.page.goto('/review');
    await person.page.getByRole('textbox').fill(GAME);
    await person.page.locator('form').getByRole('button').click();
    await expect(person.page.locator('html')).toHaveAttribute('lang', locale);
    await expect(person.page.getByRole('grid')).toBeVisible();
    const { default: words } = (await import(`../src/review/words/${locale}.ts`)) as { default: typeof review };
    await person.presses(words.trial.title);
    await expect(person.page.getByRole('heading', { name: words.trial.title })).toBeFocused();
    const spills = await person.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(spills, locale).toBe(false);
    // Its review ends with the page: one address has only so many at once.
    await person.page.goto('about:blank');
  }
});

test('a review that is made can be used by everybody, in every language', async ({ invite }) => {
  for (const locale of LOCALES) {
    const person = await invite({ locale, viewport: { width: 360, height: 740 } });
    const { page } = person;
    await page.goto('/review');
    await page.getByRole('textbox').fill('(;GM[1]SZ[5]KM[0]RU[Chinese];B[cc];W[aa];B[cb])');
    await page.locator('form').getByRole('button').click();
    const { default: words } = (await import(`../src/review/words/${locale}.ts`)) as { default: typeof review };
    await expect(page.getByRole('heading', { name: words.moments })).toBeVisible({ timeout: REVIEW_MS_MAX });
    await person.reads(words.unmeasured);
    await checkAccessible(person);
    const spills = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(spills, locale).toBe(false);
    await page.goto('about:blank');
  }
});
