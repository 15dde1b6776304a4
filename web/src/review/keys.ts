// What keys mean on the page of a review, outside the fields of forms. The board keeps those it needs to itself.

/** What each key does. */
export type KeyActs = Record<string, () => void>;

/** Where keys are for writing or choosing. */
const FIELDS = 'textarea, select, dialog, input:not([type="checkbox"])';

/** Where Space presses something. */
const PRESSED = 'button, a, summary, input';

/** Does what `event` means; whether it meant anything. */
export function onKey(event: KeyboardEvent, acts: KeyActs): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest(FIELDS)) return false;
  if (event.key === ' ' && target?.closest(PRESSED)) return false;
  const act = acts[event.key];
  act?.();
  return act !== undefined;
}
