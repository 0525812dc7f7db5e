/**
 * Watches one profile: its store, source, projections and maintenance, and the state published of them. Opening makes
 * everything stored readable immediately, without network; the source starts in the background. If this user cannot
 * write the store, it is opened read-only and nothing is watched.
 */
import { AppError } from '../../src-shared/api/errors.ts';
import type { SeqRanges, TimelineFeedQuery, TimelineUpdate } from '../../src-shared/api/timeline.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { type Filter, needsTexts } from '../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { type ConnectionProfile, heartbeatLimits } from '../../src-shared/domain/profile/profile.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import type { StorageStatus } from '../../src-shared/domain/coverage/stream-status.ts';
import type { Access } from './access/access.ts';
import { type Alarms, createAlarms } from './alarms/create-alarms.ts';
import type { NoticeOutlet } from './alarms/notices.ts';
import { type CaseServices, createCaseServices } from './cases/case-services.ts';
import { clockOffsetProjection } from './projections/clock-offset-projection.ts';
import { type Projection, ProjectionLoop } from './projections/projection-loop.ts';
import { searchIndexProjection } from './projections/search-index-projection.ts';
import { createStoreMaintenance, type StoreMaintenance } from './maintenance/store-maintenance.ts';
import { ChangeSignal } from './lib/change-signal.ts';
import type { Moment } from './ports/clock.ts';
import type { EventReader, EventStore, ResumedStore, StoreIdentity } from './ports/event-store.ts';
import type { Source } from './ports/source.ts';
import { readOnlyWatch } from './read-only-watch.ts';
import type { TokenKeeper } from './sign-in/token-keeper.ts';
import { Intake } from './stream/intake.ts';
import { earlierMoment, currentMoment } from './stream/moment.ts';
import { createStreamSource } from './stream/stream-source.ts';
import { isTransition, nextStatusChangeIn, streamStatus, type StreamState } from './stream/stream-state.ts';
import { createSearches } from './subscriptions/searches.ts';
import { createSubscriptions } from './subscriptions/create-subscriptions.ts';
import { RequestLog } from './subscriptions/request-log.ts';
import type { Subscriptions } from './subscriptions/create-subscriptions.ts';
import { timelineFeed } from './timeline/timeline-feed.ts';
import { type ProfileList, profileList } from './views/profile-list.ts';
import { searchesLimit, viewsLimit } from './views/profile-lists.ts';
import { watchedLabel } from './watched-label.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';
import { createWatchSignIn } from './watch-sign-in.ts';

