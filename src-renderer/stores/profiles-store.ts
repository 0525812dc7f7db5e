/** Unsaved drafts last until the page closes. */
import { createStore } from 'zustand/vanilla';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import type { BackendClient } from '../backend/client.ts';
import { keepSubscribed } from '../backend/keep-subscribed.ts';
import type { PageClock } from '../time/page-clock.ts';
import { createDraft, hasUnconfirmedChanges, isOutdated, type ProfileDraft } from './profile-draft.ts';

export const NEW_PROFILE = 'new';

interface ProfilesState {
  readonly entries: readonly ProfileEntry[] | null;
  /** By profile id or `NEW_PROFILE`. */
  readonly drafts: ReadonlyMap<string, ProfileDraft>;
  readonly savedAt: ReadonlyMap<string, number>;
  /** React keys of editors, by profile id. A new profile keeps its editor when it gets its id on saving. */
  readonly editors: ReadonlyMap<string, string>;
}

export type ProfilesStore = ReturnType<typeof createProfilesStore>;

export function createProfilesStore({ profiles: backend }: Pick<BackendClient, 'profiles'>, clock: PageClock) {
  const store = createStore<ProfilesState>(() => ({
    entries: null,
    drafts: new Map(),
    savedAt: new Map(),
    editors: new Map(),
  }));
  let newOnes = 0;

  const stop = keepSubscribed<ProfileEntry[]>(
    clock,
    (listener) => backend.feed.subscribe(undefined, listener),
    (entries) =>
      store.setState(({ drafts }) => ({
        entries,
        drafts: new Map([...drafts].filter(([id, draft]) => isWorthKeeping(draft, id, entries))),
      })),
  );

  return {
    ...store,
    setDraft(id: string, draft: ProfileDraft | null) {
      store.setState(({ drafts }) => ({ drafts: put(drafts, id, draft) }));
    },
    markSaved(from: string, id: string, draft: ProfileDraft, at: number) {
      newOnes += from === id ? 0 : 1;
      store.setState(({ drafts, savedAt, editors }) => ({
        drafts: put(from === id ? drafts : put(drafts, from, null), id, draft),
        savedAt: put(savedAt, id, at),
        editors: from === id ? editors : put(put(editors, id, editors.get(from) ?? from), from, `${from} ${newOnes}`),
      }));
    },
    stop,
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

/** Returns the draft, or a new one from the stored profile if the draft has no changes of its own. */
export function currentDraft(draft: ProfileDraft | undefined, profile: ConnectionProfile | null): ProfileDraft {
  if (draft !== undefined && (hasUnconfirmedChanges(draft, profile) || profile === null || !isOutdated(draft, profile)))
    return draft;
  return createDraft(profile);
}

/** The profile to edit if none is chosen: the watched one, else the first; a new one if there are none. */
export function defaultProfileId(entries: readonly ProfileEntry[], watched: string | null): string {
  const usual = entries.find(({ id }) => id === watched) ?? entries.find(({ practice }) => !practice);
  return usual?.id ?? NEW_PROFILE;
}
