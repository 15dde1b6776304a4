// Short messages that go by themselves.

export interface Toast {
  id: number;
  text: string;
  action?: { label: string; act: () => void } | undefined;
}

const STAY_MS = 6_000;
/** What can still be answered stays longer. */
const STAY_WITH_ACTION_MS = 12_000;
const TOASTS_MAX = 3;

class Toasts {
  all = $state.raw<Toast[]>([]);
  #lastId = 0;

  show(text: string, action?: Toast['action']): void {
    const id = ++this.#lastId;
    const others = this.all.filter((toast) => toast.text !== text);
    this.all = [...others, { id, text, action }].slice(-TOASTS_MAX);
    setTimeout(() => this.drop(id), action ? STAY_WITH_ACTION_MS : STAY_MS);
  }

  drop(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
