/** All profiles of this computer with how each stands with its sign-in, as the backend tells them; kept or not watched. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';

export interface ProfilesState {
  /** By name, Practice last; `null` until the backend told them. */
  readonly entries: readonly ProfileEntry[] | null;
}

export interface ProfilesStore extends StoreApi<ProfilesState> {
  stop(): void;
}

/** The feed ends with the backend alone; another one takes a while. */
const LISTEN_AGAIN_MS = 5_000;

export function createProfilesStore(
  { profiles: backend }: Pick<BackendClient, 'profiles'>,
  clock: PageClock,
): ProfilesStore {
  const store = createStore<ProfilesState>(() => ({ entries: null }));
  let stopFeed: Stop = () => undefined;
  let stopWaiting: Stop = () => undefined;
  let isStopped = false;

  function listen(): void {
    stopFeed = backend.follow({
      onData: (entries) => store.setState({ entries }),
      onEnd() {
        if (!isStopped) stopWaiting = clock.after(LISTEN_AGAIN_MS, listen);
      },
    });
  }
  listen();

  return {
    ...store,
    stop() {
      isStopped = true;
      stopFeed();
      stopWaiting();
    },
  };
}
