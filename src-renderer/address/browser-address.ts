/**
 * The browser's address and history, as something to be followed. An entry of the history keeps its key, and by it a
 * place: where in a list the reader was. Places are written on the way out only: a browser refuses to have its history
 * changed with each turn of a wheel.
 */
type Listener = () => void;

const STORAGE_KEY = 'watchfloor.places';
/** More entries than anybody goes back; the oldest are forgotten. */
const MAX_POSITIONS = 100;

const listeners = new Set<Listener>();
let last = '';
let places: Map<string, unknown> | null = null;
/** Keys that this page gave; with the moment at which it began they are no other page's. */
let keyCount = 0;
/** The place with which the present entry was entered: what is kept since then is for coming back. */
let entered: { key: string | null; readonly place: unknown } | null = null;

/** But for a launch link: for the moment until the page is loaded anew, the address is what it was before. */
export function currentHash(): string {
  const { hash } = window.location;
  if (!isLaunchLink(hash)) last = hash;
  return last;
}

function isLaunchLink(hash: string): boolean {
  return hash.startsWith('#launch=');
}

export function subscribeToAddress(listener: Listener): () => void {
  if (listeners.size === 0) {
    window.addEventListener('hashchange', notifyListeners);
    window.addEventListener('popstate', notifyListeners);
    window.addEventListener('pagehide', storePositions);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('hashchange', notifyListeners);
    window.removeEventListener('popstate', notifyListeners);
    window.removeEventListener('pagehide', storePositions);
  };
}

/** @param href `#/timeline?event=5`. Where it is the address already, nothing is added to the history. */
export function goTo(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (href === currentHash()) return;
  if (replace) window.history.replaceState(window.history.state, '', href);
  else window.history.pushState({ entry: nextKey() }, '', href);
  notifyListeners();
}

/** The same object for as long as the entry is the same; `null` where nothing was kept with it. */
export function entryPosition(): unknown {
  const key = entryKey();
  if (entered === null || entered.key !== key)
    entered = { key, place: key === null ? null : (savedPositions().get(key) ?? null) };
  return entered.place;
}

/** @param place goes through JSON where the page is loaded anew. */
export function savePosition(place: unknown): void {
  let key = entryKey();
  if (key === null) {
    key = nextKey();
    window.history.replaceState({ entry: key }, '');
    // The entry is still the one that was entered.
    if (entered?.key === null) entered.key = key;
  }
  const kept = savedPositions();
  kept.delete(key);
  kept.set(key, place);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_POSITIONS) break;
    kept.delete(oldest);
  }
}

function notifyListeners(): void {
  // No address of ours: `launch-link.ts` has the page loaded anew, and the host must get to see it as it is.
  if (isLaunchLink(window.location.hash)) return;
  for (const listener of listeners) listener();
}

function entryKey(): string | null {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('entry' in state)) return null;
  return typeof state.entry === 'string' ? state.entry : null;
}

function nextKey(): string {
  keyCount += 1;
  return `${performance.timeOrigin} ${keyCount}`;
}

function savedPositions(): Map<string, unknown> {
  places ??= loadPositions();
  return places;
}

function loadPositions(): Map<string, unknown> {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    return new Map(typeof kept === 'object' && kept !== null ? Object.entries(kept) : []);
  } catch {
    return new Map();
  }
}

function storePositions(): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(savedPositions())));
  } catch {
    // Storage is full or forbidden: places last as long as this page.
  }
}
