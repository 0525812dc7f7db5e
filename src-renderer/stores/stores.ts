/** Most stores belong to the shown watch and restart when another is shown, even one of the same profile. */
import type { BackendClient } from '../backend/client.ts';
import { backendNow } from '../signal.ts';
import type { WatchState } from '../watch-state.ts';
import { pageSliceScheduler } from '../text/run-in-slices.ts';
import type { PageClock } from '../time/page-clock.ts';
import { type AlarmSounds, createAlarmSounds } from './alarm-sounds.ts';
import { type AccessStore, createAccessStore } from './access-store.ts';
import { type AlarmsStore, createAlarmsStore } from './alarms-store.ts';
import { type AppearanceStore, createAppearanceStore } from './appearance-store.ts';
import { type BoardStore, createBoardStore } from './board-store.ts';
import { type CoverageStore, createCoverageStore } from './coverage-store.ts';
import { createDayStore, type DayStore } from './timeline/day-store.ts';
import { createExportsStore, type ExportsStore } from './exports-store.ts';
import { createIdListStore, type IdListStore } from './subscriptions/id-list-store.ts';
import { createAwayStore, type AwayStore } from './away-store.ts';
import { createLinksStore, type LinksStore } from './links-store.ts';
import { createOutletsStore, type OutletsStore } from './outlets-store.ts';
import { createShiftStore, type ShiftStore } from './shift-store.ts';
import { createTeamStore, type TeamPageStore } from './team-store.ts';
import { createPersonStore, type PersonStore } from './person-store.ts';
import { createProfilesStore, type ProfilesStore } from './profiles-store.ts';
import { createRowFailures, type RowFailuresStore } from './subscriptions/row-failures.ts';
import { createSavedSearchesStore, type SavedSearchesStore } from './subscriptions/saved-searches-store.ts';
import { createSearchDraftStore, type SearchDraftStore } from './subscriptions/search-draft-store.ts';
import { createSignalStore, type SignalStore } from './signal-store.ts';
import { createStorageStore, type StorageStore } from './storage-store.ts';
import { createSubscriptionsStore, type SubscriptionsStore } from './subscriptions/subscriptions-store.ts';
import { type ActionPromptStore, createActionPromptStore } from './action-prompt-store.ts';
import { createUndoStore, type UndoStore } from './undo-store.ts';
import { createTallyStore, type TallyStore } from './timeline/tally-store.ts';
import { createTimelineStore, type TimelineStore } from './timeline/timeline-store.ts';
import { createViewsStore, type ViewsStore } from './views-store.ts';
import type { SnapshotFollower, WatchScoped } from './loading/watch-scoped.ts';
import { createWatchStore, type WatchStore } from './watch-store.ts';

export interface Stores {
  readonly backend: BackendClient;
  readonly clock: PageClock;
  readonly watch: WatchStore;
  readonly signal: SignalStore;
  readonly timeline: TimelineStore;
  readonly tally: TallyStore;
  readonly coverage: CoverageStore;
  readonly board: BoardStore;
  readonly alarms: AlarmsStore;
  readonly sounds: AlarmSounds;
  readonly day: DayStore;
  readonly storage: StorageStore;
  readonly subscriptions: SubscriptionsStore;
  readonly rowFailures: RowFailuresStore;
  readonly views: ViewsStore;
  readonly links: LinksStore;
  readonly outlets: OutletsStore;
  readonly team: TeamPageStore;
  readonly shift: ShiftStore;
  readonly exports: ExportsStore;
  readonly profiles: ProfilesStore;
  readonly access: AccessStore;
  readonly searchDraft: SearchDraftStore;
  readonly savedSearches: SavedSearchesStore;
  readonly idList: IdListStore;
  readonly appearance: AppearanceStore;
  readonly person: PersonStore;
  readonly away: AwayStore;
  readonly actionPrompt: ActionPromptStore;
  readonly undo: UndoStore;
  now(): number;
  stop(): void;
}

