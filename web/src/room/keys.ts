// What keys mean on the page of a room, outside the fields of forms. The board keeps those it needs to itself.

import type { Table } from './table.svelte';

export interface KeyActs {
  pass: () => void;
  coordinates: () => void;
  present: () => void;
  help: () => void;
  command: () => void;
}

function acts(table: Table, page: KeyActs): Record<string, () => void> {
  return {
    ArrowLeft: () => table.lookBy(-1),
    ArrowRight: () => table.lookBy(1),
    ArrowUp: () => table.lookAside(-1),
    ArrowDown: () => table.lookAside(1),
    PageUp: () => table.jump(-1),
    PageDown: () => table.jump(1),
    Home: () => table.look(0),
    End: () => table.look(null),
    Escape: () => table.look(null),
    p: page.pass,
    u: () => table.undo(),
    e: () => void table.toggleEstimate(),
    c: page.coordinates,
    f: page.present,
    '/': page.command,
    '?': page.help,
  };
}

/** Does what `event` means; whether it meant anything. */
export function onKey(event: KeyboardEvent, table: Table, page: KeyActs): boolean {
  const target = event.target as Element | null;
  const isElsewhere = target?.closest('input, textarea, select, dialog, [role="tablist"]') != null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return false;
  const act = acts(table, page)[event.key];
  act?.();
  return act !== undefined;
}
