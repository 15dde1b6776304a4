// What a person does and sees at a page: by roles and names, as a screen reader tells them.
import { type ConsoleMessage, expect, type Locator, type Page, type Request } from '@playwright/test';
import en from '../src/words/en';

export type Color = 'black' | 'white';

/** How loose a name may be: whole unless it is an expression. */
type Name = string | RegExp;

/** How long the computer may think about a move or a proposal. */
const THINKING_MS_MAX = 40_000;

/** How long a page may take to notice that the line is dead, or back. */
const LINE_MS_MAX = 40_000;

/** A person at a browser. */
export class Person {
  /** What the browser complained of, and what was asked of strangers' servers. */
  readonly complaints: string[] = [];
  /** Whether the line is down on purpose: then the browser may say so. */
  isLineDown = false;
  /** Whether pages are asked for that are not there: then the browser may say so. */
  isAstray = false;

  constructor(
    readonly page: Page,
    readonly words: typeof en = en,
  ) {
    page.on('pageerror', (error) => this.complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => this.hear(message));
    page.on('request', (request) => this.watch(request));
  }

  private hear(message: ConsoleMessage): void {
    const isAboutLine = this.isLineDown && /ERR_|WebSocket/.test(message.text());
    const isAboutPage = this.isAstray && /\b404\b/.test(message.text());
    if (message.type() === 'error' && !isAboutLine && !isAboutPage) {
      this.complaints.push(`console: ${message.text()} (${message.location().url})`);
    }
  }

  private watch(request: Request): void {
    const { protocol, hostname } = new URL(request.url());
    if (/^(http|ws)/.test(protocol) && hostname !== '127.0.0.1') {
      this.complaints.push(`a request to ${hostname}`);
    }
  }

  button(name: Name): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async presses(name: Name): Promise<void> {
    await this.button(name).click();
  }

