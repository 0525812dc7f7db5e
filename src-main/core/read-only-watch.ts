/**
 * A watch over a store that this user cannot write: everything in it can be read, and nothing is received, since it
 * could not be kept. The stream is `stopped`, and storage says why.
 */
import type { AppError } from '../../src-shared/api/errors.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { heartbeatLimits } from '../../src-shared/domain/profile.ts';
import { HEARTBEAT } from '../../src-shared/domain/session-event.ts';
import { readStoreReport } from './keeping/store-report.ts';
import { Changes } from './lib/changes.ts';
import type { Clock } from './ports/clock.ts';
import type { EventReader, StorePlace } from './ports/event-store.ts';
import type { SavedViews } from './ports/saved-views.ts';
import { timelineNews } from './timeline/news.ts';
import { readPage } from './timeline/pages.ts';
import { profileViews } from './views/profile-views.ts';
import type { Watch, WatchedProfile } from './watch.ts';

interface ReadOnlyParts {
  readonly reader: EventReader;
  readonly clock: Clock;
  readonly savedViews: SavedViews;
  readonly place: StorePlace;
}

export async function readOnlyWatch(
  { reader, clock, savedViews, place }: ReadOnlyParts,
  { profile, practice }: WatchedProfile,
  id: WatchId,
  cause: AppError,
): Promise<Watch> {
  const changes = new Changes();
  const stopping = new AbortController();
  const { extent, newest, domain } = await lookAt(reader, clock);
  const refuse = async (): Promise<never> => {
    throw cause;
  };
  return {
    id,
    profile,
    practice,
    reader: () => reader,
    scanner: reader,
    markSeen: refuse,
    views: { ...profileViews(savedViews, place, stopping.signal), put: refuse, remove: refuse, order: refuse },
    keeping: {
      report: () => readStoreReport({ reader, backups: async () => [] }, clock, profile.keepDays),
      backUp: refuse,
      acknowledge: refuse,
    },
    changes,
    turns: changes,
    snapshot: () => ({
      watch: id,
      profile: {
        id: profile.id,
        name: profile.name,
        practice,
        eventsUrl: profile.eventsUrl,
        domain,
        heartbeat: heartbeatLimits(profile),
      },
      stream: { kind: 'stopped', since: newest?.receivedAt ?? clock.now() },
      storage: { kind: 'read-only', error: cause.data },
      store: { incident: null, check: { kind: 'due' }, backup: { kind: 'none' } },
      extent,
      coverageRevision: 0,
      providerClockOffsetMs: null,
    }),
    nextChangeIn: () => null,
    retryNow() {},
    news: (query, signal) =>
      timelineNews({ reader, clock, stored: changes }, query, AbortSignal.any([signal, stopping.signal])),
    async stop() {
      stopping.abort(new Error('reading was stopped'));
      await reader.close();
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
