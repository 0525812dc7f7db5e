/**
 * A watch on a store that this user cannot write. Everything stored can be read. Nothing is received, because it could
 * not be stored: the stream is `stopped`, and `storage` holds the reason.
 */
import type { AppError } from '../../src-shared/api/errors.ts';
import { HEARTBEATS } from '../../src-shared/domain/event/event-class.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { readOnlyAlarms } from './alarms/read-only-alarms.ts';
import { createCaseServices } from './cases/case-services.ts';
import { readStoreReport } from './maintenance/store-report.ts';
import { readOnlyOutlets } from './outlets/create-outlets.ts';
import type { Clock } from './ports/clock.ts';
import type { EventReader, StoreIdentity } from './ports/event-store.ts';
import { currentMoment, earlierMoment } from './stream/moment.ts';
import { readOnlySubscriptions } from './subscriptions/create-subscriptions.ts';
import { readPage } from './timeline/pages.ts';
import { type ProfileList, profileList } from './views/profile-list.ts';
import { linksLimit, searchesLimit, viewsLimit } from './views/profile-lists.ts';
import { createWatch, type Watch } from './watch.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';
import { createWatchRequests } from './watch-sign-in.ts';
import { WatchState } from './watch-state.ts';

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
  const { clock } = ports;
  const { profile, practice } = watched;
  const stopping = new AbortController();
  const { requests, requestChanges, signIn } = createWatchRequests(ports, watched, stopping.signal);
  const { extent, newest, domain } = await readOverview(reader, clock);
  const since = earlierMoment(newest?.receivedAt ?? null, currentMoment(clock));
  const state = new WatchState(clock, {
    profile,
    practice,
    extent,
    domain,
    stream: { kind: 'stopped', since },
    storage: { kind: 'read-only', error: cause.data },
  });
  const refuse = async (): Promise<never> => {
    throw cause;
  };
  const readOnly = <Entry>(list: ProfileList<Entry>) => ({ ...list, put: refuse, remove: refuse, reorder: refuse });
  const inventory = ports.inventories.openReadOnly(storeIdentity);
  const projection = ports.caseProjections.openPrivate(storeIdentity);
  const { committed, label, liveUntil } = state;
  const stored = { ...ports, profile, projection, reader, scanner: reader, committed, label, liveUntil };
  const caseServices = createCaseServices({ ...stored, writer: { addActions: refuse } });
  const stopSignal = stopping.signal;
  const listParts = { identity: storeIdentity, clock, ends: stopSignal };
  const views = readOnly(profileList(ports.savedViews, listParts, viewsLimit));
  const outlets = readOnlyOutlets(
    { clock, storeIdentity, reader, views, files: ports.outlets.files, refuse },
    stopSignal,
  );
  const working = caseServices.cases.run(stopSignal);
  return createWatch({
    id,
    state,
    clock,
    signIn,
    source: { retryNow() {}, wakeUp() {} },
    team: null,
    stopping,
    reader: () => reader,
    scanner: reader,
    markSeen: refuse,
    views,
    links: readOnly(profileList(ports.ownLinks, listParts, linksLimit)),
    subscriptions: readOnlySubscriptions({
      clock,
      requests,
      requestChanges,
      refuse,
      scanner: reader,
      saved: readOnly(profileList(ports.savedSearches, listParts, searchesLimit)),
      inventory: { reader: inventory, scanner: inventory },
      eventsFor: () => reader,
      stopSignal,
    }),
    ...caseServices,
    alarms: readOnlyAlarms({
      ...ports,
      storeIdentity,
      reader,
      views,
      files: ports.alarmFiles,
      deadlines: caseServices.cases.deadlines,
      outletLogs: outlets.logs,
      refuse,
      stopSignal,
    }),
    outlets,
    maintenance: {
      condition: () => ({ incident: null, check: { kind: 'due' }, backup: { kind: 'none' } }),
      report: () => readStoreReport({ reader, backups: async () => [] }, clock, profile.keepDays),
      removable: async () => 0,
      backUp: refuse,
      acknowledge: refuse,
    },
    rememberProfile() {},
    async close() {
      await working;
      await Promise.all([reader.close(), inventory.close(), projection.close()]);
      return 0;
    },
  });
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
