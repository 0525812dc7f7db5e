import { NO_POLICY } from '../../../../src-shared/api/policy/policy.ts';
import { onTestFinished, vi } from 'vitest';
import { openEventReader } from '../../../../src-main/adapters/sqlite/events/event-reader.ts';
import { createExportJobs, type ExportedWatch } from '../../../../src-main/core/exports/export-jobs.ts';
import type { EventReader } from '../../../../src-main/core/ports/event-store.ts';
import type { TableFiles } from '../../../../src-main/core/ports/export-files.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { ExportJob, StartEventsExport } from '../../../../src-shared/api/exports.ts';
import type { ReceivedEvent } from '../../../../src-shared/domain/event/event.ts';
import { EVERYTHING } from '../../../../src-shared/domain/filter/filter.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { filledStore } from '../../adapters/sqlite/events/temporary-store.ts';

const WATCH = watchIdSchema.parse('the-watch');

export const everything: StartEventsExport = {
  of: 'events',
  watch: WATCH,
  filter: EVERYTHING,
  at: Date.UTC(2026, 10, 21, 14),
  to: null,
  format: 'jsonl',
  mask: [],
  cells: 'verbatim',
  zone: 'Europe/Stockholm',
  rows: 'events',
  fileName: 'events.jsonl',
};

export function storedReader(events: readonly ReceivedEvent[]): EventReader {
  const reader = openEventReader(filledStore(events).path);
  onTestFinished(() => reader.close());
  return reader;
}

const noSubscriptions: ExportedWatch['subscriptions'] = {
  async *subscribe() {},
  load: () => Promise.reject(new Error('not asked for')),
  viewWithFailures: () => Promise.reject(new Error('not asked for')),
  get inventory(): never {
    throw new Error('not asked for');
  },
};

export function exporting(reader: EventReader, files: TableFiles, subscriptions = noSubscriptions) {
  const clock = new FakeClock();
  const incidents: unknown[] = [];
  let isOpen = true;
  let ids = 0;
  const watch: ExportedWatch = {
    profile: { name: 'Acme Europe' },
    scanner: reader,
    cases: { histories: async () => ({ cases: [], next: null }), waitUntilCaughtUp: async () => undefined },
    reader: () => reader,
    subscriptions,
  };
  const jobs = createExportJobs({
    clock,
    files,
    policy: NO_POLICY,
    newId: () => `export-${(ids += 1)}`,
    watchOf: (id) => {
      if (!isOpen) throw appError('WATCH_CLOSED', { watch: id });
      return watch;
    },
    reportIncident: (error) => `incident-${incidents.push(error)}`,
  });
  onTestFinished(() => jobs.close(WATCH));
  const present = async (): Promise<readonly ExportJob[]> => {
    for await (const update of jobs.subscribe(undefined)) return update.state;
    return [];
  };
  return {
    clock,
    incidents,
    jobs,
    present,
    /** Closes the watch in the same order as the backend. */
    closeWatch: async () => {
      isOpen = false;
      await jobs.close(WATCH);
    },
    ended: (id: string): Promise<ExportJob> =>
      vi.waitFor(
        async () => {
          const job = (await present()).find((one) => one.id === id);
          if (job === undefined || job.state.kind === 'running') throw new Error('the export still runs');
          return job;
        },
        { timeout: 20_000 },
      ),
  };
}
