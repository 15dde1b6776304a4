// Game files in the review: what they say and draw, their trees, several games in one, large ones, their names, and paper.
import type { Locator } from '@playwright/test';
import review from '../src/review/words/en';
import type { Person } from './person';
import { checkAccessible } from './study';
import { expect, test } from './test';

const { file } = review;

async function opensFile(person: Person, name: string, sgf: string | Buffer): Promise<void> {
  // What was open before is not taken up again.
  await person.page.goto('about:blank');
  await person.page.goto('/review');
  const buffer = typeof sgf === 'string' ? Buffer.from(sgf) : sgf;
  await person.page.getByLabel(review.open).setInputFiles({ name, mimeType: 'application/x-go-sgf', buffer });
}

async function seesBoard(person: Person): Promise<void> {
  await expect(person.page.getByRole('grid', { name: review.board })).toBeVisible();
}

/** What is selected in the tree. */
function current(person: Person): Locator {
  return person.page.getByRole('tree', { name: file.tree }).locator('[aria-selected="true"]');
}

test('what a file says of itself leaves room for the game, however long it is', async ({ invite }) => {
  const person = await invite({ viewport: { width: 390, height: 844 } });
  await opensFile(person, 'game.sgf', `(;SZ[9]GN[${'long '.repeat(100)}]PB[${'longer '.repeat(100)}];B[ee])`);
  await seesBoard(person);
  await expect(person.page.getByRole('heading', { level: 1 })).toContainText('long');
  await expect(person.button(review.steps.forward)).toBeInViewport();
});

test('what a file says of a node stands beside the board, as it was written', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  const long = Array.from({ length: 80 }, (_, i) => `Line ${i}`).join('\n');
  await opensFile(
    person,
    'said.sgf',
    `(;SZ[9]EV[Spring cup]DT[2020-03-04]GC[A game\nin two lines];B[ee]N[The centre]TE[2]GB[1]C[<b>bold</b> <img src=x onerror=alert(1)> a\\]b\nsecond];W[cc]C[${long}];B[gg])`,
  );
  await seesBoard(person);
  const said = page.getByRole('region', { name: file.said });
  await expect(said).toHaveText('A game\nin two lines', { useInnerText: true });
  await page.getByText(file.about).click();
  await person.reads('Spring cup');

  await person.presses(review.steps.forward);
  await expect(said.getByRole('heading')).toHaveText('The centre');
  await expect(said).toContainText('A brilliant tesuji. Good for Black.');
  await expect(said).toContainText('<b>bold</b> <img src=x onerror=alert(1)> a]b\nsecond', { useInnerText: true });
  await expect(said.locator('b, img')).toHaveCount(0);
  await checkAccessible(person);

  await person.presses(review.steps.forward);
  await expect(said).toContainText('Line 79');
  const [inside, outside] = await said.evaluate((box) => [box.scrollHeight, box.clientHeight]);
  expect(inside!).toBeGreaterThan(outside!);
  await said.focus();
  await page.keyboard.press('End');
  await expect.poll(() => said.evaluate((box) => box.scrollTop)).toBeGreaterThan(100);
  await expect(said).toContainText('Line 79');
  await person.presses(review.steps.last);
  await expect(said).toHaveCount(0);
});

test('what a file draws is on the board and in the names of its points', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opensFile(
    person,
    'marks.sgf',
    '(;SZ[9];B[ee]TR[aa]SQ[ba]CR[ca]MA[da]SL[ea]LB[fa:xy]TB[ag][ah]TW[ig]LN[bb:cb]AR[db:eb]DD[ii];W[cc]DD[]VW[aa:ie];B[gg]VW[])',
  );
  await seesBoard(person);
  await person.presses(review.steps.forward);
  for (const [at, name] of Object.entries({
    A9: review.tools.triangle,
    B9: review.tools.square,
    C9: review.tools.circle,
    D9: review.tools.cross,
    E9: file.selected,
    F9: 'xy',
    A3: file.territory.black,
    J3: file.territory.white,
    B8: file.stroke('B8', 'C8'),
    D8: file.arrow('D8', 'E8'),
    J1: file.dimmed,
  })) {
    await expect(person.point(at)).toHaveAccessibleName(new RegExp(`, ${name}$`));
  }
  await person.presses(review.steps.forward);
  await expect(person.point('A1')).toHaveAccessibleName(new RegExp(`, ${file.dimmed}$`));
  await expect(person.point('A9')).not.toHaveAccessibleName(new RegExp(file.dimmed));
  await page.keyboard.press('ArrowRight');
  await expect(person.point('A1')).not.toHaveAccessibleName(new RegExp(file.dimmed));
});

