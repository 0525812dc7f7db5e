/**
 * Who the token of the shown watch is, as the service says, and what a person wants to see although a rule of the
 * profile hides it. Asked for while somebody looks and where rules need it, never otherwise. What was answered stays
 * where it cannot be asked again: rights that are not known hide nothing.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AccessReport } from '../../src-shared/api/access.ts';
import type { ProfileEntry, SignInStatus } from '../../src-shared/api/profiles.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';
import { createLatestLoader, NOT_LOADED } from './latest-loader.ts';
import { pollWhileSubscribed } from './poll-while-subscribed.ts';
import type { Loadable, WatchScoped } from './watch-scoped.ts';

export interface AccessState extends Loadable<AccessReport> {
  /** A person asked for a newer answer, which has not come. */
  readonly isRefreshing: boolean;
  /** Keys (`partKey`) of what is shown anyway until this page is closed, whatever is shown meanwhile. */
  readonly shownAnyway: ReadonlySet<string>;
}

export interface AccessStore extends StoreApi<AccessState>, WatchScoped {
  /** Reads now and each minute, until what it returns is called. */
  poll(): Stop;
  /** Asks the service, although its last answer is still kept. */
  checkAgain(): void;
  /**
   * The profile of the shown watch: its rules, for which rights are read without anybody looking, and who is signed in.
   * What another may do is not what the one before might.
   */
  setProfile(entry: Pick<ProfileEntry, 'profile' | 'signIn'> | null): void;
  showAnyway(key: string): void;
}

/** @param now the backend's wall clock. */
export function createAccessStore(
  backend: Pick<BackendClient, 'access'>,
  clock: PageClock,
  now: () => number,
): AccessStore {
  const store = createStore<AccessState>(() => ({ ...NOT_LOADED, isRefreshing: false, shownAnyway: new Set() }));
  let fresh = false;
  const reading = createLatestLoader(
    (watch) => {
      const options = { fresh };
      fresh = false;
      return backend.access.report(watch, options);
    },
    now,
    (told) =>
      store.setState(({ value, error }) => {
        // The same answer once more, still kept, is no newer one: why there is none is still so.
        const isSame = told.value?.checkedAt === value?.checkedAt;
        return { ...told, isRefreshing: fresh, ...(isSame && value !== null && { error: told.error ?? error }) };
      }),
  );
  const { poll, isPolling } = pollWhileSubscribed(clock, refresh);
  let isNeeded = false;
  let signer: string | null = null;

  function refresh(): void {
    if (isPolling() || isNeeded) reading.refresh();
  }

  /** Without anything that was known before; what is being read is nobody's. */
  function begin(watch: WatchId | null): void {
    fresh = false;
    reading.open(watch);
    store.setState({ ...NOT_LOADED, isRefreshing: false });
  }

  return {
    ...store,
    poll,
    checkAgain() {
      if (reading.watch === null) return;
      fresh = true;
      store.setState({ isRefreshing: true });
      reading.refresh();
    },
    setProfile(entry) {
      const wasNeeded = isNeeded;
      isNeeded = (entry?.profile?.pageRules.length ?? 0) > 0;
      const before = signer;
      signer = entry === null ? null : (signerOf(entry.signIn) ?? before);
      const isAnother = before !== null && signer !== null && before !== signer;
      if (isAnother) begin(reading.watch);
      if (isAnother || isNeeded !== wasNeeded) refresh();
    },
    showAnyway(key) {
      store.setState(({ shownAnyway }) => ({ shownAnyway: new Set([...shownAnyway, key]) }));
    },
    open({ watch }) {
      signer = null;
      begin(watch);
      refresh();
    },
    onSnapshot(shown, before, resumed) {
      // Whoever could not sign in can now; another token may have other rights.
      if (resumed || isWatching(shown) !== isWatching(before)) refresh();
    },
    close() {
      begin(null);
    },
  };
}

/** `null`: what was kept before stays, whatever it was. */
function signerOf(signIn: SignInStatus): string | null {
  if (signIn.kind === 'ready') return `${signIn.as} ${signIn.since}`;
  return signIn.kind === 'missing' ? 'nobody' : null;
}

function isWatching({ stream }: WatchSnapshot): boolean {
  return stream.kind === 'watching';
}
