/** Backs up the store once a day, while it is written, and reports the state of the last backup. */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { BackupCopy, StoreCondition } from '../../../src-shared/domain/store-condition.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { MaintenanceJob } from './maintenance-scheduler.ts';
import { DAY_MS, HOUR_MS } from '../../../src-shared/lib/durations.ts';

/** Minimum pause, because the wall clock may be set back and forth and a backup copies the complete store. */
const MIN_PAUSE_MS = 12 * HOUR_MS;

export interface DailyBackupParts {
  readonly store: Pick<EventStore, 'backups' | 'backUp'>;
  readonly clock: Clock;
  /** Practice data can be created again, so it is not backed up. */
  readonly practice: boolean;
  readonly firstInMs: number;
  readonly onConditionChange: () => void;
}

/** Progress steps of 1 %, because each change is sent to every page. */
const MIN_PROGRESS_STEP = 0.01;
/** A short session does not wait for the thread that lists backups. */
const START_DELAY_MS = 1_000;

export class DailyBackup implements MaintenanceJob {
  readonly failure = 'the store could not be copied';
  readonly firstInMs: number | null;
  readonly #parts: DailyBackupParts;
  #condition: StoreCondition['backup'] = { kind: 'none' };
  #newest: BackupCopy | null = null;
  #underWay: Promise<BackupCopy> | null = null;
  #copiedAt: number | null = null;

  #hasListed = false;

  constructor(parts: DailyBackupParts) {
    this.#parts = parts;
    this.firstInMs = parts.practice ? null : START_DELAY_MS;
  }

  get condition(): StoreCondition['backup'] {
    return this.#condition;
  }

  async runBatch(): Promise<number> {
    if (this.#hasListed) {
      await this.#copyIfDue();
      return HOUR_MS;
    }
    this.#newest ??= (await this.#parts.store.backups())[0] ?? null;
    this.#hasListed = true;
    if (this.#newest !== null && this.#condition.kind === 'none') this.#turn({ kind: 'kept', newest: this.#newest });
    return this.#parts.firstInMs;
  }

  async #copyIfDue(): Promise<void> {
    const { clock } = this.#parts;
    const isFresh = this.#newest !== null && Math.abs(clock.now() - this.#newest.at) < DAY_MS;
    const isRecent = this.#copiedAt !== null && clock.monotonic() - this.#copiedAt < MIN_PAUSE_MS;
    if (!isFresh && !isRecent) await this.copy();
  }

  /** Starts a backup, or returns the running one. @throws AppError STORE_…, BACKUP_UNUSABLE */
  copy(): Promise<BackupCopy> {
    this.#underWay ??= this.#copy().finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  async #copy(): Promise<BackupCopy> {
    const { store, clock } = this.#parts;
    this.#turn({ kind: 'running', share: 0 });
    let reported = 0;
    try {
      this.#newest = await store.backUp((share) => {
        if (share - reported < MIN_PROGRESS_STEP) return;
        reported = share;
        this.#turn({ kind: 'running', share });
      });
      this.#copiedAt = clock.monotonic();
      this.#turn({ kind: 'kept', newest: this.#newest });
      return this.#newest;
    } catch (error) {
      this.#turn({ kind: 'failed', at: clock.now(), reason: reasonOf(error), newest: this.#newest });
      throw error;
    }
  }

  #turn(condition: StoreCondition['backup']): void {
    this.#condition = condition;
    this.#parts.onConditionChange();
  }
}

/** Returns the code and the problem, from which the host makes a sentence. The log has the details. */
function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'INTERNAL';
  const { code, facts } = error.data;
  return 'problem' in facts ? `${code} ${facts.problem}` : code;
}
