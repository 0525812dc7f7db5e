/**
 * A watch of one profile: its store and source, what is derived from events, and the state published of them. A watch
 * whose store cannot be written has the same members; it refuses to write and receives nothing.
 */
import type { SeqRanges, TimelineFeedQuery } from '../../src-shared/api/timeline.ts';
import type { TeamStatus } from '../../src-shared/api/team.ts';
import type { SharedView } from '../../src-shared/api/views.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { Filter } from '../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import type { OwnLink } from '../../src-shared/domain/links/own-link.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import type { Access } from './access/access.ts';
import type { Alarms } from './alarms/create-alarms.ts';
import type { CaseServices } from './case-services.ts';
import type { StoreMaintenance } from './maintenance/store-maintenance.ts';
import type { Outlets } from './outlets/create-outlets.ts';
import type { Clock } from './ports/clock.ts';
import type { EventReader } from './ports/event-store.ts';
import type { Source } from './ports/source.ts';
import type { TeamSource } from './team/team-source.ts';
import type { Subscriptions } from './subscriptions/create-subscriptions.ts';
import { timelineFeed } from './timeline/timeline-feed.ts';
import type { ProfileList } from './views/profile-list.ts';
import type { WatchSignIn } from './watch-sign-in.ts';
import type { WatchState } from './watch-state.ts';
import type { StateFeed } from './ports/state-feed.ts';
import { stateFeed } from './lib/state-feed.ts';
import { eitherSignal } from './lib/either-signal.ts';

export type Watch = ReturnType<typeof createWatch>;

interface WatchParts extends CaseServices {
  readonly id: WatchId;
  readonly reader: (filter?: Filter) => EventReader;
  readonly scanner: EventReader;
  /** @throws AppError STORE_… */
  readonly markSeen: (ranges: SeqRanges, seen: boolean) => Promise<void>;
  readonly views: ProfileList<SavedView>;
  readonly links: ProfileList<OwnLink>;
  readonly subscriptions: Subscriptions;
  readonly alarms: Alarms;
  readonly outlets: Outlets;
  readonly maintenance: Pick<StoreMaintenance, 'condition' | 'report' | 'removable' | 'backUp' | 'acknowledge'>;
  readonly state: WatchState;
  readonly clock: Clock;
  readonly signIn: WatchSignIn;
  readonly team: TeamSource | null;
  readonly source: Pick<Source, 'retryNow' | 'wakeUp'>;
  readonly rememberProfile: (profile: ConnectionProfile) => void;
  readonly stopping: AbortController;
  /** Called once, after `stopping` was aborted. Resolves with the number of events that could not be stored. */
  readonly close: () => Promise<number>;
}

export function createWatch(parts: WatchParts) {
  const { id, state, clock, signIn, source, stopping, rememberProfile, close, ...members } = parts;
  let stopped: Promise<number> | null = null;
  return {
    ...members,
    id,
    get profile(): ConnectionProfile {
      return state.profile;
    },
    practice: state.practice,
    tokens: signIn.tokens,
    get access(): Access {
      return signIn.access;
    },
    changes: state.changes,
    /** Only what users are notified of: stream state and session, storage, store, provider clock. */
    transitions: state.transitions,
    snapshot: (): WatchSnapshot => ({
      watch: id,
      ...state.snapshot(),
      store: parts.maintenance.condition(),
      alarms: { unseen: parts.alarms.unacknowledgedCount() },
    }),
    /** Monotonic ms until the snapshot changes by the passing of time alone; null if never. */
    nextChangeIn: state.nextChangeIn,
    /** Yields an empty list once without a team. */
    sharedViews: (signal: AbortSignal | undefined): StateFeed<SharedView[]> =>
      parts.team?.views.subscribe(signal) ??
      stateFeed({ clock, changes: () => [], read: () => [] }, eitherSignal(signal, stopping.signal)),
    /** Yields null once without a team. */
    teamStates: (signal: AbortSignal | undefined): StateFeed<TeamStatus | null> =>
      parts.team?.control.subscribe(signal) ??
      stateFeed({ clock, changes: () => [], read: () => null }, eitherSignal(signal, stopping.signal)),
    retryNow: (): void => source.retryNow(),
    wakeUp: (): void => source.wakeUp(),
    /** Changes the label. No other field that the watch depends on may differ. */
    relabel(profile: ConnectionProfile): void {
      state.setProfile(profile);
      rememberProfile(profile);
    },
    /** Call after a user gave new credentials or withdrew them. The stream retries immediately. */
    grantChanged(what: 'given' | 'withdrawn'): void {
      signIn.grantChanged(what);
      source.retryNow();
    },
    timelineFeed: (query: Omit<TimelineFeedQuery, 'watch'>, signal: AbortSignal | undefined) =>
      timelineFeed(
        { reader: parts.reader(query.filter), clock, committed: state.committed },
        query,
        eitherSignal(signal, stopping.signal),
      ),
    /** Idempotent. Resolves when the store is closed, with the number of events that could not be stored, usually 0. */
    stop(): Promise<number> {
      stopping.abort(new Error('watching was stopped'));
      stopped ??= close();
      return stopped;
    },
  };
}
