/**
 * Keeps a store while it is watched, behind everything else: mends it after an incident, brings old rows up to this
 * version, looks through everything that is stored, removes what is older than the profile wants, and copies it once a
 * day. What happened, and how far it is, is its condition.
 */
import type { StoreReport } from '../../../src-shared/api/store.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter.ts';
import type { BackupCopy, StoreCondition, StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore, ResumedStore, RetentionLimits } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { DailyBackup } from './daily-backup.ts';
import { IntegrityCheck } from './integrity-check.ts';
import { countRemovable } from './removable.ts';
import { trustedTime, type KeepDays, retentionLimits } from './retention-limits.ts';
import { type MaintenanceJob, MaintenanceScheduler } from './maintenance-scheduler.ts';
import { readStoreReport } from './store-report.ts';

export interface StoreMaintenanceParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly keepDays: KeepDays;
  readonly practice: boolean;
  readonly resumed: ResumedStore;
  /** The condition is another one now. */
  readonly onConditionChange: () => void;
  /** What was stored before is another now, or soon: whatever follows from it looks whether it is of these events. */
  readonly onRepaired: () => void;
  /** Removes some of what follows from events that are not kept any more; `true` while there is more. */
  readonly removeExpiredCases: (limits: RetentionLimits) => Promise<boolean>;
}

export interface StoreMaintenance {
  condition(): StoreCondition;
  /** What the store says of itself: each turn of an incident, `null` when there is none any more. */
  setIncident(incident: StoreIncident | null): void;
  /** @throws AppError STORE_… */
  report(): Promise<StoreReport>;
  /** How many events would go where they were kept for so many days; nothing is removed. @throws AppError STORE_… */
  removable(wanted: KeepDays): Promise<number>;
  /** A copy now, beside the daily ones; one that is under way is the answer. @throws AppError STORE_…, BACKUP_UNUSABLE */
  backUp(): Promise<BackupCopy>;
  /** The incident was read. */
  acknowledge(): Promise<void>;
  /**
   * Resolves when nothing is being taken over and no rows are decoded again: what was stored before stays as it is then,
   * as far as anybody knows. @throws the signal's reason
   */
  waitUntilStable(signal: AbortSignal): Promise<void>;
  /** Resolves when the signal is aborted, and only then. */
  run(signal: AbortSignal): Promise<void>;
}

/** Whoever starts the program waits for its first page, and for what the socket brings; nothing of this is urgent. */
const START_DELAY_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Newest events that are asked for the time: one clock that is wrong among them confirms nothing. */
const CLOCK_SAMPLE_EVENTS = 20;

export function createStoreMaintenance(parts: StoreMaintenanceParts): StoreMaintenance {
  const { store, clock, log, keepDays, practice, resumed, onConditionChange, onRepaired } = parts;
  const { reader, writer } = store;
  let { incident } = resumed;
  let saysClockIsAhead = false;
  let isRedecoding = resumed.needsRedecode;
  const settling = new ChangeSignal();

  const mend: MaintenanceJob = {
    failure: 'what was set aside could not be taken over yet',
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

  const look = new IntegrityCheck({
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

  const tidy: MaintenanceJob = {
    failure: 'events that are older than they are kept could not be removed yet',
    firstInMs: START_DELAY_MS,
    async runBatch() {
      const believed = await timeBelieved();
      if (believed.isAhead !== saysClockIsAhead) {
        saysClockIsAhead = believed.isAhead;
        if (believed.isAhead)
          log.warn('the clock is far ahead of the newest event: nothing is removed by it before an event confirms it', {
            clock: new Date(clock.now()).toISOString(),
            believed: believed.at === null ? null : new Date(believed.at).toISOString(),
          });
      }
      if (believed.at !== null) {
        const limits = retentionLimits(believed.at, keepDays);
        if ((await writer.removeExpired(limits)) || (await parts.removeExpiredCases(limits))) return 0;
      }
      rounds.trigger(space);
      return HOUR_MS;
    },
  };

  const space: MaintenanceJob = {
    failure: 'space could not be given back to the disk yet',
    firstInMs: null,
    runBatch: async () => ((await writer.vacuum()) ? 0 : null),
  };

  const backup = new DailyBackup({ store, clock, practice, firstInMs: START_DELAY_MS, onConditionChange });

  const rounds = new MaintenanceScheduler([mend, redecode, backup, look, tidy, space], { clock, log });

  function turnIncident(now: StoreIncident | null): void {
    if (JSON.stringify(now) === JSON.stringify(incident)) return;
    incident = now;
    settling.notify();
    onConditionChange();
    onRepaired();
  }

  return {
    condition: () => ({ incident, check: look.condition, backup: backup.condition }),
    setIncident(now) {
      turnIncident(now);
      if (now?.mending.kind === 'running') rounds.trigger(mend);
    },
    report: () => readStoreReport(store, clock, keepDays),
    removable: async (wanted) => countRemovable(reader, (await timeBelieved()).at, keepDays, wanted),
    backUp: () => backup.copy(),
    async acknowledge() {
      await writer.acknowledgeIncident();
      turnIncident(null);
    },
    async waitUntilStable(signal) {
      for (;;) {
        const { revision } = settling;
        if (!isRedecoding && incident?.mending.kind !== 'running') return;
        // oxlint-disable-next-line no-await-in-loop -- one change after the other
        await settling.changedSince(revision, signal);
      }
    },
    run: (signal) => rounds.run(signal),
  };
}
