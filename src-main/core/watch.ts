/**
 * One profile under watch: its store, its source, its followers, its keeping, and what is published of them. Opening it
 * makes everything stored readable at once, with no network; the source follows in the background. A store that this
 * user cannot write is read, and nothing is watched: never falsely green.
 */
import { AppError } from '../../src-shared/api/errors.ts';
import type { SeenRanges, TimelineFeedQuery, TimelineNews } from '../../src-shared/api/timeline.ts';
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';
import { type Filter, readsTexts } from '../../src-shared/domain/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { type ConnectionProfile, heartbeatLimits } from '../../src-shared/domain/profile.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import type { StorageStatus } from '../../src-shared/domain/stream-status.ts';
import type { Access } from './access/access.ts';
import type { Alarms } from './alarms/alarms.ts';
import { createAlarms } from './alarms/create-alarms.ts';
import type { NoticeOutlet } from './alarms/notices.ts';
import type { Cases } from './cases/cases.ts';
import { casesOfWatch } from './cases/cases-of-watch.ts';
import { clockOffsetFollower } from './followers/clock-offset-follower.ts';
import { follow } from './followers/follow.ts';
import { keepIndex } from './keeping/keep-index.ts';
import { createStoreKeeping, type StoreKeeping } from './keeping/keep-store.ts';
import { Changes } from './lib/changes.ts';
import type { Moment } from './ports/clock.ts';
import type { EventReader, EventStore, Resumed, StorePlace } from './ports/event-store.ts';
import type { Source } from './ports/source.ts';
import { readOnlyWatch } from './read-only-watch.ts';
import type { Reports } from './reports/reports.ts';
import type { TokenKeeper } from './sign-in/token-keeper.ts';
import { Intake } from './stream/intake.ts';
import { earlierMoment, presentMoment } from './stream/moment.ts';
import { createStreamSource } from './stream/stream-source.ts';
import { isTurn, nextStatusChangeIn, streamStatus, type StreamState } from './stream/stream-state.ts';
import { createSearches } from './subscriptions/searches.ts';
import { createSubscriptions } from './subscriptions/create-subscriptions.ts';
import { RequestLog } from './subscriptions/request-log.ts';
import type { Subscriptions } from './subscriptions/subscriptions.ts';
import type { SupportPacks } from './support-packs/support-packs.ts';
import { timelineNews } from './timeline/news.ts';
import { type ProfileList, profileList } from './views/profile-list.ts';
import { searchesLimit, viewsLimit } from './views/profile-lists.ts';
import { watchedLabel } from './watched-label.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';
import { createWatchSignIn } from './watch-sign-in.ts';

export interface Watch {
  readonly id: WatchId;
  readonly profile: ConnectionProfile;
  readonly practice: boolean;
  /** Texts are looked through one after the other: by the reader behind which nobody waits for a page. */
  reader(filter?: Filter): EventReader;
  /** For whoever reads all of it. */
  readonly scanner: EventReader;
  /** @throws AppError STORE_… */
  markSeen(ranges: SeenRanges, seen: boolean): Promise<void>;
  readonly views: ProfileList<SavedView>;
  readonly subscriptions: Subscriptions;
  readonly cases: Cases;
  readonly alarms: Alarms;
  readonly reports: Reports;
  readonly packs: SupportPacks;
  readonly tokens: TokenKeeper;
  readonly access: Access;
  readonly keeping: Pick<StoreKeeping, 'report' | 'removable' | 'backUp' | 'acknowledge'>;
  /** Changes of anything that `snapshot` shows. */
  readonly changes: Changes;
  /** Those of them that a person would be told of: stream's state and session, storage, store, the provider's clock. */
  readonly turns: Changes;
  snapshot(): WatchSnapshot;
  /** In how many (monotonic) ms the snapshot will change by the passing of time alone. */
  nextChangeIn(): number | null;
  retryNow(): void;
  /** The computer woke, or its network is back: what waits for that tries now. */
  awake(): void;
  /** The profile has another label, and nothing else that a watch goes by. */
  relabel(profile: ConnectionProfile): void;
  /** A person gave something new to sign in with, or took it away: the stream goes by it at once. */
  grantChanged(what: 'given' | 'withdrawn'): void;
  news(query: Omit<TimelineFeedQuery, 'watch'>, signal: AbortSignal): AsyncGenerator<TimelineNews, void, undefined>;
  /** Idempotent; resolves when the store is closed, with the number of events that it did not take (0, as a rule). */
  stop(): Promise<number>;
}

