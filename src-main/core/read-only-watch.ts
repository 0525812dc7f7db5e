/**
 * A watch over a store that this user cannot write: everything in it can be read, and nothing is received, since it
 * could not be kept. The stream is `stopped`, and storage says why.
 */
import type { AppError } from '../../src-shared/api/errors.ts';
import { EVERYTHING } from '../../src-shared/domain/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { heartbeatLimits } from '../../src-shared/domain/profile.ts';
import { readStoreReport } from './keeping/store-report.ts';
import { Changes } from './lib/changes.ts';
import type { Clock } from './ports/clock.ts';
import type { EventReader } from './ports/event-store.ts';
import { timelineNews } from './timeline/news.ts';
import { readPage } from './timeline/pages.ts';
import type { Watch, WatchedProfile } from './watch.ts';

export async function readOnlyWatch(
  { reader, clock }: { readonly reader: EventReader; readonly clock: Clock },
  { profile, practice }: WatchedProfile,
  id: WatchId,
  cause: AppError,
): Promise<Watch> {
  const changes = new Changes();
  const stopping = new AbortController();
  const { extent, newest } = await lookAt(reader, clock);
  const refuse = async (): Promise<never> => {
    throw cause;
  };
  return {
    id,
    profile,
    practice,
    reader: () => reader,
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
        domain: newest?.principal ?? null,
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

/** A store that cannot be read either is closed again. */
async function lookAt(reader: EventReader, clock: Clock) {
  try {
    const extent = await reader.extent();
    const { rows } = await readPage(reader, { filter: EVERYTHING, direction: 'older', cursor: null, limit: 1 }, clock);
    return { extent, newest: rows[0] };
  } catch (error) {
    await reader.close();
    throw error;
  }
}
