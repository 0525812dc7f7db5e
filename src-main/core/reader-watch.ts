/**
 * A watch that only reads its store, because this user or this process may not write it. What another process can store
 * for it is handed to that process; everything else is refused.
 */
import type { AppError } from '../../src-shared/api/errors.ts';
import type { SeqRanges } from '../../src-shared/api/timeline.ts';
import type { ActionEntry } from '../../src-shared/domain/cases/action.ts';
import type { StorageStatus } from '../../src-shared/api/stream/stream-status.ts';
import type { StoreCondition } from '../../src-shared/domain/store-condition.ts';
import { HEARTBEATS } from '../../src-shared/domain/filter/class-filters.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { readOnlyAlarms } from './alarms/read-only-alarms.ts';
import { createCaseServices } from './case-services.ts';
import { readStoreReport } from './maintenance/store-report.ts';
import { readOnlyOutlets } from './outlets/create-outlets.ts';
import type { ChangeSignal } from './lib/change-signal.ts';
import type { Clock } from './ports/clock.ts';
import type { EventReader, StoreIdentity } from './ports/event-store.ts';
import { currentMoment, earlierMoment } from './lib/moment.ts';
import { readOnlySubscriptions } from './subscriptions/create-subscriptions.ts';
import { readPage } from './timeline/pages.ts';
import { type ProfileList, profileList } from './views/profile-list.ts';
import { linksLimit, searchesLimit, viewsLimit } from './views/profile-lists.ts';
import { createWatch, type Watch } from './watch.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';
import { createWatchRequests } from './watch-sign-in.ts';
import { WatchState } from './watch-state.ts';

/** Another process may write the lists, and sends no change signal. */
const LIST_POLL_INTERVAL_MS = 5_000;

export interface ReaderWatchParts {
  readonly watched: WatchedProfile;
  readonly id: WatchId;
  readonly reader: EventReader;
  readonly storeIdentity: StoreIdentity;
}

/** The process that writes the store, which does what a reader may not do itself. */
export interface OtherWriter {
  readonly addActions: (actions: readonly ActionEntry[]) => Promise<void>;
  readonly markSeen: (ranges: SeqRanges, seen: boolean) => Promise<void>;
  readonly acknowledgeAlarms: (alarms: readonly string[]) => Promise<void>;
  /** Called when a user opens an alarm here. */
  readonly alarmOpened: (alarm: string) => void;
  readonly retryNow: () => void;
  readonly unacknowledged: () => number;
  /** Null if it is not known. */
  readonly condition: () => StoreCondition | null;
  /** Runs until the watch is stopped. Never rejects. */
  readonly run: (state: WatchState) => Promise<void>;
}

interface ReaderRights {
  readonly stopping: AbortController;
  /** Error of everything that is refused. */
  readonly cause: AppError;
  readonly storage: StorageStatus;
  /** Null if no process is known to write: what it would do is refused. `committed` must be emitted after it stored. */
  readonly writerOf: ((committed: ChangeSignal) => OtherWriter) | null;
}

/**
 * A watch on a store that this user cannot write. Everything stored can be read. Nothing is received, because it could
 * not be stored: the stream is `stopped`, and `storage` holds the reason.
 */
export function readOnlyWatch(ports: WatchPorts, parts: ReaderWatchParts, cause: AppError): Promise<Watch> {
  const storage = { kind: 'read-only', error: cause.data } as const;
  return openReaderWatch(ports, parts, { stopping: new AbortController(), cause, storage, writerOf: null });
}

export async function openReaderWatch(
  ports: WatchPorts,
  { watched, id, reader, storeIdentity }: ReaderWatchParts,
  rights: ReaderRights,
): Promise<Watch> {
  const { clock } = ports;
  const { profile, practice } = watched;
  const { cause, stopping } = rights;
  const { requests, requestChanges, signIn } = createWatchRequests(ports, watched, stopping.signal);
  const { extent, newest, domain } = await readOverview(reader, clock);
  const since = earlierMoment(newest?.receivedAt ?? null, currentMoment(clock));
  const state = new WatchState(clock, {
    profile,
    practice,
    extent,
    domain,
    stream: { kind: 'stopped', since },
    storage: rights.storage,
  });
  const refuse = async (): Promise<never> => {
    throw cause;
  };
  const readOnly = <Entry>(list: ProfileList<Entry>) => ({ ...list, put: refuse, remove: refuse, reorder: refuse });
  const inventory = ports.inventories.openReadOnly(storeIdentity);
  const projection = ports.caseProjections.openPrivate(storeIdentity);
  const { committed, label, liveUntil } = state;
  const writer = rights.writerOf?.(committed) ?? null;
  const stored = { ...ports, profile, projection, reader, scanner: reader, committed, label, liveUntil };
  const caseServices = createCaseServices({
    ...stored,
    writer: { addActions: (actions) => writer?.addActions(actions) ?? refuse() },
    coverageRevision: () => state.coverageRevision,
  });
  const stopSignal = stopping.signal;
  const listParts = { identity: storeIdentity, clock, ends: stopSignal, pollIntervalMs: LIST_POLL_INTERVAL_MS };
  const views = readOnly(profileList(ports.savedViews, listParts, viewsLimit));
  const outlets = readOnlyOutlets(
    { clock, storeIdentity, reader, views, files: ports.outlets.files, refuse },
    stopSignal,
  );
  const alarms = readOnlyAlarms({
    ...ports,
    storeIdentity,
    reader,
    committed,
    views,
    files: ports.alarmFiles,
    deadlines: caseServices.cases.deadlines,
    outletLogs: outlets.logs,
    refuse,
    stopSignal,
  });
  const working = Promise.all([caseServices.cases.run(stopSignal), writer?.run(state)]);
  return createWatch({
    id,
    state,
    clock,
    signIn,
    source: { retryNow: () => writer?.retryNow(), wakeUp() {} },
    team: null,
    stopping,
    reader: () => reader,
    scanner: reader,
    async markSeen(ranges, seen) {
      await (writer?.markSeen(ranges, seen) ?? refuse());
      state.changes.notify();
    },
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
    alarms: {
      ...alarms,
      open(alarm) {
        writer?.alarmOpened(alarm);
        return alarms.open(alarm);
      },
      acknowledge: (ids) => writer?.acknowledgeAlarms(ids) ?? refuse(),
      unacknowledgedCount: () => writer?.unacknowledged() ?? 0,
    },
    outlets,
    maintenance: {
      condition: () => writer?.condition() ?? { incident: null, check: { kind: 'due' }, backup: { kind: 'none' } },
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
