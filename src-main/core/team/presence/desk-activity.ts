/** Records what the other members need to know of this operator (`docs/design/team.md` §6). */
import type { CauseKey } from '../../../../src-shared/domain/cases/case.ts';
import type { TeamSettings } from '../../../../src-shared/domain/profile/team-settings.ts';
import { ChangeSignal } from '../../lib/change-signal.ts';
import type { Clock } from '../../ports/clock.ts';
import { MAX_OPENED_CAUSES, type OpenedCause } from './team-presence.ts';

/** An operator without input for this long is away. */
const AWAY_MS = 10 * 60_000;
/** A member that cannot reach the log for this long does not hear of an opened alarm. */
const OPENED_MS = 10 * 60_000;

export class DeskActivity {
  /** Emits when the operator came back or opened an alarm. The end of a shift is noticed by time only. */
  readonly changed = new ChangeSignal();
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #role: TeamSettings['role'];
  #inputAt = Number.NEGATIVE_INFINITY;
  #opened: readonly (OpenedCause & { readonly at: number })[] = [];

  constructor(clock: Pick<Clock, 'elapsed'>, role: TeamSettings['role']) {
    this.#clock = clock;
    this.#role = role;
  }

  /** A collector and a wall screen have no operator. */
  get isOnShift(): boolean {
    return this.#role === 'desk' && this.#clock.elapsed() - this.#inputAt < AWAY_MS;
  }

  /** The causes that were opened lately, the oldest first. */
  get opened(): OpenedCause[] {
    const since = this.#clock.elapsed() - OPENED_MS;
    this.#opened = this.#opened.filter(({ at }) => at > since);
    return this.#opened.map(({ cause, throughSeq }) => ({ cause, throughSeq }));
  }

  recordInput(): void {
    const wasOnShift = this.isOnShift;
    this.#inputAt = this.#clock.elapsed();
    if (this.isOnShift !== wasOnShift) this.changed.notify();
  }

  /** @param throughSeq newest event that the operator could have seen */
  open(cause: CauseKey, throughSeq: number): void {
    const others = this.#opened.filter((one) => one.cause !== cause);
    this.#opened = [...others, { cause, throughSeq, at: this.#clock.elapsed() }].slice(-MAX_OPENED_CAUSES);
    this.changed.notify();
  }
}
