// Which page is shown, by the address.

export type Route =
  | { page: 'home' }
  | { page: 'room'; room: string }
  | { page: 'rules' }
  | { page: 'learn'; lesson: string | null }
  | { page: 'ladder' }
  | { page: 'review'; of: string }
  | { page: 'problems'; name: string | null }
  | { page: 'rulebooks'; name: string | null }
  | { page: 'missing' };

/** Must agree with `is_place` in crates/server/src/pages.rs; `places.txt` checks both. */
export function routeOf(path: string, search = ''): Route {
  if (path === '/' || path === '/games') return { page: 'home' };
  if (path === '/about' || path === '/rules') return { page: 'rules' };
  if (/^\/learn\/ladder\/?$/.test(path)) return { page: 'ladder' };
  const learn = /^\/learn(?:\/([a-z-]{1,40}))?\/?$/.exec(path);
  if (learn) return { page: 'learn', lesson: learn[1] ?? null };
  if (/^\/review\/?$/.test(path)) return { page: 'review', of: search };
  const problems = /^\/problems(?:\/([a-z0-9-]{1,40}))?\/?$/.exec(path);
  if (problems) return { page: 'problems', name: problems[1] ?? null };
  const rulebooks = /^\/rulebooks(?:\/([a-z-]{1,40}))?\/?$/.exec(path);
  if (rulebooks) return { page: 'rulebooks', name: rulebooks[1] ?? null };
  const room = /^\/r\/([A-Za-z0-9]{1,64})\/?$/.exec(path)?.[1];
  return room === undefined ? { page: 'missing' } : { page: 'room', room };
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname, location.search));

  constructor() {
    addEventListener('popstate', () => (this.route = routeOf(location.pathname, location.search)));
    document.addEventListener('click', (event) => this.#follow(event));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.route = routeOf(location.pathname, location.search);
    scrollTo(0, 0);
  }

  /** Links to our own pages do not load anything anew. */
  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
