/**
 * All profiles of this computer with how each stands with its sign-in, as the backend tells them; and beside them what
 * was typed and is not saved, which stays for as long as the page does.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';
import { createDraft, hasUnconfirmedChanges, isOutdated, type ProfileDraft } from './profile-draft.ts';

/** In the place of an id: the profile that was never saved. */
export const NEW_PROFILE = 'new';

export interface ProfilesState {
  /** By name, Practice last; `null` until the backend told them. */
  readonly entries: readonly ProfileEntry[] | null;
  /** By id, or `NEW_PROFILE`. */
  readonly drafts: ReadonlyMap<string, ProfileDraft>;
  /** When each was saved from this page last, UTC epoch ms. */
  readonly savedAt: ReadonlyMap<string, number>;
  /** Which editor a profile has where that began with another id: a new one keeps its own when it is saved. */
  readonly editors: ReadonlyMap<string, string>;
}

export interface ProfilesStore extends StoreApi<ProfilesState> {
  /** @param draft `null`: as it is kept */
  setDraft(id: string, draft: ProfileDraft | null): void;
  /** What was typed under `from` is kept as `id` now. */
  markSaved(from: string, id: string, draft: ProfileDraft, at: number): void;
  stop(): void;
}

/** The feed ends with the backend alone; another one takes a while. */
const RESUBSCRIBE_DELAY_MS = 5_000;

export function createProfilesStore(
  { profiles: backend }: Pick<BackendClient, 'profiles'>,
  clock: PageClock,
): ProfilesStore {
  const store = createStore<ProfilesState>(() => ({
    entries: null,
    drafts: new Map(),
    savedAt: new Map(),
    editors: new Map(),
  }));
  let stopFeed: Stop = () => undefined;
  let stopWaiting: Stop = () => undefined;
  let isStopped = false;
  let newOnes = 0;

  function listen(): void {
    stopFeed = backend.subscribe({
      onData: (entries) =>
        store.setState(({ drafts }) => ({
          entries,
          drafts: new Map([...drafts].filter(([id, draft]) => isWorthKeeping(draft, id, entries))),
        })),
      onEnd() {
        if (!isStopped) stopWaiting = clock.after(RESUBSCRIBE_DELAY_MS, listen);
      },
    });
  }
  listen();

  return {
    ...store,
    setDraft(id, draft) {
      store.setState(({ drafts }) => ({ drafts: put(drafts, id, draft) }));
    },
    markSaved(from, id, draft, at) {
      newOnes += from === id ? 0 : 1;
      store.setState(({ drafts, savedAt, editors }) => ({
        drafts: put(from === id ? drafts : put(drafts, from, null), id, draft),
        savedAt: put(savedAt, id, at),
        editors: from === id ? editors : put(put(editors, id, editors.get(from) ?? from), from, `${from} ${newOnes}`),
      }));
    },
    stop() {
      isStopped = true;
      stopFeed();
      stopWaiting();
    },
  };
}

function isWorthKeeping(draft: ProfileDraft, id: string, entries: readonly ProfileEntry[]): boolean {
  return hasUnconfirmedChanges(draft, entries.find((entry) => entry.id === id)?.profile ?? null);
}

function put<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value | null): ReadonlyMap<string, Value> {
  const next = new Map(map);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}

/** As it is typed, else as it is kept. */
export function currentDraft(draft: ProfileDraft | undefined, profile: ConnectionProfile | null): ProfileDraft {
  if (draft !== undefined && (hasUnconfirmedChanges(draft, profile) || profile === null || !isOutdated(draft, profile)))
    return draft;
  return createDraft(profile);
}

/** Where none is named: the one that is shown, else the first; where there is none, a new one. */
export function defaultProfileId(entries: readonly ProfileEntry[], watched: string | null): string {
  const usual = entries.find(({ id }) => id === watched) ?? entries.find(({ practice }) => !practice);
  return usual?.id ?? NEW_PROFILE;
}