  async reads(text: Name): Promise<void> {
    await expect(this.page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  }

  /** The point that is read out as `D4, …`. */
  point(at: string): Locator {
    return this.page.getByRole('gridcell', { name: new RegExp(`^${at}(,|$)`) });
  }

  /** Says that a stone of `color`, or none, is at every point of `ats` on this person's board. */
  async sees(color: Color | 'empty', ...ats: string[]): Promise<void> {
    const what = color === 'empty' ? this.words.point.empty : this.words.stone[color];
    for (const at of ats) {
      await expect(this.point(at)).toHaveAccessibleName(new RegExp(`^${at}, ${what}`));
    }
  }

  async isEmpty(at: string): Promise<boolean> {
    const name = await this.point(at).getAttribute('aria-label');
    return name?.startsWith(`${at}, ${this.words.point.empty}`) ?? false;
  }

  /** Waits for the turn, plays at `at` and waits until the stone lies there. */
  async plays(color: Color, at: string): Promise<void> {
    await this.seesTurn(color);
    await this.point(at).click();
    await this.sees(color, at);
  }

  /** Passes, and says so again where the page finds it early. */
  async passes(): Promise<void> {
    await this.presses(this.words.room.pass);
    await this.confirms(this.words.confirm.pass, this.words.room.pass);
    await this.confirmsEnd();
  }

  /** Passes also where the page shows first what would be counted. */
  private async confirmsEnd(): Promise<void> {
    const { pass, passNext } = this.words.table.ends;
    const sure = this.button(pass).or(this.button(passNext));
    if (await sure.isVisible()) await sure.click();
  }

  /** Passes, unless the last pass, still on its way when the page was looked at, has stopped play. */
  async passesUnlessStopped(): Promise<void> {
    const stopped = this.page.getByText(this.words.agreement.title);
    try {
      await this.button(this.words.room.pass).click({ timeout: 3_000 });
    } catch (error) {
      if (await stopped.isVisible()) return;
      throw error;
    }
    await this.confirms(this.words.confirm.pass, this.words.room.pass);
    await this.confirmsEnd();
  }

  async resigns(): Promise<void> {
    await this.presses(this.words.room.resign);
    const dialog = this.page.getByRole('dialog', { name: this.words.confirm.resign });
    await dialog.getByRole('button', { name: this.words.room.resign }).click();
  }

  /** Answers the question `title`, if the page asks it. */
  private async confirms(title: string, answer: string): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: title });
    if (await dialog.isVisible()) {
      await dialog.getByRole('button', { name: answer }).click();
    }
  }

  private async opensChat(): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${this.words.room.tabs.chat}`) }).click();
  }

  /** Finds in the chat what somebody said. */
  async hears(text: string): Promise<void> {
    await this.opensChat();
    await expect(this.page.getByRole('log', { name: this.words.chat.title })).toContainText(text);
  }

  /** Takes a name, in the settings. */
  async names(name: string): Promise<void> {
    await this.presses(this.words.nav.settings);
    const dialog = this.page.getByRole('dialog', { name: this.words.settings.title });
    await dialog.getByRole('textbox', { name: this.words.settings.name }).fill(name);
    await dialog.getByRole('button', { name: this.words.close }).click();
  }

  async says(text: string): Promise<void> {
    await this.opensChat();
    await this.page.getByRole('textbox', { name: this.words.chat.say }).fill(text);
    await this.presses(this.words.chat.send);
  }

  async seesTurn(color: Color): Promise<void> {
    await this.reads(this.words.room.toMove[color]);
  }

  /** Waits for this person's turn, or until play has stopped. */
  async waitsForTurn(): Promise<'turn' | 'stopped'> {
    const stopped = this.page.getByText(this.words.agreement.title).or(this.page.getByText(this.words.score.title));
    const turn = this.page.getByText(this.words.room.yourMove, { exact: true });
    await expect(turn.or(stopped).first()).toBeVisible({ timeout: THINKING_MS_MAX });
    return (await stopped.first().isVisible()) ? 'stopped' : 'turn';
  }

  async asksToUndo(): Promise<void> {
    await this.presses(new RegExp(`^(${this.words.room.undo}|${this.words.room.askUndo})$`));
  }

  async answersUndo(answer: 'yes' | 'no'): Promise<void> {
    await this.presses(answer === 'yes' ? this.words.room.undoYes : this.words.room.undoNo);
  }

  async asksForRematch(): Promise<void> {
    await this.presses(new RegExp(`^(${this.words.room.rematch}|${this.words.room.rematchAccept})$`));
  }

  async bids(komi: number): Promise<void> {
    await this.page.getByLabel(this.words.bidding.yourBid).fill(String(komi));
    await this.presses(this.words.bidding.bid(this.words.number(komi)));
  }

  async concedes(): Promise<void> {
    await this.presses(/^Take White/);
  }

  async namesKomi(komi: number): Promise<void> {
    await this.page.getByRole('spinbutton').fill(String(komi));
    await this.presses(this.words.bidding.nameIt(this.words.number(komi)));
  }

  async choosesColor(color: Color): Promise<void> {
    await this.presses(this.words.bidding.chooseColor[color]);
  }

  acceptButton(): Locator {
    return this.button(this.words.agreement.accept);
  }

  async accepts(): Promise<void> {
    await this.acceptButton().click();
  }

  async resumes(): Promise<void> {
    await this.presses(this.words.agreement.resume);
  }

  isDead(at: string): Promise<boolean> {
    return this.point(at)
      .getAttribute('aria-label')
      .then((name) => name?.includes(this.words.point.dead) ?? false);
  }

  /** Marks the chain at `at` unless it is marked so already. */
  async deems(fate: 'dead' | 'alive', at: string): Promise<void> {
    // The computer's proposal may mark it at any moment before it is there.
    await expect(this.page.getByText(this.words.agreement.thinking)).toHaveCount(0, { timeout: THINKING_MS_MAX });
    if ((await this.isDead(at)) !== (fate === 'dead')) {
      await this.point(at).click();
    }
    await expect.poll(() => this.isDead(at)).toBe(fate === 'dead');
  }

  async seesWin(winner: Color, points: number): Promise<void> {
    const { color, outcome } = this.words;
    await this.reads(outcome.score(color[winner], outcome.points(points)));
  }

  /** Says that the sum on the page ends in these totals. */
  async seesTotals(black: number, white: number): Promise<void> {
    const row = this.page.getByRole('row', { name: new RegExp(`^${this.words.score.total}\\b`) });
    await expect(row.first()).toHaveAccessibleName(new RegExp(`${this.words.number(black)}\\s+${this.words.number(white)}$`));
  }

  /** Says that the sum on the page has a line of that name. */
  async seesCounted(line: keyof typeof en.score.lines): Promise<void> {
    const row = this.page.getByRole('row', { name: new RegExp(`^${this.words.score.lines[line]}\\b`) });
    await expect(row.first()).toBeVisible();
  }

  async seesLine(line: 'up' | 'down'): Promise<void> {
    const banner = this.page.getByText(this.words.room.lost);
    await expect(banner).toHaveCount(line === 'down' ? 1 : 0, { timeout: LINE_MS_MAX });
  }
}