test('where a line branches the ways on are on the board, and lead on by a click, a tap and a key', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  const branching = '(;SZ[9]LB[ii:A];B[ee](;W[cc];B[gg])(;W[gc])(;W[cg]))';
  await opensFile(person, 'branching.sgf', branching);
  await seesBoard(person);
  await person.presses(review.steps.forward);
  await expect(person.point('C7')).toHaveAccessibleName(new RegExp(`, ${file.branch('A')}$`));
  await expect(person.point('G7')).toHaveAccessibleName(new RegExp(`, ${file.branch('B')}$`));
  await checkAccessible(person);

  await person.point('G7').click();
  await person.sees('white', 'G7');
  await expect(current(person)).toHaveAccessibleName(/^Move 2, White G7/);
  await person.presses(review.steps.back);
  await page.keyboard.press('3');
  await person.sees('white', 'C3');
  await page.keyboard.press('ArrowLeft');
  await page
    .getByRole('group', { name: file.branches })
    .getByRole('button', { name: `${file.branch('A')}: C7` })
    .click();
  await person.sees('white', 'C7');
  // Nothing was added: all of it was there.
  await expect(person.button(review.undo)).toBeDisabled();

  const finger = await invite({ hasTouch: true, viewport: { width: 390, height: 844 } });
  await opensFile(finger, 'branching.sgf', branching);
  await seesBoard(finger);
  await finger.page.getByRole('button', { name: review.steps.forward }).tap();
  await finger.page
    .getByRole('group', { name: file.branches })
    .getByRole('button', { name: `${file.branch('B')}: G7` })
    .tap();
  await finger.sees('white', 'G7');
});

test('the tree shows main line and variations, and leads to every node', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opensFile(person, 'tree.sgf', '(;SZ[9];B[ee];W[cc](;B[gg];W[cg];B[gc])(;B[fc];W[df]))');
  await seesBoard(person);
  const tree = page.getByRole('tree', { name: file.tree });
  await expect(tree.getByRole('treeitem')).toHaveCount(8);
  await expect(current(person)).toHaveAccessibleName(review.start);
  await tree.getByRole('treeitem', { name: /^Move 4, White D4/ }).click();
  await person.sees('white', 'D4');
  await person.sees('empty', 'G3');
  await tree.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(current(person)).toHaveAccessibleName(/^Move 3, Black F7/);
  await page.keyboard.press('ArrowUp');
  await expect(current(person)).toHaveAccessibleName(/^Move 3, Black G3/);
  const active = await tree.getAttribute('aria-activedescendant');
  expect(active).toBe(await current(person).getAttribute('id'));
  await page.keyboard.press('End');
  await expect(current(person)).toHaveAccessibleName(/^Move 5, Black G7/);
  await checkAccessible(person);
});

/** A game of passes and moves that people never played: so many moves, with a variation at each of so many. */
function longGame(nMoves: number, nVariations: number): string {
  const letter = (n: number): string => String.fromCharCode(97 + n);
  const point = (i: number): string => letter(i % 19) + letter(Math.floor(i / 19) % 19);
  const move = (i: number): string => `;${i % 2 === 0 ? 'B' : 'W'}[${i < 300 ? point(i) : ''}]`;
  const head = Array.from({ length: nMoves }, (_, i) => `${i < nVariations ? '(' : ''}${move(i)}`).join('');
  const tail = Array.from({ length: nVariations }, (_, n) => {
    const i = nVariations - 1 - n;
    return `)(;${i % 2 === 0 ? 'B' : 'W'}[ss];${i % 2 === 0 ? 'W' : 'B'}[rs])`;
  }).join('');
  return `(;SZ[19]${head}${tail})`;
}

test('a tree of hundreds of moves and variations is drawn in part, and walked through whole', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opensFile(person, 'long.sgf', longGame(600, 290));
  await seesBoard(person);
  const tree = page.getByRole('tree', { name: file.tree });
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(400);
  await page.keyboard.press('End');
  await person.reads(/^Move 600 of 600/);
  await tree.scrollIntoViewIfNeeded();
  await expect(current(person)).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(current(person)).toHaveAccessibleName(review.start);
  await page.keyboard.press('2');
  await expect(current(person)).toHaveAccessibleName(/^Move 1, Black T1/);
  await tree.scrollIntoViewIfNeeded();
  await expect(current(person)).toBeInViewport();
});

const THREE = `(;SZ[9]PB[Ann]BR[3k]PW[Bo]RE[B+R]DT[2020-01-02]GN[First];B[ee];W[cc])
(;SZ[13]PB[Cho]PW[Dan]RE[W+2.5]DT[2021-05-06];B[dd];W[jj];B[dj])
(;SZ[9];B[gg])`;

test('of a file with several games one is chosen, and the choice is remembered', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opensFile(person, 'three.sgf', THREE);
  await expect(page.getByRole('heading', { name: file.games('3') })).toBeFocused();
  await person.reads('three.sgf');
  const second = page.getByRole('button', { name: /^Game 2/ });
  await expect(second).toContainText('Cho');
  await expect(second).toContainText('Dan');
  await expect(second).toContainText(`W+2.5 · 2021-05-06 · ${file.nMoves('3')} · 13×13`);
  await checkAccessible(person);
  await second.click();
  await seesBoard(person);
  await person.reads('Cho');

  const download = page.waitForEvent('download');
  await person.presses(file.saveOne);
  expect((await download).suggestedFilename()).toBe('three-2.sgf');

  await page.getByRole('button', { name: file.otherGames }).click();
  await expect(page.getByRole('button', { name: /^Game 2/ })).toContainText(file.openNow);
  await page.getByRole('button', { name: /^Game 1 · First/ }).click();
  await seesBoard(person);
  await person.reads('First');
  await page.reload();
  await person.reads('First');

  await opensFile(person, 'three.sgf', THREE);
  await expect(page.getByRole('button', { name: /^Game 1/ })).toContainText(file.lastChosen);
  await person.presses(file.back);
  await expect(page.getByRole('heading', { name: review.title })).toBeVisible();
});

