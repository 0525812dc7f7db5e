/**
 * Each history entry has a key, under which its list position is stored. Positions go to session storage only on
 * `pagehide`, because browsers limit how often a page may change its history.
 */
import { asRecord } from '../../src-shared/lib/as-record.ts';
import { readStored, writeStored } from '../browser-storage.ts';

type Listener = () => void;

const STORAGE_KEY = 'watchfloor.places';
const MAX_POSITIONS = 100;

const listeners = new Set<Listener>();
let last = '';
let positions: Map<string, unknown> | null = null;
/** Keys issued by this page. Together with `performance.timeOrigin` they are unique across pages. */
let keyCount = 0;
/** Position from when the user entered the current entry. Positions saved since then apply only on return. */
let entered: { key: string | null; readonly position: unknown } | null = null;

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

/** @param href for example `#/timeline?event=5`; adds no history entry if this is already the address */
export function goTo(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (href === currentHash()) return;
  if (replace) window.history.replaceState(window.history.state, '', href);
  else window.history.pushState({ entry: nextKey() }, '', href);
  notifyListeners();
}

/** Returns the same object until the entry changes. Null if no position was stored for the entry. */
export function entryPosition(): unknown {
  const key = entryKey();
  if (entered === null || entered.key !== key)
    entered = { key, position: key === null ? null : (savedPositions().get(key) ?? null) };
  return entered.position;
}

/** @param position must survive JSON, because it is stored across a reload */
export function savePosition(position: unknown): void {
  let key = entryKey();
  if (key === null) {
    key = nextKey();
    window.history.replaceState({ entry: key }, '');
    // The entry only got its key now; the user has not left it.
    if (entered?.key === null) entered.key = key;
  }
  const saved = savedPositions();
  saved.delete(key);
  saved.set(key, position);
  for (const oldest of saved.keys()) {
    if (saved.size <= MAX_POSITIONS) break;
    saved.delete(oldest);
  }
}

function notifyListeners(): void {
  // A launch link is not an address of the page: `launch-link.ts` reloads the page so that the host can read it.
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
  positions ??= new Map(Object.entries(asRecord(readStored(() => window.sessionStorage, STORAGE_KEY))));
  return positions;
}

function storePositions(): void {
  writeStored(() => window.sessionStorage, STORAGE_KEY, Object.fromEntries(savedPositions()));
}
