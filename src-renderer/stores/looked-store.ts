/**
 * When somebody last looked at a profile from this browser, and what they have not read since they were away. It is kept
 * for all tabs and over reloads: a span that was away stays until somebody says that they have read what happened in it.
 * What is kept is read with suspicion: anybody may have edited it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';

/** UTC epoch ms, by the backend's clock. */
export interface Away {
  readonly from: number;
  readonly to: number;
}
export interface LookedState {
  /** Not read yet. */
  readonly away: Away | null;
  /** Read, and still to be found. */
  readonly read: Away | null;
}
export interface LookedStore extends StoreApi<LookedState> {
  /** Whose it is; `null`: nothing is shown. */
  profile(id: string | null): void;
  /** Somebody looks: the page is visible, and used. */
  look(now: number): void;
  /** They have read what happened while they were away. */
  haveRead(): void;
  /** Another tab has kept something. */
  keptElsewhere(): void;
}

/** Ours, to be tried in use. */
export const AWAY_MS = 1_200_000;
/** What is kept need not be exact, and storage is no place to write into with each move of a hand. */
const STEP_MS = 15_000;
const KEY = 'watchfloor.looked';

interface Looked extends LookedState {
  readonly at: number;
}

const NOTHING: LookedState = { away: null, read: null };

export function createLookedStore(kept: Pick<Storage, 'getItem' | 'setItem'>): LookedStore {
  const store = createStore<LookedState>(() => NOTHING);
  let profile: string | null = null;

  function mine(): Looked | null {
    return profile === null ? null : (readAll(kept).get(profile) ?? null);
  }
  function keep(looked: Looked): void {
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
    profile(id) {
      if (id === profile) return;
      profile = id;
      const { away, read } = mine() ?? NOTHING;
      store.setState({ away, read });
    },
    look(now) {
      if (profile === null) return;
      const next = lookedAt(mine(), now);
      if (next !== null) keep(next);
    },
    haveRead() {
      const looked = mine();
      if (looked !== null && looked.away !== null) keep({ at: looked.at, away: null, read: looked.away });
    },
    keptElsewhere() {
      const { away, read } = mine() ?? NOTHING;
      store.setState({ away, read });
    },
  };
}

/** `null`: nothing is to be kept. */
function lookedAt(looked: Looked | null, now: number): Looked | null {
  // A clock that was set back says nothing of how long somebody was away.
  if (looked === null || looked.at > now) return { at: now, away: looked?.away ?? null, read: looked?.read ?? null };
  const sinceMs = now - looked.at;
  if (sinceMs >= AWAY_MS) return { at: now, away: { from: looked.away?.from ?? looked.at, to: now }, read: null };
  return sinceMs >= STEP_MS ? { ...looked, at: now } : null;
}

function readAll(kept: Pick<Storage, 'getItem'>): Map<string, Looked> {
  try {
    const all: unknown = JSON.parse(kept.getItem(KEY) ?? '{}');
    return new Map(
      Object.entries(Object(all)).flatMap(([id, value]): [string, Looked][] => {
        const { at, away, read }: Partial<Record<string, unknown>> = Object(value);
        return typeof at === 'number' ? [[id, { at, away: spanOf(away), read: spanOf(read) }]] : [];
      }),
    );
  } catch {
    return new Map();
  }
}

function spanOf(value: unknown): Away | null {
  const { from, to }: Partial<Record<string, unknown>> = Object(value);
  return typeof from === 'number' && typeof to === 'number' && from < to ? { from, to } : null;
}
