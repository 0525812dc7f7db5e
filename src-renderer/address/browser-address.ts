/**
 * The browser's address and history, as something to be followed. An entry of the history keeps its key, and by it a
 * place: where in a list the reader was. Places are written on the way out only: a browser refuses to have its history
 * changed with each turn of a wheel.
 */
type Listener = () => void;

const PLACES = 'watchfloor.places';
/** More entries than anybody goes back; the oldest are forgotten. */
const MOST_PLACES = 100;

const listeners = new Set<Listener>();
let last = '';
let places: Map<string, unknown> | null = null;
/** Keys that this page gave; with the moment at which it began they are no other page's. */
let keysGiven = 0;
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

export function followAddress(listener: Listener): () => void {
  if (listeners.size === 0) {
    window.addEventListener('hashchange', announce);
    window.addEventListener('popstate', announce);
    window.addEventListener('pagehide', writePlaces);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('hashchange', announce);
    window.removeEventListener('popstate', announce);
    window.removeEventListener('pagehide', writePlaces);
  };
}

/** @param href `#/timeline?event=5`. Where it is the address already, nothing is added to the history. */
export function goTo(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (href === currentHash()) return;
  if (replace) window.history.replaceState(window.history.state, '', href);
  else window.history.pushState({ entry: nextKey() }, '', href);
  announce();
}

/** The same object for as long as the entry is the same; `null` where nothing was kept with it. */
export function enteredPlace(): unknown {
  const key = entryKey();
  if (entered === null || entered.key !== key)
    entered = { key, place: key === null ? null : (keptPlaces().get(key) ?? null) };
  return entered.place;
}

/** @param place goes through JSON where the page is loaded anew. */
export function keepPlace(place: unknown): void {
  let key = entryKey();
  if (key === null) {
    key = nextKey();
    window.history.replaceState({ entry: key }, '');
    // The entry is still the one that was entered.
    if (entered?.key === null) entered.key = key;
  }
  const kept = keptPlaces();
  kept.delete(key);
  kept.set(key, place);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_PLACES) break;
    kept.delete(oldest);
  }
}

function announce(): void {
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
  keysGiven += 1;
  return `${performance.timeOrigin} ${keysGiven}`;
}

function keptPlaces(): Map<string, unknown> {
  places ??= readPlaces();
  return places;
}

function readPlaces(): Map<string, unknown> {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(PLACES) ?? '{}');
    return new Map(typeof kept === 'object' && kept !== null ? Object.entries(kept) : []);
  } catch {
    return new Map();
  }
}

function writePlaces(): void {
  try {
    window.sessionStorage.setItem(PLACES, JSON.stringify(Object.fromEntries(keptPlaces())));
  } catch {
    // Storage is full or forbidden: places last as long as this page.
  }
}
