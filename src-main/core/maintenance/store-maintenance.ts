/** Maintains a store in the background while it is watched, and reports the result as the store's condition. */
import type { StoreReport } from '../../../src-shared/api/store.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import type { BackupCopy, StoreCondition, StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore, ResumedStore, RetentionLimits } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { DailyBackup } from './daily-backup.ts';
import { DailySeal } from './daily-seal.ts';
import { IntegrityCheck } from './integrity-check.ts';
import { countRemovable } from './removable.ts';
import { trustedTime, type KeepDays, retentionLimits } from './retention-limits.ts';
import { type MaintenanceJob, MaintenanceScheduler } from './maintenance-scheduler.ts';
import { readStoreReport } from './store-report.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src-shared/lib/durations.ts';

export interface StoreMaintenanceParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepDays: KeepDays;
  readonly practice: boolean;
  readonly resumed: ResumedStore;
  readonly onConditionChange: () => void;
  /** Derived data must then check that it still belongs to these events. */
  readonly onRepaired: () => void;
  /** Keeps what the days before the limits count. Returns false if it must be called again, before events are removed. */
  readonly keepFigures: (limits: RetentionLimits) => Promise<boolean>;
  /** Removes a batch of cases whose events are no longer kept. Returns true while there is more. */
  readonly removeExpiredCases: (limits: RetentionLimits) => Promise<boolean>;
}

export type StoreMaintenance = ReturnType<typeof createStoreMaintenance>;

/** Delay after the start, so that the first page and new events are not slowed down. None of this is urgent. */
const START_DELAY_MS = 60_000;
const CLOCK_SAMPLE_EVENTS = 20;

export function createStoreMaintenance(parts: StoreMaintenanceParts) {
  const { store, clock, log, keepDays, practice, resumed, onConditionChange, onRepaired } = parts;
  const { reader, writer } = store;
  let { incident } = resumed;
  let isClockAheadReported = false;
  let isRedecoding = resumed.needsRedecode;
  const settling = new ChangeSignal();

  const repair: MaintenanceJob = {
    failure: 'events from the old files could not be restored yet',
    firstInMs: incident?.mending.kind === 'running' ? 0 : null,
    runBatch: async () => ((await writer.repair()) ? 0 : null),
  };

  const redecode: MaintenanceJob = {
    failure: 'stored events could not be decoded again yet',
    firstInMs: resumed.needsRedecode ? 0 : null,
    async runBatch() {
      if (await writer.redecode()) return 0;
      isRedecoding = false;
      settling.notify();
      onRepaired();
      return null;
    },
  };

  const integrity = new IntegrityCheck({
    store,
    clock,
    log,
    firstInMs: resumed.hadUncleanShutdown ? 0 : START_DELAY_MS,
    onConditionChange,
    onRepaired,
  });

  async function timeBelieved() {
    const { rows } = await reader.summaries({
      filter: EVERYTHING,
      direction: 'older',
      from: Number.MAX_SAFE_INTEGER,
      limit: CLOCK_SAMPLE_EVENTS,
    });
    return trustedTime(clock.now(), rows);
  }

  const retention: MaintenanceJob = {
    failure: 'events older than their retention could not be removed yet',
    firstInMs: START_DELAY_MS,
    async runBatch() {
      const believed = await timeBelieved();
      if (believed.isAhead !== isClockAheadReported) {
        isClockAheadReported = believed.isAhead;
        if (believed.isAhead)
          log.warn(
            'the clock is far ahead of the newest event: nothing is removed by age until events confirm the clock',
            {
              clock: new Date(clock.now()).toISOString(),
              believed: believed.at === null ? null : new Date(believed.at).toISOString(),
            },
          );
      }
      if (believed.at !== null) {
        const limits = retentionLimits(believed.at, keepDays);
        if (!(await parts.keepFigures(limits))) return MINUTE_MS;
        if ((await writer.removeExpired(limits)) || (await parts.removeExpiredCases(limits))) return 0;
      }
      rounds.trigger(space);
      return HOUR_MS;
    },
  };

  const space: MaintenanceJob = {
    failure: 'free space could not be returned to the disk yet',
    firstInMs: null,
    runBatch: async () => ((await writer.vacuum()) ? 0 : null),
  };

  const backup = new DailyBackup({ store, clock, practice, firstInMs: START_DELAY_MS, onConditionChange });

  const seal = new DailySeal({
    writer,
    clock,
    firstInMs: START_DELAY_MS,
    isRepairing: () => incident?.mending.kind === 'running',
  });

  const jobs = [repair, redecode, seal, backup, integrity, retention, space];
  const rounds = new MaintenanceScheduler(jobs, { clock, log });

  function turnIncident(now: StoreIncident | null): void {
    if (JSON.stringify(now) === JSON.stringify(incident)) return;
    incident = now;
    settling.notify();
    onConditionChange();
    onRepaired();
  }

  return {
    condition: (): StoreCondition => ({ incident, check: integrity.condition, backup: backup.condition }),
    setIncident(now: StoreIncident | null): void {
      turnIncident(now);
      if (now?.mending.kind === 'running') rounds.trigger(repair);
    },
    /** @throws AppError STORE_… */
    report: (): Promise<StoreReport> => readStoreReport(store, clock, keepDays),
    /** Counts the events that this retention would remove; removes nothing. @throws AppError STORE_… */
    removable: async (requested: KeepDays): Promise<number> =>
      countRemovable(reader, (await timeBelieved()).at, keepDays, requested),
    /** Makes a backup now, or returns the running one. @throws AppError STORE_…, BACKUP_UNUSABLE */
    backUp: (): Promise<BackupCopy> => backup.copy(),
    async acknowledge(): Promise<void> {
      await writer.acknowledgeIncident();
      turnIncident(null);
    },
    /** Resolves when no repair or decoding of old rows is running. @throws the signal's reason */
    async waitUntilStable(signal: AbortSignal): Promise<void> {
      for (;;) {
        const { revision } = settling;
        if (!isRedecoding && incident?.mending.kind !== 'running') return;
        await settling.changedSince(revision, signal);
      }
    },
    run: (signal: AbortSignal): Promise<void> => rounds.run(signal),
    /** Seals what is not sealed, once nothing more is received. The next start seals what this does not. */
    sealAtEnd: (): Promise<void> => seal.sealAtEnd().catch((error: unknown) => log.warn(seal.failure, { error })),
  };
}
