// The file with several games that the record in work came from. The browser keeps it, so that the others are still at
// hand when the page is loaded again; it may be too large for what `memory.ts` has, which is why it lies elsewhere.

import type { Origin } from './study.svelte';

const DATABASE = 'ponnuki';
const STORE = 'files';
/** There is one file: the latest. */
const KEY = 'review';

/** A file on the shelf. */
type Shelved = Pick<Origin, 'source' | 'games' | 'nGames' | 'shelf'>;

/** A name that no file had before. */
export function newName(): string {
  return `${Date.now()} ${Math.random()}`;
}

/** How long keeping a file may hold up the game that was chosen from it, in milliseconds. */
const PATIENCE_MS = 1_000;

/** Keeps the file of a record instead of the one before. A browser that keeps nothing, or is slow to, still reads. */
export async function shelve({ source, games, nGames, shelf }: Origin): Promise<void> {
  const kept = act('readwrite', (files) => files.put({ source, games, nGames, shelf } satisfies Shelved, KEY)).catch(() => undefined);
  await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** The file that was kept under this name; null if another has its place. */
export async function recallFile(shelf: string): Promise<Shelved | null> {
  const kept = await act<Shelved | undefined>('readonly', (files) => files.get(KEY)).catch(() => undefined);
  return kept?.shelf === shelf ? kept : null;
}

function act<T>(mode: IDBTransactionMode, wish: (files: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open(DATABASE, 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore(STORE);
    opened.onerror = () => reject(opened.error);
    opened.onsuccess = () => {
      const database = opened.result;
      const transaction = database.transaction(STORE, mode);
      const request = wish(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result as T);
      transaction.onabort = () => reject(transaction.error);
      transaction.addEventListener('complete', () => database.close());
      transaction.addEventListener('abort', () => database.close());
    };
  });
}
