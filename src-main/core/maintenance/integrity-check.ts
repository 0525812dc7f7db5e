/**
 * Checks everything that is stored after each start and once a week, and has defects repaired: derived data is rebuilt,
 * damaged texts are restored from a backup, and an unreadable database is replaced.
 */
import type { StoreCondition } from '../../../src-shared/domain/store-condition.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore, Flaw } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { MaintenanceJob } from './maintenance-scheduler.ts';

const WEEK_MS = 604_800_000;
const STEPS = 100;

export interface IntegrityCheckParts {
  readonly store: Pick<EventStore, 'scanner' | 'writer'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly firstInMs: number;
  readonly onConditionChange: () => void;
  readonly onRepaired: () => void;
}

export class IntegrityCheck implements MaintenanceJob {
  readonly failure = 'the store could not be checked yet';
  readonly firstInMs: number;
  readonly #parts: IntegrityCheckParts;
  #condition: StoreCondition['check'] = { kind: 'due' };
  #found: Flaw[] = [];
  #flaws = 0;
  #next: number | null = 0;

  constructor(parts: IntegrityCheckParts) {
    this.#parts = parts;
    this.firstInMs = parts.firstInMs;
  }

  get condition(): StoreCondition['check'] {
    return this.#condition;
  }

  async runBatch(signal: AbortSignal): Promise<number | null> {
    const [flaw, ...rest] = this.#found;
    if (flaw !== undefined) {
      const remaining = await this.#treat(flaw);
      this.#found = remaining === null ? rest : [remaining, ...rest];
      if (remaining === null) this.#parts.onRepaired();
    } else if (this.#next !== null) await this.#checkAfter(this.#next, signal);
    if (this.#found.length > 0 || this.#next !== null) return 0;

    const { clock, log } = this.#parts;
    if (this.#flaws > 0) log.error('the store has flaws', { flaws: this.#flaws });
    this.#turn({ kind: 'done', at: clock.now(), flaws: this.#flaws });
    this.#flaws = 0;
    this.#next = 0;
    return WEEK_MS;
  }

  async #checkAfter(after: number, signal: AbortSignal): Promise<void> {
    const { scanner } = this.#parts.store;
    const { flaws, next } = await scanner.check(after, signal);
    const { newestSeq } = await scanner.extent();
    if (this.#flaws === 0 && flaws[0] !== undefined) this.#parts.log.error('the store has a flaw', { ...flaws[0] });
    this.#found = [...flaws];
    this.#flaws += flaws.length;
    this.#next = next;
    // Share of the seqs. They have holes, so the share is approximate.
    const share = next === null ? 1 : Math.min(1, next / Math.max(1, newestSeq));
    this.#turn({ kind: 'running', share: Math.floor(share * STEPS) / STEPS });
  }

  async #treat(flaw: Flaw): Promise<Flaw | null> {
    const { writer } = this.#parts.store;
    switch (flaw.kind) {
      case 'derived': {
        const first = await writer.rederive(flaw.first, flaw.last);
        return first === null ? null : { ...flaw, first };
      }
      case 'text':
        await writer.repairTexts(flaw.first, flaw.last);
        return null;
      case 'unreadable':
        await writer.replace(flaw.detail);
        return null;
      default:
        return assertNever(flaw);
    }
  }

  #turn(condition: StoreCondition['check']): void {
    if (JSON.stringify(condition) === JSON.stringify(this.#condition)) return;
    this.#condition = condition;
    this.#parts.onConditionChange();
  }
}
