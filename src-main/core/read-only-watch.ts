/**
 * A watch on a store that this user cannot write. Everything stored can be read. Nothing is received, because it could
 * not be stored: the stream is `stopped`, and `storage` holds the reason.
 */
import type { AppError } from '../../src-shared/api/errors.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { HEARTBEATS } from '../../src-shared/domain/event/event-class.ts';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { readOnlyAlarms } from './alarms/read-only-alarms.ts';
import { createCaseServices } from './cases/case-services.ts';
import { readStoreReport } from './maintenance/store-report.ts';
import { ChangeSignal } from './lib/change-signal.ts';
import type { Clock } from './ports/clock.ts';
import type { EventReader, StoreIdentity } from './ports/event-store.ts';
import { readOnlySubscriptions } from './subscriptions/create-subscriptions.ts';
import { RequestLog } from './subscriptions/request-log.ts';
import { timelineFeed } from './timeline/timeline-feed.ts';
import { readPage } from './timeline/pages.ts';
import { profileList } from './views/profile-list.ts';
import { searchesLimit, viewsLimit } from './views/profile-lists.ts';
import type { Watch } from './watch.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';
import { watchedLabel } from './watched-label.ts';
import { createWatchSignIn } from './watch-sign-in.ts';

interface ReadOnlyParts {
  readonly watched: WatchedProfile;
  readonly id: WatchId;
  readonly reader: EventReader;
  readonly storeIdentity: StoreIdentity;
}

export async function readOnlyWatch(
  ports: WatchPorts,
  { watched, id, reader, storeIdentity }: ReadOnlyParts,
  cause: AppError,
): Promise<Watch> {
  const { clock, savedViews, savedSearches } = ports;
  const { practice } = watched;
  let { profile } = watched;
  const changes = new ChangeSignal();
  const stopping = new AbortController();
  const requestChanges = new ChangeSignal();
  const requests = new RequestLog(ports.service, clock, requestChanges);
  const signIn = createWatchSignIn(
    { ...ports, service: requests.loggedService('permissions') },
    watched,
    stopping.signal,
  );
  const inventory = ports.inventories.openReadOnly(storeIdentity);
  const { extent, newest, domain } = await readOverview(reader, clock);
  const refuse = async (): Promise<never> => {
    throw cause;
  };
  const projection = ports.caseProjections.openPrivate(storeIdentity);
  const caseServices = createCaseServices({
    ...ports,
    profile,
    projection,
    reader,
    scanner: reader,
    addActions: refuse,
    committed: changes,
    label: () => ({ profile: profile.name, domain, practice }),
    liveUntil: () => null,
  });
  const views = profileList(savedViews, storeIdentity, stopping.signal, viewsLimit);
  const alarms = readOnlyAlarms({
    ...ports,
    storeIdentity,
    reader,
    views,
    files: ports.alarmFiles,
    refuse,
    stopSignal: stopping.signal,
  });
  const working = caseServices.cases.run(stopping.signal);
  return {
    id,
    get profile() {
      return profile;
    },
    practice,
    reader: () => reader,
    scanner: reader,
    markSeen: refuse,
    views: {
      ...views,
      put: refuse,
      remove: refuse,
      reorder: refuse,
    },
    subscriptions: readOnlySubscriptions({
      clock,
      requests,
      requestChanges,
      refuse,
      scanner: reader,
      saved: {
        ...profileList(savedSearches, storeIdentity, stopping.signal, searchesLimit),
        put: refuse,
        remove: refuse,
        reorder: refuse,
      },
      inventory: { reader: inventory, scanner: inventory },
      eventsFor: () => reader,
      stopSignal: stopping.signal,
    }),
    ...caseServices,
    alarms,
    tokens: signIn.tokens,
    get access() {
      return signIn.access;
    },
    maintenance: {
      report: () => readStoreReport({ reader, backups: async () => [] }, clock, profile.keepDays),
      removable: async () => 0,
      backUp: refuse,
      acknowledge: refuse,
    },
    changes,
    transitions: changes,
    snapshot: () => ({
      watch: id,
      profile: watchedLabel({ profile, practice, domain }),
      stream: { kind: 'stopped', since: newest?.receivedAt ?? clock.now() },
      storage: { kind: 'read-only', error: cause.data },
      store: { incident: null, check: { kind: 'due' }, backup: { kind: 'none' } },
      extent,
      coverageRevision: 0,
      providerClockOffsetMs: null,
      alarms: { unseen: alarms.unacknowledgedCount() },
    }),
    nextChangeIn: () => null,
    retryNow() {},
    wakeUp() {},
    relabel(next) {
      profile = next;
      changes.notify();
    },
    grantChanged: (what) => signIn.grantChanged(what),
    timelineFeed: (query, signal) =>
      timelineFeed(
        { reader, clock, committed: changes },
        query,
        signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal]),
      ),
    async stop() {
      stopping.abort(new Error('reading was stopped'));
      await working;
      await Promise.all([reader.close(), inventory.close(), projection.close()]);
      return 0;
    },
  };
}

async function newestOf(reader: EventReader, filter: Filter, clock: Clock): Promise<readonly EventSummary[]> {
  return (await readPage(reader, { filter, direction: 'older', cursor: null, limit: 1 }, clock)).rows;
}

async function readOverview(reader: EventReader, clock: Clock) {
  try {
    const extent = await reader.extent();
    const [newest] = await newestOf(reader, EVERYTHING, clock);
    // Session events name the domain. The principal of any other event may be anything (`namesDomain`).
    const [heartbeat] = await newestOf(reader, HEARTBEATS, clock);
    return { extent, newest, domain: heartbeat?.principal ?? null };
  } catch (error) {
    await reader.close();
    throw error;
  }
}
