/**
 * When somebody last looked at a profile from this browser, and what they have not read since they were away. It is kept
 * for all tabs and over reloads: a span that was away stays until somebody says that they have read what happened in it.
 * What is kept is read with suspicion: anybody may have edited it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';

/** UTC epoch ms, by the backend's clock. */
export interface AwaySpan {
  readonly from: number;
  readonly to: number;
}
export interface AwayState {
  /** Not read yet. */
  readonly away: AwaySpan | null;
  /** Read, and still to be found. */
  readonly read: AwaySpan | null;
}
export interface AwayStore extends StoreApi<AwayState> {
  /** Whose it is; `null`: nothing is shown. */
  setProfile(id: string | null): void;
  /** Somebody looks: the page is visible, and used. */
  recordActivity(now: number): void;
  /** They have read what happened while they were away. */
  markRead(): void;
  /** Another tab has kept something. */
  reload(): void;
}

/** Ours, to be tried in use. */
export const MIN_AWAY_MS = 1_200_000;
/** What is kept need not be exact, and storage is no place to write into with each move of a hand. */
const WRITE_INTERVAL_MS = 15_000;
const KEY = 'watchfloor.looked';

interface StoredVisit extends AwayState {
  readonly at: number;
}

const NOTHING: AwayState = { away: null, read: null };

export function createAwayStore(kept: Pick<Storage, 'getItem' | 'setItem'>): AwayStore {
  const store = createStore<AwayState>(() => NOTHING);
  let profile: string | null = null;

  function mine(): StoredVisit | null {
    return profile === null ? null : (readAll(kept).get(profile) ?? null);
  }
  function keep(looked: StoredVisit): void {
    if (profile === null) return;
    store.setState({ away: looked.away, read: looked.read });
    try {
      kept.setItem(KEY, JSON.stringify(Object.fromEntries([...readAll(kept), [profile, looked]])));
    } catch {
      // Storage is full or forbidden: it lasts for this visit.
    }
  }
  return {
    ...store,
    setProfile(id) {
      if (id === profile) return;
      profile = id;
      const { away, read } = mine() ?? NOTHING;
      store.setState({ away, read });
    },
    recordActivity(now) {
      if (profile === null) return;
      const next = nextVisit(mine(), now);
      if (next !== null) keep(next);
    },
    markRead() {
      const looked = mine();
      if (looked !== null && looked.away !== null) keep({ at: looked.at, away: null, read: looked.away });
    },
    reload() {
      const { away, read } = mine() ?? NOTHING;
      store.setState({ away, read });
    },
  };
}

/** `null`: nothing is to be kept. */
function nextVisit(looked: StoredVisit | null, now: number): StoredVisit | null {
  // A clock that was set back says nothing of how long somebody was away.
  if (looked === null || looked.at > now) return { at: now, away: looked?.away ?? null, read: looked?.read ?? null };
  const sinceMs = now - looked.at;
  if (sinceMs >= MIN_AWAY_MS) return { at: now, away: { from: looked.away?.from ?? looked.at, to: now }, read: null };
  return sinceMs >= WRITE_INTERVAL_MS ? { ...looked, at: now } : null;
}

function readAll(kept: Pick<Storage, 'getItem'>): Map<string, StoredVisit> {
  try {
    const all: unknown = JSON.parse(kept.getItem(KEY) ?? '{}');
    return new Map(
      Object.entries(Object(all)).flatMap(([id, value]): [string, StoredVisit][] => {
        const { at, away, read }: Partial<Record<string, unknown>> = Object(value);
        return typeof at === 'number' ? [[id, { at, away: spanOf(away), read: spanOf(read) }]] : [];
      }),
    );
  } catch {
    return new Map();
  }
}

function spanOf(value: unknown): AwaySpan | null {
  const { from, to }: Partial<Record<string, unknown>> = Object(value);
  return typeof from === 'number' && typeof to === 'number' && from < to ? { from, to } : null;
}