export interface Watch extends CaseServices {
  readonly id: WatchId;
  readonly profile: ConnectionProfile;
  readonly practice: boolean;
  reader(filter?: Filter): EventReader;
  readonly scanner: EventReader;
  /** @throws AppError STORE_… */
  markSeen(ranges: SeqRanges, seen: boolean): Promise<void>;
  readonly views: ProfileList<SavedView>;
  readonly subscriptions: Subscriptions;
  readonly alarms: Alarms;
  readonly tokens: TokenKeeper;
  readonly access: Access;
  readonly maintenance: Pick<StoreMaintenance, 'report' | 'removable' | 'backUp' | 'acknowledge'>;
  readonly changes: ChangeSignal;
  /**
   * Emits the subset of `changes` that users are notified of: stream state and session, storage, store, provider clock.
   */
  readonly transitions: ChangeSignal;
  snapshot(): WatchSnapshot;
  /** Monotonic ms until the snapshot changes by the passing of time alone; null if never. */
  nextChangeIn(): number | null;
  retryNow(): void;
  wakeUp(): void;
  /** Changes the label. No other field that the watch depends on may differ. */
  relabel(profile: ConnectionProfile): void;
  /** Call after a user gave new credentials or withdrew them. The stream retries immediately. */
  grantChanged(what: 'given' | 'withdrawn'): void;
  timelineFeed(
    query: Omit<TimelineFeedQuery, 'watch'>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<TimelineUpdate, void, undefined>;
  /** Idempotent. Resolves when the store is closed, with the number of events that could not be stored, usually 0. */
  stop(): Promise<number>;
}

export async function openWatch(
  ports: WatchPorts,
  watched: WatchedProfile,
  id: WatchId,
  notices: NoticeOutlet | null = null,
): Promise<Watch> {
  const { profile, practice } = watched;
  const storeIdentity: StoreIdentity = { id: profile.id, name: profile.name, practice, source: profile.eventsUrl };
  try {
    return await openWritable(ports, { watched, id, storeIdentity, notices });
  } catch (error) {
    if (watched.mustStore === true || !isForbidden(error)) throw error;
    const reader = await ports.stores.openReadOnly(storeIdentity);
    return await readOnlyWatch(ports, { watched, id, reader, storeIdentity }, error);
  }
}

interface WritableParts {
  readonly watched: WatchedProfile;
  readonly id: WatchId;
  readonly storeIdentity: StoreIdentity;
  readonly notices: NoticeOutlet | null;
}

async function openWritable(ports: WatchPorts, { watched, id, storeIdentity, notices }: WritableParts): Promise<Watch> {
  const { clock, log } = ports;
  const { practice } = watched;
  let { profile } = watched;
  // The result of `resume` includes incidents that are reported before it.
  let maintenance: StoreMaintenance | null = null;
  const store = await ports.stores.open(storeIdentity, (incident) => maintenance?.setIncident(incident));
  const { reader, scanner, writer } = store;
  const resumed = await resume(store, watched);
  const heartbeat = heartbeatLimits(profile);
  const blindAfterMs = heartbeat.blindSeconds * 1_000;
  const now = (): Moment => currentMoment(clock);

  const changes = new ChangeSignal();
  const transitions = new ChangeSignal();
  const turn = (): void => {
    transitions.notify();
    changes.notify();
  };
  const committed = new ChangeSignal();
  const stopping = new AbortController();
  const requestChanges = new ChangeSignal();
  const requests = new RequestLog(ports.service, clock, requestChanges);
  const signIn = createWatchSignIn(
    { ...ports, service: requests.loggedService('permissions') },
    watched,
    stopping.signal,
  );
  let { extent, domain } = resumed;
  let storage: StorageStatus = { kind: 'storing' };
  let coverageRevision = 0;
  let providerClockOffsetMs: number | null = null;
  const blindSince = earlierMoment(resumed.lastEventAt, now());
  let stream: StreamState = { kind: 'connecting', blindSince, attempt: 1, last: null };

  const storeMaintenance = createStoreMaintenance({
    store,
    clock,
    log,
    keepDays: profile.keepDays,
    practice,
    resumed,
    onConditionChange: turn,
    onRepaired: () => committed.notify(),
    removeExpiredCases: (limits) => caseServices.cases.removeExpired(limits),
  });
  maintenance = storeMaintenance;
  const intake = new Intake({
    writer,
    newestSeq: extent.newestSeq,
    clock,
    log,
    onStored(appended) {
      ({ extent, domain } = appended);
      committed.notify();
      changes.notify();
    },
    onCoverage() {
      coverageRevision += 1;
      committed.notify();
      changes.notify();
    },
    onStorage(status) {
      storage = status;
      turn();
    },
  });
  const source = watched.source ?? streamOf(ports, profile, signIn.tokens);
  const inventory = ports.inventories.open(storeIdentity);
  const searches = createSearches({
    profile,
    clock,
    log,
    random: ports.random,
    inventory,
    requests,
    changes: requestChanges,
    tokens: signIn.tokens,
    events: scanner,
    providerClockOffsetMs: () => providerClockOffsetMs,
    stopSignal: stopping.signal,
  });
  const projection = ports.caseProjections.open(storeIdentity);
  const caseServices = createCaseServices({
    ...ports,
    profile,
    projection,
    reader,
    scanner,
    addActions: (actions) => writer.addActions(actions),
    committed,
    coverageRevision: () => coverageRevision,
    waitUntilStable: (signal) => storeMaintenance.waitUntilStable(signal),
    label: () => ({ profile: profile.name, domain, practice }),
    liveUntil: () => (streamStatus(stream, now(), blindAfterMs).kind === 'watching' ? clock.now() : null),
  });
  const views = profileList(ports.savedViews, storeIdentity, stopping.signal, viewsLimit);
  const alarms = createAlarms({
    ...ports,
    watch: id,
    storeIdentity,
    label: () => ({ profile: profile.name, practice }),
    files: ports.alarmFiles,
    views,
    notices,
    scanner,
    writer,
    committed,
    cases: caseServices.cases,
    newestSeq: () => extent.newestSeq,
    watching: {
      status: () => ({ stream: streamStatus(stream, now(), blindAfterMs), storage }),
      transitions,
      nextChangeIn: () => nextStatusChangeIn(stream, now(), blindAfterMs),
    },
    onChange: () => changes.notify(),
  });
  const publish = (state: StreamState): void => {
    const before = stream;
    stream = state;
    if (isTransition(before, state, blindAfterMs)) turn();
    else changes.notify();
  };
  const follow = (followed: Projection) => new ProjectionLoop(followed, { committed, clock, log }).run(stopping.signal);
  const working = Promise.all([
    source
      .run(
        { lastEventId: resumed.lastEventId, blindSince },
        {
          event: (event, when, opensSession) => intake.event(event, when, opensSession),
          cursor: (lastEventId) => intake.cursor(lastEventId),
          loss: (from, at, loss) => intake.loss(from, at, loss),
          publish,
        },
        stopping.signal,
      )
      .catch((error: unknown) => {
        // A source handles its own failures, so one that throws has a bug. The state is now unknown and must not show
        // as watching.
        log.error('the event source ended unexpectedly', { error });
        intake.loss(now(), now(), { reason: 'crashed', detail: null });
        publish({ kind: 'stopped', since: now() });
      }),
    follow(
      clockOffsetProjection({
        reader: scanner,
        writer,
        onOffset(offsetMs) {
          if (offsetMs === providerClockOffsetMs) return;
          providerClockOffsetMs = offsetMs;
          turn();
        },
      }),
    ),
    follow(searchIndexProjection(store.indexer)),
    storeMaintenance.run(stopping.signal),
    searches.run(),
    caseServices.cases.run(stopping.signal),
    alarms.run(stopping.signal),
  ]);

  const readerOf = (filter?: Filter): EventReader => (filter && needsTexts(filter) ? scanner : reader);
  let stopped: Promise<number> | null = null;
  return {
    id,
    get profile() {
      return profile;
    },
    practice,
    reader: readerOf,
    scanner,
    async markSeen(ranges, seen) {
      await writer.markSeen(ranges, seen);
      changes.notify();
    },
    views,
    subscriptions: createSubscriptions({
      clock,
      requests,
      inventory,
      searches,
      scanner,
      saved: profileList(ports.savedSearches, storeIdentity, stopping.signal, searchesLimit),
      eventsFor: readerOf,
    }),
    ...caseServices,
    alarms,
    tokens: signIn.tokens,
    get access() {
      return signIn.access;
    },
    maintenance: storeMaintenance,
    changes,
    transitions,
    snapshot: () => ({
      watch: id,
      profile: watchedLabel({ profile, practice, domain }),
      stream: streamStatus(stream, now(), blindAfterMs),
      storage,
      store: storeMaintenance.condition(),
      extent,
      coverageRevision,
      providerClockOffsetMs,
      alarms: { unseen: alarms.unacknowledgedCount() },
    }),
    nextChangeIn: () => nextStatusChangeIn(stream, now(), blindAfterMs),
    retryNow: () => source.retryNow(),
    wakeUp: () => source.wakeUp(),
    relabel(next) {
      profile = next;
      turn();
      writer.rememberProfile(next.name, JSON.stringify(next)).catch((error: unknown) => {
        log.warn('the new profile name could not be stored', { error });
      });
    },
    grantChanged(what) {
      signIn.grantChanged(what);
      source.retryNow();
    },
    timelineFeed: (query, signal) =>
      timelineFeed(
        { reader: readerOf(query.filter), clock, committed },
        query,
        signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal]),
      ),
    stop() {
      stopped ??= (async () => {
        stopping.abort(new Error('watching was stopped'));
        await working;
        try {
          return await intake.close();
        } finally {
          await Promise.all([store.close(), inventory.close(), projection.close()]);
        }
      })();
      return stopped;
    },
  };
}

function streamOf(ports: WatchPorts, profile: ConnectionProfile, tokens: TokenKeeper): Source {
  const { clock, log, random, streams } = ports;
  return createStreamSource({ profile, tokens, streams, clock, log, random });
}

/** Closes a store that cannot be resumed; otherwise its lock would remain. */
async function resume(store: EventStore, { profile, practice }: WatchedProfile): Promise<ResumedStore> {
  try {
    // Practice has a new address at each start, so there is nothing to reopen.
    if (!practice) await store.writer.rememberProfile(profile.name, JSON.stringify(profile));
    return await store.writer.resume();
  } catch (error) {
    await store.close();
    throw error;
  }
}

function isForbidden(error: unknown): error is AppError {
  return (
    error instanceof AppError && error.data.code === 'STORE_UNWRITABLE' && error.data.facts.problem === 'forbidden'
  );
}
