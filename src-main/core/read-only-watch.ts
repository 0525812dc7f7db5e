/**
 * A watch over a store that this user cannot write: everything in it can be read, and nothing is received, since it
 * could not be kept. The stream is `stopped`, and storage says why.
 */
import type { AppError } from '../../src-shared/api/errors.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { HEARTBEAT } from '../../src-shared/domain/session-event.ts';
import { readAlarms } from './alarms/read-alarms.ts';
import { casesOfWatch } from './cases/cases-of-watch.ts';
import { readStoreReport } from './keeping/store-report.ts';
import { Changes } from './lib/changes.ts';
import type { Clock } from './ports/clock.ts';
import type { EventReader, StorePlace } from './ports/event-store.ts';
import { readOnlySubscriptions } from './subscriptions/create-subscriptions.ts';
import { RequestLog } from './subscriptions/request-log.ts';
import { timelineNews } from './timeline/news.ts';
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
  readonly place: StorePlace;
}

export async function readOnlyWatch(
  ports: WatchPorts,
  { watched, id, reader, place }: ReadOnlyParts,
  cause: AppError,
): Promise<Watch> {
  const { clock, savedViews, savedSearches } = ports;
  const { practice } = watched;
  let { profile } = watched;
  const changes = new Changes();
  const stopping = new AbortController();
  const asked = new Changes();
  const requests = new RequestLog(ports.service, clock, asked);
  const signIn = createWatchSignIn({ ...ports, service: requests.as('permissions') }, watched, stopping.signal);
  const inventory = ports.inventories.openReadOnly(place);
  const { extent, newest, domain } = await lookAt(reader, clock);
  const refuse = async (): Promise<never> => {
    throw cause;
  };
  const book = ports.caseBooks.openPrivate(place);
  const told = casesOfWatch({
    ...ports,
    profile,
    book,
    reader,
    scanner: reader,
    addFacts: refuse,
    stored: changes,
    label: () => ({ profile: profile.name, domain, practice }),
    liveUntil: () => null,
  });
  const views = profileList(savedViews, place, stopping.signal, viewsLimit);
  const alarms = readAlarms({ ...ports, place, reader, views, files: ports.alarmFiles, refuse, ends: stopping.signal });
  const working = told.cases.run(stopping.signal);
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
      order: refuse,
    },
    subscriptions: readOnlySubscriptions({
      clock,
      requests,
      asked,
      refuse,
      scanner: reader,
      saved: {
        ...profileList(savedSearches, place, stopping.signal, searchesLimit),
        put: refuse,
        remove: refuse,
        order: refuse,
      },
      inventory: { reader: inventory, scanner: inventory },
      eventsFor: () => reader,
      ends: stopping.signal,
    }),
    ...told,
    alarms,
    tokens: signIn.tokens,
    get access() {
      return signIn.access;
    },
    keeping: {
      report: () => readStoreReport({ reader, backups: async () => [] }, clock, profile.keepDays),
      removable: async () => 0,
      backUp: refuse,
      acknowledge: refuse,
    },
    changes,
    turns: changes,
    snapshot: () => ({
      watch: id,
      profile: watchedLabel({ profile, practice, domain }),
      stream: { kind: 'stopped', since: newest?.receivedAt ?? clock.now() },
      storage: { kind: 'read-only', error: cause.data },
      store: { incident: null, check: { kind: 'due' }, backup: { kind: 'none' } },
      extent,
      coverageRevision: 0,
      providerClockOffsetMs: null,
      alarms: { unseen: alarms.unseen() },
    }),
    nextChangeIn: () => null,
    retryNow() {},
    awake() {},
    relabel(next) {
      profile = next;
      changes.notify();
    },
    grantChanged: (what) => signIn.grantChanged(what),
    news: (query, signal) =>
      timelineNews({ reader, clock, stored: changes }, query, AbortSignal.any([signal, stopping.signal])),
    async stop() {
      stopping.abort(new Error('reading was stopped'));
      await working;
      await Promise.all([reader.close(), inventory.close(), book.close()]);
      return 0;
    },
  };
}

/** The domain as the service names it: the principal of any other event may be anything (`namesDomain`). */
const HEARTBEATS: Filter = { terms: [{ kind: 'value', field: 'kind', values: [HEARTBEAT], negated: false }] };

async function newestOf(reader: EventReader, filter: Filter, clock: Clock): Promise<readonly EventSummary[]> {
  return (await readPage(reader, { filter, direction: 'older', cursor: null, limit: 1 }, clock)).rows;
}

/** A store that cannot be read either is closed again. */
async function lookAt(reader: EventReader, clock: Clock) {
  try {
    const extent = await reader.extent();
    const [newest] = await newestOf(reader, EVERYTHING, clock);
    const [heartbeat] = await newestOf(reader, HEARTBEATS, clock);
    return { extent, newest, domain: heartbeat?.principal ?? null };
  } catch (error) {
    await reader.close();
    throw error;
  }
}