export function createStores(
  backend: BackendClient,
  clock: PageClock,
  browserStorage: Pick<Storage, 'getItem' | 'setItem'>,
): Stores {
  const watch = createWatchStore(backend, clock);
  const now = () => backendNow(watch.getState(), clock.read());
  const timeline = createTimelineStore(backend, clock);
  const tally = createTallyStore(backend, clock, now);
  const coverage = createCoverageStore(backend, now);
  const board = createBoardStore(backend);
  const alarms = createAlarmsStore(backend);
  const day = createDayStore(backend, clock, now);
  const storage = createStorageStore(backend, clock, now);
  const subscriptions = createSubscriptionsStore(backend);
  const rowFailures = createRowFailures(backend, clock);
  const views = createViewsStore(backend, clock, now);
  const links = createLinksStore(backend);
  const outlets = createOutletsStore(backend);
  const team = createTeamStore(backend);
  const shift = createShiftStore(backend);
  const exports = createExportsStore(backend, clock);
  const profiles = createProfilesStore(backend, clock);
  const access = createAccessStore(backend, clock, now);
  const searchDraft = createSearchDraftStore(browserStorage);
  const savedSearches = createSavedSearchesStore(backend);
  const idList = createIdListStore(backend, pageSliceScheduler);
  const away = createAwayStore(browserStorage);
  const watchScoped: readonly (WatchScoped & Partial<SnapshotFollower>)[] = [
    // In this order they send their first requests. Watch, which shows the board, opens by default.
    board,
    day,
    alarms,
    coverage,
    timeline,
    tally,
    storage,
    subscriptions,
    rowFailures,
    views,
    links,
    outlets,
    team,
    shift,
    access,
    searchDraft,
    savedSearches,
    idList,
  ];

  const follow = ({ received, shown }: WatchState, before: WatchState | null) => {
    if (shown === null) {
      if (before === null || before.shown !== null) for (const store of watchScoped) store.close();
    } else if (shown.watch !== before?.shown?.watch) for (const store of watchScoped) store.open(shown);
    else if (received !== null && received !== before.received)
      for (const store of watchScoped) store.onSnapshot?.(shown, before.shown, received.isFirstAfterConnect);
  };
  const followProfile = () => {
    const id = watch.getState().shown?.profile.id;
    access.setProfile(profiles.getState().entries?.find((entry) => entry.id === id) ?? null);
    away.setProfile(id ?? null);
  };
  follow(watch.getState(), null);
  followProfile();
  const stopFollowing = watch.subscribe(follow);
  const stopsOfProfile = [watch.subscribe(followProfile), profiles.subscribe(followProfile)];
  const stopCounting = timeline.subscribe((state, before) => {
    if (state.arrivals !== before.arrivals) tally.refresh();
  });
  const stopTaking = board.subscribe((state, before) => {
    if (state.board !== null && state.board.upTo !== before.board?.upTo) day.refresh();
  });
  const signal = createSignalStore(watch, clock);

  return {
    backend,
    clock,
    watch,
    signal,
    timeline,
    tally,
    coverage,
    board,
    alarms,
    sounds: createAlarmSounds(clock),
    day,
    storage,
    subscriptions,
    rowFailures,
    views,
    links,
    outlets,
    team,
    shift,
    exports,
    profiles,
    access,
    searchDraft,
    savedSearches,
    idList,
    appearance: createAppearanceStore(browserStorage),
    person: createPersonStore(browserStorage),
    away,
    actionPrompt: createActionPromptStore(),
    undo: createUndoStore(),
    now,
    stop() {
      stopFollowing();
      for (const stopProfile of stopsOfProfile) stopProfile();
      stopCounting();
      stopTaking();
      for (const store of watchScoped) store.close();
      exports.stop();
      profiles.stop();
      signal.stop();
      watch.stop();
    },
  };
}