test('the other games of a file are still there when the page is loaded again', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opensFile(person, 'three.sgf', THREE);
  await page.getByRole('button', { name: /^Game 1/ }).click();
  await seesBoard(person);
  await person.reads('First');
  await page.reload();
  await person.reads('First');
  await page.getByRole('button', { name: file.otherGames }).click();
  await expect(page.getByRole('heading', { name: file.games('3') })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Game 1/ })).toContainText(file.openNow);
  await page.getByRole('button', { name: /^Game 2/ }).click();
  await seesBoard(person);
  await person.reads('Cho');
  await page.reload();
  await person.reads('Cho');
  await expect(page.getByRole('button', { name: file.otherGames })).toBeVisible();

  // Whatever comes next has nothing to do with that file.
  await opensFile(person, 'one.sgf', '(;SZ[9]PB[Eve];B[ee])');
  await person.reads('Eve');
  await page.reload();
  await person.reads('Eve');
  await expect(page.getByRole('button', { name: file.otherGames })).toHaveCount(0);
});

test('a game is found among thousands, in a file of nearly eight megabytes', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  const comment = 'x'.repeat(800);
  const games = Array.from({ length: 9_000 }, (_, i) => `(;SZ[9]PB[Black ${i}]PW[White]C[${comment}];B[ee];W[cc])\n`);
  await opensFile(person, 'thousands.sgf', games.join(''));
  await expect(page.getByRole('heading', { name: file.games('9,000') })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('searchbox', { name: file.find }).fill('black 7654');
  await page.getByRole('button', { name: /^Game 7,?655/ }).click();
  await seesBoard(person);
  await person.reads('Black 7654');
});

test('how far a file is read is shown, it can be given up, and one that is too large is refused in words', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await page.route('**/api/study/record', () => undefined);
  await opensFile(person, 'slow.sgf', '(;SZ[9];B[ee])');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await checkAccessible(person);
  await person.presses(person.words.cancel);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/api/study/record');

  await opensFile(person, 'large.sgf', Buffer.alloc((8 << 20) + 1, 'x'));
  await expect(page.getByRole('alert')).toHaveText(file.tooLarge);
});

test('a file keeps its name, as the title and when it is saved', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  const saved = async (): Promise<string> => {
    const download = page.waitForEvent('download');
    await person.presses(review.save);
    return (await download).suggestedFilename();
  };
  await opensFile(person, 'my game.sgf', '(;SZ[9];B[ee])');
  await expect(page.getByRole('heading', { level: 1, name: 'my game.sgf' })).toBeVisible();
  await expect(page).toHaveTitle('my game.sgf · Ponnuki');
  expect(await saved()).toBe('my game.sgf');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'my game.sgf' })).toBeVisible();
  expect(await saved()).toBe('my game.sgf');

  await opensFile(person, 'other.sgf', '(;SZ[9]GN[The ear-reddening game];B[ee])');
  await expect(page.getByRole('heading', { level: 1, name: 'The ear-reddening game' })).toBeVisible();
  expect(await saved()).toBe('other.sgf');
});

test('a game that came from no file is saved under its players and its date', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await page.goto('/review');
  await page.getByRole('textbox', { name: review.paste }).fill('(;SZ[9]PB[Ann]PW[Bo/Cy]DT[2020-01-02];B[ee])');
  await person.presses(review.show);
  await seesBoard(person);
  const download = page.waitForEvent('download');
  await person.presses(review.save);
  expect((await download).suggestedFilename()).toBe('Ann - Bo Cy 2020-01-02.sgf');
});

test('on paper are the header, the diagrams and what is said, and nothing to press', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opensFile(person, 'paper.sgf', '(;SZ[9]PB[Ann]PW[Bo]RE[B+R]EV[Spring cup];B[ee]C[The centre];W[cc];B[gg]C[<b>Plain</b>])');
  await seesBoard(person);
  await person.presses(review.steps.last);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('img', { name: file.figure(1, 3) })).toBeVisible();
  await expect(page.getByRole('img', { name: file.nowShown(3) })).toBeVisible();
  await person.reads(/Ann/);
  await person.reads(/Spring cup/);
  await person.reads('The centre');
  await person.reads('<b>Plain</b>');
  await expect(page.getByRole('button')).toHaveCount(0);
  const paper = page.getByRole('article');
  const [ink, ground] = await paper.evaluate((article) => [getComputedStyle(article).color, getComputedStyle(article).backgroundColor]);
  expect([ink, ground]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('article')).toHaveCount(0);
  await seesBoard(person);
});
