// Records of every kind in a review by the real program: long ones, some that are gone on with after passes, handicaps.
import review from '../src/review/words/en';
import { checkAccessible, opens, reviews } from './study';
import { expect, test } from './test';

/** A game of chance of so many moves on a small board: captures, single kos and no suicide, as players do. */
function randomGame(side: number, nMoves: number): string {
  const stones = new Array<number>(side * side).fill(0);
  let [seed, ko] = [20, -1];
  const dice = (n: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
  const near = (at: number): number[] => [
    ...(at % side > 0 ? [at - 1] : []),
    ...(at % side < side - 1 ? [at + 1] : []),
    ...[at - side, at + side].filter((other) => stones[other] !== undefined),
  ];
  /** The chain of a stone, and whether it has a liberty. */
  const chainOf = (at: number): { chain: Set<number>; isFree: boolean } => {
    const chain = new Set([at]);
    let isFree = false;
    for (const stone of chain)
      for (const other of near(stone)) {
        if (stones[other] === 0) isFree = true;
        else if (stones[other] === stones[at]) chain.add(other);
      }
    return { chain, isFree };
  };
  const play = (color: number, at: number): boolean => {
    if (stones[at] !== 0 || at === ko) return false;
    stones[at] = color;
    const taken = near(at).filter((other) => stones[other] === -color && !chainOf(other).isFree);
    const gone = new Set(taken.flatMap((other) => [...chainOf(other).chain]));
    for (const other of gone) stones[other] = 0;
    const { chain, isFree } = chainOf(at);
    if (!isFree) stones[at] = 0;
    ko = gone.size === 1 && chain.size === 1 ? [...gone][0]! : -1;
    return isFree;
  };
  const letter = (n: number): string => String.fromCharCode(97 + n);
  const moves = Array.from({ length: nMoves }, (_, i) => {
    const color = i % 2 === 0 ? 1 : -1;
    const at = Array.from({ length: 200 }, () => dice(side * side)).find((at) => play(color, at));
    if (at === undefined) ko = -1;
    return `;${color > 0 ? 'B' : 'W'}[${at === undefined ? '' : letter(at % side) + letter(Math.floor(at / side))}]`;
  });
  return `(;SZ[${side}]KM[0.5]RU[Japanese]${moves.join('')})`;
}

test('a game of more than 400 moves is reviewed to its end, and every loss is the difference of the leads beside it', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, randomGame(5, 411));
  await reviews(person);
  const graph = page.getByRole('slider', { name: review.graph });
  await expect(graph).toHaveAttribute('aria-valuemax', '411');
  await page.getByText(review.asTable).click();
  const rows = await page
    .getByRole('group', { name: review.graph })
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim())));
  expect(rows.length).toBeGreaterThan(411);
  const lead = (text: string): number => {
    const [, color, points] = /^(Black|White) leads by ([0-9.]+)$/.exec(text) ?? [];
    return points === undefined ? 0 : color === 'Black' ? Number(points) : -Number(points);
  };
  const lost = rows.flatMap((row, i) => (row[3] ? [{ row, above: rows[i - 1]! }] : []));
  expect(lost.length).toBeGreaterThan(10);
  for (const { row, above } of lost) {
    const change = Math.abs(lead(above[2]!) - lead(row[2]!));
    expect(change.toFixed(1), row.join(' ')).toBe(Number(row[3]).toFixed(1));
  }
  // It is there again at once after a reload.
  await page.keyboard.press('End');
  await person.reads(/^Move 411 of 411/);
  await page.reload();
  await expect(page.getByRole('heading', { name: review.moments })).toBeVisible();
  await expect(graph).toHaveAttribute('aria-valuenow', '411');
  await checkAccessible(person);
});

test('a long game on the large board is walked through while the program thinks about it, and the review is stopped and gone on with', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, randomGame(19, 420));
  const graph = page.getByRole('slider', { name: review.graph });
  await expect(graph).toHaveAttribute('aria-valuemax', '420');
  await expect(page.locator('p[role=status]', { hasText: /^[1-9][0-9]?\u00a0%$/ })).toBeVisible();
  await page.keyboard.press('End');
  await person.reads(/^Move 420 of 420/);
  await person.presses(review.stop);
  await expect(person.button(review.resume)).toBeVisible();
  await page.reload();
  await expect(person.button(review.resume)).toBeVisible();
  await person.presses(review.resume);
  await expect(person.button(review.stop)).toBeVisible();
  await person.presses(review.stop);
});

test('in a game that was gone on with after two passes every verdict is at its move', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, '(;SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc];B[cg];W[gg];B[];W[];B[cc];W[gf];B[fd];W[gd];B[fe];W[aa];B[ef])');
  await reviews(person);
  await expect(page.getByText(review.stale)).toHaveCount(0);
  await page.getByRole('button', { name: /^Move 12, White A9/ }).click();
  await person.reads(/^A9 is (doubtful|a mistake|a blunder)\./);
  await expect(page.getByRole('slider', { name: review.graph })).toHaveAttribute('aria-valuenow', '12');
  await page.getByText(review.asTable).click();
  await expect(page.getByRole('row', { name: /^12 A9 .* [0-9.]+ \S+ (doubtful|a mistake|a blunder)$/ })).toBeVisible();
  // The moves that are good there are those of this position: Black's, in the corner that White left.
  await page.getByRole('radio', { name: review.pictures.candidates }).check();
  await expect(page.getByRole('gridcell', { name: /^A9, .*candidate/ })).toHaveCount(0);
  await expect(page.getByRole('gridcell', { name: /, candidate A, the best/ })).toHaveCount(1);
});

test('a handicap that a file has as moves is no reason to judge nothing', async ({ invite }) => {
  const person = await invite();
  const { page } = person;
  await opens(person, '(;SZ[9]HA[2]KM[0.5];B[gc];B[cg];W[ee];B[cc];W[gg];B[aa];W[ec];B[gf];W[fg])');
  await reviews(person);
  await expect(page.getByText(review.stale)).toHaveCount(0);
  await page.getByRole('button', { name: /^Move 6, Black A9/ }).click();
  await person.reads(/^A9 is (doubtful|a mistake|a blunder)\./);
  await checkAccessible(person);
});

test('a line that is too long to be thought about is refused in the reader’s language', async ({ invite }) => {
  const { page } = await invite({ locale: 'de' });
  await page.goto('/review');
  await page.getByRole('textbox').fill(`(;SZ[9]${';B[];W[]'.repeat(1_001)})`);
  await page.getByRole('button', { name: 'Diese Partie zeigen', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Das Programm denkt über höchstens 2\.000 Züge/);
});
