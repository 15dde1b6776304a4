// The game in words: the line that / opens, and someone without a browser at the same board.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Person } from './person';
import { PROGRAM } from './program';
import { choose, openByLink } from './table';
import { expect, test } from './test';

/** Types a line into the box, and waits for what is said about it. */
async function types(person: Person, line: string, said?: string | RegExp): Promise<void> {
  const box = person.page.getByRole('region', { name: person.words.command.title });
  await box.getByRole('textbox').fill(line);
  await box.getByRole('textbox').press('Enter');
  if (said !== undefined) await expect(box).toContainText(said);
}

test('a whole conversation with the board, without a mouse', async ({ invite }) => {
  const person = await invite();
  await person.page.goto('/');
  await choose(person, { width: 5, height: 5 });
  await person.presses(person.words.home.friendHere);
  await person.seesTurn('black');
  await person.page.keyboard.press('/');
  await types(person, 'help', 'A point such as d4 puts a stone there.');
  await types(person, 'c3');
  await person.sees('black', 'C3');
  await types(person, 'chain c3', 'C3: black, a single stone. 4 liberties: C4, B3, D3, C2.');
  await types(person, 'c3', person.words.refused.occupied);
  await types(person, 'row 9', 'The board goes from A1 to E5.');
  await types(person, 'resign', 'White gives up? Say yes or no.');
  await types(person, 'no', person.words.command.not);
  await types(person, 'resign', 'White gives up? Say yes or no.');
  await types(person, 'yes');
  await person.reads(person.words.outcome.resignation(person.words.color.black));
  await person.page.keyboard.press('Escape');
  await expect(person.page.getByRole('region', { name: person.words.command.title })).toHaveCount(0);
});

/** Someone at a terminal: the program in words. */
class Talker {
  private said = '';
  private constructor(
    private readonly child: ChildProcess,
    private readonly dir: string,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
  }

  static async follow(link: string, name: string): Promise<Talker> {
    const dir = await mkdtemp(join(tmpdir(), 'ponnuki-e2e-plain-'));
    const args = ['play', '--plain', '--lang', 'en', '--link', link, '--name', name, '--data', dir];
    return new Talker(spawn(PROGRAM, args, { stdio: ['pipe', 'pipe', 'pipe'] }), dir);
  }

  types(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  async hears(text: string): Promise<void> {
    await expect.poll(() => this.said).toContain(text);
  }

  async leaves(): Promise<void> {
    const ended = new Promise<number | null>((resolve) => this.child.once('exit', resolve));
    this.types('quit');
    expect(await ended).toBe(0);
    await rm(this.dir, { recursive: true, force: true });
  }
}

test('a browser and a screen reader’s terminal play each other', async ({ invite }) => {
  const black = await invite();
  const link = await openByLink(black, { rules: 'chinese', width: 5, height: 5, color: 'black', komi: 0.5 });
  const white = await Talker.follow(link, 'Bo');
  await white.hears('You play White.');
  await black.plays('black', 'C3');
  await white.hears('Black C3. Your move.');
  white.types('c4');
  await black.sees('white', 'C4');
  await black.says('hello');
  await white.hears('hello');
  white.types('tell good evening');
  await black.hears('good evening');
  await black.plays('black', 'D4');
  white.types('atari');
  await white.hears('No chain is in atari.');
  white.types('resign');
  await white.hears('Do you give up? Say yes or no.');
  white.types('yes');
  await black.reads(black.words.outcome.resignation(black.words.color.black));
  await white.hears('Black wins by resignation. You lost.');
  await white.leaves();
});
