/**
 * A backend over ports in memory, for tests of what serves the router. `ONLY_WATCH` has a timeline in an array and no
 * stream; its other members are those that a test assigns to `watch`.
 */
import { tmpdir } from 'node:os';
import { createBackend } from '../../src-main/core/backend.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import type { Watch } from '../../src-main/core/watch.ts';
import type { TimelineFeedQuery, TimelineUpdate } from '../../src-shared/api/timeline.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { type WatchId, watchIdSchema } from '../../src-shared/domain/identity.ts';
import { summaryOf } from './example-events.ts';
import { hostDescription } from './host-description.ts';
import { someProfile } from './profile.ts';
import { RecordingPractice } from './recording-practice.ts';
import { RecordingStores } from './recording-stores.ts';
import { profilePorts, watchPorts } from './watch-ports.ts';

export const ONLY_WATCH = watchIdSchema.parse('recorded');

export function memoryBackend(version = '0.0.0') {
  const ports = {
    ...watchPorts(new RecordingStores(), tmpdir()),
    ...profilePorts(),
    practice: new RecordingPractice(),
  };
  const backend = createBackend(ports, { ...hostDescription, version });
  const incidents: unknown[] = [];
  const rows: EventSummary[] = [];
  const changes = new ChangeSignal();
  let openFeeds = 0;
  function counted<Args extends unknown[], Item>(feed: (...args: Args) => AsyncIterable<Item>) {
    return async function* countedFeed(...args: Args): AsyncGenerator<Item, void, undefined> {
      openFeeds += 1;
      try {
        yield* feed(...args);
      } finally {
        openFeeds -= 1;
      }
    };
  }
  async function* timeline(
    { after }: Omit<TimelineFeedQuery, 'watch'>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<TimelineUpdate, void, undefined> {
    if (signal === undefined) throw new Error('a feed without a signal cannot be ended');
    for (let seen = after; ;) {
      const { revision } = changes;
      const added = rows.slice(seen);
      seen = rows.length;
      const extent = { oldestSeq: Math.min(1, seen), newestSeq: seen, storedEvents: seen };
      if (added.length > 0) yield { rows: added.toReversed(), count: added.length, heartbeats: 0, gaps: [], extent };
      await changes.changedSince(revision, signal);
    }
  }
  const watch: Partial<Watch> = { profile: someProfile, timelineFeed: counted(timeline) };
  const find = backend.watch;
  return {
    watch,
    incidents,
    get openFeeds() {
      return openFeeds;
    },
    receive(count: number): void {
      for (let added = 0; added < count; added += 1)
        rows.push(summaryOf(rows.length + 1, { id: String(rows.length + 1) }));
      changes.notify();
    },
    backend: Object.assign(backend, {
      snapshots: counted(backend.snapshots),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test assigns what is called
      watch: (id: WatchId) => (id === ONLY_WATCH ? (watch as Watch) : find(id)),
      reportIncident: (error: unknown) => `incident-${incidents.push(error)}`,
    }),
  };
}