/** @throws AppError STORE_… */
export async function openWatch(
  ports: WatchPorts,
  watched: WatchedProfile,
  id: WatchId,
  notices: NoticeOutlet | null = null,
): Promise<Watch> {
  const { profile, practice } = watched;
  const place: StorePlace = { id: profile.id, name: profile.name, practice, source: profile.eventsUrl };
  try {
    return await openWritable(ports, { watched, id, place, notices });
  } catch (error) {
    if (watched.mustStore === true || !isForbidden(error)) throw error;
    const reader = await ports.stores.openReadOnly(place);
    return await readOnlyWatch(ports, { watched, id, reader, place }, error);
  }
}

interface WritableParts {
  readonly watched: WatchedProfile;
  readonly id: WatchId;
  readonly place: StorePlace;
  /** `null`: nobody is called. */
  readonly notices: NoticeOutlet | null;
}

async function openWritable(ports: WatchPorts, { watched, id, place, notices }: WritableParts): Promise<Watch> {
  const { clock, log } = ports;
  const { practice } = watched;
  let { profile } = watched;
  // What was told before it was resumed is in what it resumes with.
  let keeping: StoreKeeping | null = null;
  const store = await ports.stores.open(place, (incident) => keeping?.incident(incident));
  const { reader, scanner, writer } = store;
  const resumed = await resume(store, watched);
  const heartbeat = heartbeatLimits(profile);
  const blindAfterMs = heartbeat.blindSeconds * 1_000;
  const now = (): Moment => presentMoment(clock);

  const changes = new Changes();
  const turns = new Changes();
  const turn = (): void => {
    turns.notify();
    changes.notify();
  };
  const stored = new Changes();
  const stopping = new AbortController();
  const asked = new Changes();
  const requests = new RequestLog(ports.service, clock, asked);
  const signIn = createWatchSignIn({ ...ports, service: requests.as('permissions') }, watched, stopping.signal);
  let { extent, domain } = resumed;
  let storage: StorageStatus = { kind: 'storing' };
  let coverageRevision = 0;
  let providerClockOffsetMs: number | null = null;
  const blindSince = earlierMoment(resumed.lastEventAt, now());
  let stream: StreamState = { kind: 'connecting', blindSince, attempt: 1, last: null };

  const kept = createStoreKeeping({
    store,
    clock,
    log,
    keepDays: profile.keepDays,
    practice,
    resumed,
    onTurn: turn,
    onMended: () => stored.notify(),
    tidyCases: (limits) => told.cases.tidy(limits),
  });
  keeping = kept;
  const intake = new Intake({
    writer,
    newestSeq: extent.newestSeq,
    clock,
    log,
    onStored(appended) {
      ({ extent, domain } = appended);
      stored.notify();
      changes.notify();
    },
    onCoverage() {
      coverageRevision += 1;
      // The timeline tells of gaps, too.
      stored.notify();
      changes.notify();
    },
    onStorage(status) {
      storage = status;
      turn();
    },
  });
  const source = watched.source ?? streamOf(ports, profile, signIn.tokens);
  const inventory = ports.inventories.open(place);
  const searches = createSearches({
    profile,
    clock,
    log,
    random: ports.random,
    inventory,
    requests,
    changes: asked,
    tokens: signIn.tokens,
    events: scanner,
    providerClockOffsetMs: () => providerClockOffsetMs,
    ends: stopping.signal,
  });
  const book = ports.caseBooks.open(place);
  const told = casesOfWatch({
    ...ports,
    profile,
    book,
    reader,
    scanner,
    addFacts: (facts) => writer.addFacts(facts),
    stored,
    coverageRevision: () => coverageRevision,
    settled: (signal) => kept.settled(signal),
    label: () => ({ profile: profile.name, domain, practice }),
    liveUntil: () => (streamStatus(stream, now(), blindAfterMs).kind === 'watching' ? clock.now() : null),
  });
  const views = profileList(ports.savedViews, place, stopping.signal, viewsLimit);
  const alarms = createAlarms({
    ...ports,
    watch: id,
    place,
    label: () => ({ profile: profile.name, practice }),
    files: ports.alarmFiles,
    views,
    notices,
    scanner,
    writer,
    stored,
    cases: told.cases,
    newestSeq: () => extent.newestSeq,
    watching: {
      status: () => ({ stream: streamStatus(stream, now(), blindAfterMs), storage }),
      turns,
      nextChangeIn: () => nextStatusChangeIn(stream, now(), blindAfterMs),
    },
    onChange: () => changes.notify(),
  });
  const publish = (state: StreamState): void => {
    const before = stream;
    stream = state;
    if (isTurn(before, state, blindAfterMs)) turn();
    else changes.notify();
  };
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
        // A source answers for itself; one that throws has a bug, and what is unknown is not shown as watched.
        log.error('the source of events ended unexpectedly', { error });
        intake.loss(now(), now(), { reason: 'crashed', detail: null });
        publish({ kind: 'stopped', since: now() });
      }),
    follow(
      {
        reader: scanner,
        writer,
        stored,
        clock,
        log,
        follower: clockOffsetFollower,
        onState(state) {
          const offsetMs = clockOffsetFollower.offsetMs(state);
          if (offsetMs === providerClockOffsetMs) return;
          providerClockOffsetMs = offsetMs;
          turn();
        },
      },
      stopping.signal,
    ),
    kept.run(stopping.signal),
    searches.run(),
    told.cases.run(stopping.signal),
    alarms.run(stopping.signal),
    keepIndex(
      {
        indexer: store.indexer,
        clock,
        log,
        stored,
        newestSeq: () => extent.newestSeq,
        isMending: () => kept.condition().incident?.mending.kind === 'running',
        turns,
      },
      stopping.signal,
    ),
  ]);

  const readerOf = (filter?: Filter): EventReader => (filter && readsTexts(filter) ? scanner : reader);
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
      saved: profileList(ports.savedSearches, place, stopping.signal, searchesLimit),
      eventsFor: readerOf,
    }),
    ...told,
    alarms,
    tokens: signIn.tokens,
    get access() {
      return signIn.access;
    },
    keeping: kept,
    changes,
    turns,
    snapshot: () => ({
      watch: id,
      profile: watchedLabel({ profile, practice, domain }),
      stream: streamStatus(stream, now(), blindAfterMs),
      storage,
      store: kept.condition(),
      extent,
      coverageRevision,
      providerClockOffsetMs,
      alarms: { unseen: alarms.unseen() },
    }),
    nextChangeIn: () => nextStatusChangeIn(stream, now(), blindAfterMs),
    retryNow: () => source.retryNow(),
    awake: () => source.awake(),
    relabel(next) {
      profile = next;
      turn();
      writer.rememberProfile(next.name, JSON.stringify(next)).catch((error: unknown) => {
        log.warn('the new name could not be noted beside the events', { error });
      });
    },
    grantChanged(what) {
      signIn.grantChanged(what);
      source.retryNow();
    },
    news: (query, signal) =>
      timelineNews(
        { reader: readerOf(query.filter), clock, stored },
        query,
        AbortSignal.any([signal, stopping.signal]),
      ),
    stop() {
      stopped ??= (async () => {
        stopping.abort(new Error('watching was stopped'));
        await working;
        try {
          return await intake.close();
        } finally {
          await Promise.all([store.close(), inventory.close(), book.close()]);
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

/** A store that cannot be resumed is closed again, or its lock would keep everybody out. */
async function resume(store: EventStore, { profile, practice }: WatchedProfile): Promise<Resumed> {
  try {
    // Practice has another address at each start: there is nothing to come back to.
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
