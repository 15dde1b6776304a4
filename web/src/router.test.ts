import places from '../places.txt?raw';
import { beforeAll, expect, test, vi } from 'vitest';

const LINES = places.split('\n').filter((line) => line.startsWith('/'));

let routeOf: (path: string) => { page: string };

beforeAll(async () => {
  // The router looks at the address as soon as it is there.
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined });
  ({ routeOf } = await import('./router.svelte'));
});

test.each(LINES.map((line) => line.split(' ') as [string, string]))('%s is %s', (path, page) => {
  expect(routeOf(path).page).toBe(page);
});
