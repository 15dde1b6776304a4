// The whole screen: for the page as it is, and for showing a board and its clocks to a room full of people.

class FullScreen {
  isOn = $state(false);
  readonly isPossible = document.fullscreenEnabled === true;
  #onLeft: (() => void)[] = [];

  constructor() {
    // People may also leave it by the browser's own ways.
    document.addEventListener('fullscreenchange', () => {
      this.isOn = document.fullscreenElement !== null;
      if (!this.isOn) for (const left of this.#onLeft) left();
    });
  }

  /** Calls `left` whenever the full screen is left, by whichever way. */
  onLeft(left: () => void): () => void {
    this.#onLeft.push(left);
    return () => (this.#onLeft = this.#onLeft.filter((other) => other !== left));
  }

  toggle(): void {
    if (this.isOn) this.leave();
    else this.enter();
  }

  /** The browser may refuse, and the page then stays as it is. */
  enter(): void {
    if (this.isPossible) document.documentElement.requestFullscreen().catch(() => undefined);
  }

  leave(): void {
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  }
}

export const fullScreen = new FullScreen();

/** Only the board, the players and their clocks, as large as they can be. */
class Presentation {
  isOn = $state(false);
  #stop: (() => void) | null = null;

  enter(): void {
    if (this.isOn) return;
    this.isOn = true;
    document.documentElement.dataset['presenting'] = '';
    fullScreen.enter();
    this.#stop = fullScreen.onLeft(() => this.leave());
  }

  leave(): void {
    if (!this.isOn) return;
    this.isOn = false;
    delete document.documentElement.dataset['presenting'];
    this.#stop?.();
    this.#stop = null;
    fullScreen.leave();
  }

  toggle(): void {
    if (this.isOn) this.leave();
    else this.enter();
  }
}

export const presentation = new Presentation();
