/**
 * Loaded only while a component is subscribed or if the profile has page rules. A failed request keeps the last report;
 * unknown rights hide nothing.
 */
import { createStore } from 'zustand/vanilla';
import type { AccessReport } from '../../src-shared/api/access.ts';
import type { ProfileEntry, SignInStatus } from '../../src-shared/api/profiles.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';
import { createLatestLoader, NOT_LOADED } from './loading/latest-loader.ts';
import { pollWhileSubscribed } from './loading/poll-while-subscribed.ts';
import type { Loadable } from './loading/watch-scoped.ts';

interface AccessState extends Loadable<AccessReport> {
  readonly isRefreshing: boolean;
  /** Keys (`partKey`) of parts that the user chose to show. Valid until the page closes, for all profiles. */
  readonly shownAnyway: ReadonlySet<string>;
}

export type AccessStore = ReturnType<typeof createAccessStore>;

export function createAccessStore(backend: Pick<BackendClient, 'access'>, clock: PageClock, now: () => number) {
  const store = createStore<AccessState>(() => ({ ...NOT_LOADED, isRefreshing: false, shownAnyway: new Set() }));
  let fresh = false;
  const loader = createLatestLoader(
    (watch) => {
      const options = { fresh };
      fresh = false;
      return backend.access.report.query({ watch, ...options });
    },
    now,
    (result) =>
      store.setState(({ value, error }) => {
        // The same cached report again: an earlier error still applies.
        const isSame = result.value?.checkedAt === value?.checkedAt;
        return { ...result, isRefreshing: fresh, ...(isSame && value !== null && { error: result.error ?? error }) };
      }),
  );
  const { poll, isPolling } = pollWhileSubscribed(clock, refresh);
  let isNeeded = false;
  let signer: string | null = null;

  function refresh(): void {
    if (isPolling() || isNeeded) loader.refresh();
  }

  function open(watch: WatchId | null): void {
    fresh = false;
    loader.open(watch);
    store.setState({ ...NOT_LOADED, isRefreshing: false });
  }

  return {
    ...store,
    poll,
    checkAgain() {
      if (loader.watch === null) return;
      fresh = true;
      store.setState({ isRefreshing: true });
      loader.refresh();
    },
    /** With page rules, rights are loaded without a subscriber. Another identity discards the report. */
    setProfile(entry: Pick<ProfileEntry, 'profile' | 'signIn'> | null) {
      const wasNeeded = isNeeded;
      isNeeded = (entry?.profile?.pageRules.length ?? 0) > 0;
      const before = signer;
      signer = entry === null ? null : (signerOf(entry.signIn) ?? before);
      const isAnother = before !== null && signer !== null && before !== signer;
      if (isAnother) open(loader.watch);
      if (isAnother || isNeeded !== wasNeeded) refresh();
    },
    showAnyway(key: string) {
      store.setState(({ shownAnyway }) => ({ shownAnyway: new Set([...shownAnyway, key]) }));
    },
    open({ watch }: WatchSnapshot) {
      signer = null;
      open(watch);
      refresh();
    },
    onSnapshot(shown: WatchSnapshot, before: WatchSnapshot, resumed: boolean) {
      // The sign-in may work now, or another token may have other rights.
      if (resumed || isWatching(shown) !== isWatching(before)) refresh();
    },
    close() {
      open(null);
    },
  };
}

/** Returns null if the sign-in status does not show who is signed in; the caller then keeps the previous signer. */
function signerOf(signIn: SignInStatus): string | null {
  if (signIn.kind === 'ready') return `${signIn.as} ${signIn.since}`;
  return signIn.kind === 'missing' ? 'nobody' : null;
}

function isWatching({ stream }: WatchSnapshot): boolean {
  return stream.kind === 'watching';
}
