/** Copies the store once a day, while it is written, and knows how the last copy went. */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { BackupCopy, StoreCondition } from '../../../src-shared/domain/store-condition.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The wall clock may be set back and forth; a copy of the whole store is dear all the same. */
const LEAST_PAUSE_MS = 12 * HOUR_MS;

export interface DailyBackupParts {
  readonly store: Pick<EventStore, 'backups' | 'backUp'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onTurn: () => void;
}

export class DailyBackup {
  readonly #parts: DailyBackupParts;
  #condition: StoreCondition['backup'] = { kind: 'none' };
  #newest: BackupCopy | null = null;
  #underWay: Promise<BackupCopy> | null = null;
  /** Monotonic ms. */
  #copiedAt: number | null = null;

  constructor(parts: DailyBackupParts) {
    this.#parts = parts;
  }

  get condition(): StoreCondition['backup'] {
    return this.#condition;
  }

  /** Where there are copies already. */
  async remember(): Promise<void> {
    const { store, log } = this.#parts;
    try {
      this.#newest = (await store.backups())[0] ?? null;
    } catch (error) {
      log.warn('the copies of the store could not be looked at', { error });
      return;
    }
    if (this.#newest !== null && this.#condition.kind === 'none') this.#turn({ kind: 'kept', newest: this.#newest });
  }

  async copyIfDue(): Promise<void> {
    const { clock } = this.#parts;
    const isFresh = this.#newest !== null && Math.abs(clock.now() - this.#newest.at) < DAY_MS;
    const isLately = this.#copiedAt !== null && clock.monotonic() - this.#copiedAt < LEAST_PAUSE_MS;
    if (!isFresh && !isLately) await this.copy();
  }

  /** @throws AppError STORE_…, BACKUP_UNUSABLE */
  copy(): Promise<BackupCopy> {
    this.#underWay ??= this.#copy().finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  async #copy(): Promise<BackupCopy> {
    const { store, clock } = this.#parts;
    this.#turn({ kind: 'running' });
    try {
      this.#newest = await store.backUp();
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
    this.#parts.onTurn();
  }
}

/** The code and what it is about, which a host makes a sentence of; the log has the rest. */
function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'INTERNAL';
  const { code, facts } = error.data;
  return 'problem' in facts ? `${code} ${facts.problem}` : code;
}
