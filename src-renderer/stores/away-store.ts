/**
 * Shared by all tabs and kept over reloads; an away span stays until the user marks it as read. Validates stored
 * values, because the user can edit them.
 */
import { createStore } from 'zustand/vanilla';
import { asRecord } from '../../src-shared/lib/as-record.ts';
import { readStored, writeStored } from '../browser-storage.ts';

/** UTC epoch ms, by the backend's clock. */
export interface AwaySpan {
  readonly from: number;
  readonly to: number;
}
interface AwayState {
  readonly away: AwaySpan | null;
  readonly read: AwaySpan | null;
}

/** An own choice, to be tested in use. */
export const MIN_AWAY_MS = 1_200_000;
/** Limits writes to the storage; the time of the last activity need not be exact. */
const WRITE_INTERVAL_MS = 15_000;
const KEY = 'watchfloor.looked';

interface StoredVisit extends AwayState {
  readonly at: number;
}

const NOTHING: AwayState = { away: null, read: null };

export type AwayStore = ReturnType<typeof createAwayStore>;

export function createAwayStore(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const store = createStore<AwayState>(() => NOTHING);
  let profile: string | null = null;

  function storedVisit(): StoredVisit | null {
    return profile === null ? null : (readAll(storage).get(profile) ?? null);
  }
  function keep(looked: StoredVisit): void {
    if (profile === null) return;
    store.setState({ away: looked.away, read: looked.read });
    writeStored(() => storage, KEY, Object.fromEntries([...readAll(storage), [profile, looked]]));
  }
  return {
    ...store,
    setProfile(id: string | null) {
      if (id === profile) return;
      profile = id;
      const { away, read } = storedVisit() ?? NOTHING;
      store.setState({ away, read });
    },
    recordActivity(now: number) {
      if (profile === null) return;
      const next = nextVisit(storedVisit(), now);
      if (next !== null) keep(next);
    },
    markRead() {
      const looked = storedVisit();
      if (looked !== null && looked.away !== null) keep({ at: looked.at, away: null, read: looked.away });
    },
    /** Reads the storage again after a change in another tab. */
    reload() {
      const { away, read } = storedVisit() ?? NOTHING;
      store.setState({ away, read });
    },
  };
}

function nextVisit(looked: StoredVisit | null, now: number): StoredVisit | null {
  // If the clock was set back, the time away is unknown.
  if (looked === null || looked.at > now) return { at: now, away: looked?.away ?? null, read: looked?.read ?? null };
  const sinceMs = now - looked.at;
  if (sinceMs >= MIN_AWAY_MS) return { at: now, away: { from: looked.away?.from ?? looked.at, to: now }, read: null };
  return sinceMs >= WRITE_INTERVAL_MS ? { ...looked, at: now } : null;
}

function readAll(storage: Pick<Storage, 'getItem'>): Map<string, StoredVisit> {
  const all = asRecord(readStored(() => storage, KEY));
  return new Map(
    Object.entries(all).flatMap(([id, value]): [string, StoredVisit][] => {
      const { at, away, read } = asRecord(value);
      return typeof at === 'number' ? [[id, { at, away: spanOf(away), read: spanOf(read) }]] : [];
    }),
  );
}

function spanOf(value: unknown): AwaySpan | null {
  const { from, to } = asRecord(value);
  return typeof from === 'number' && typeof to === 'number' && from < to ? { from, to } : null;
}
