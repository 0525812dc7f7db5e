/** Notes which entries of this member the log of its team refuses, so that nothing waits without a word. */
import type * as z from 'zod';
import type { refusalsSchema, tooLargeSchema } from '../../../../src-shared/api/team.ts';
import type { ActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import type { RefusalReason } from '../../../../src-shared/domain/team.ts';
import { ChangeSignal } from '../../lib/change-signal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { AppendAnswer, LeaseAnswer, LogAppend, TeamLog } from '../../ports/team-log.ts';

type Refusal = z.infer<typeof refusalsSchema>[number];
type RefusedPart = Refusal['of'];

const PARTS = { chain: 'events', actions: 'actions', offers: 'offers' } as const;
/** Waiting entries are sent again long before. A member that writes nothing more may have got the right since. */
const SHOWN_MS = 60_000;
/** A log that answers everything but appends for so long does not store them. */
const MAX_SILENCE_MS = 10_000;
/** A longer record of a holder is divided. */
const SMALL_RECORD_CHARS = 4_000;

export class Refusals {
  readonly changed = new ChangeSignal();
  readonly #clock: Clock;
  readonly #log: Log;
  /** `at`: `Clock.elapsed` of the last refusal. */
  readonly #refused = new Map<RefusedPart, { readonly why: RefusalReason; readonly at: number }>();
  /** `Clock.elapsed` since when appends got no answer. */
  readonly #silentSince = new Map<RefusedPart, number>();
  readonly #large = { actions: new Set<string>(), events: new Set<string>() };

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#clock = clock;
    this.#log = log;
  }

  get current(): Refusal[] {
    const from = this.#clock.elapsed() - SHOWN_MS;
    return [...this.#refused].flatMap(([of, { why, at }]) => (at < from ? [] : [{ of, why }]));
  }

  keepHere({ lane, id }: Pick<LogAppend, 'lane' | 'id'>): void {
    this.#large[lane === 'actions' ? 'actions' : 'events'].add(id);
    this.#log.warn('an action or an event is too large for the log of the team; it stays here', { lane, id });
    this.changed.notify();
  }

  forgetLarge(): void {
    for (const ids of Object.values(this.#large)) ids.clear();
  }

  /** @param unplaced actions that the log does not have */
  largeAmong(unplaced: readonly ActionEntry[]): z.infer<typeof tooLargeSchema> {
    const actions = unplaced.filter(({ id }) => this.#large.actions.has(id));
    return { actions: actions.map(({ what: { kind }, at }) => ({ kind, at })), events: this.#large.events.size };
  }

  watch(log: TeamLog): TeamLog {
    return {
      ...log,
      append: async (append, signal) => {
        const answer = await log.append(append, signal);
        await this.#noteAppend(log, append, answer, signal);
        return answer;
      },
      lease: (name) => {
        const lease = log.lease(name);
        return {
          ...lease,
          write: async (...write) => {
            const answer = await lease.write(...write);
            this.#noteLease(answer);
            return answer;
          },
        };
      },
    };
  }

  async #noteAppend(
    log: Pick<TeamLog, 'status'>,
    { lane, text }: LogAppend,
    answer: AppendAnswer,
    signal: AbortSignal,
  ): Promise<void> {
    const of = PARTS[lane];
    if (answer.kind === 'no-answer') return this.#noteSilence(log, of, signal);
    this.#silentSince.delete(of);
    if (answer.kind === 'appended') this.#note(of, null);
    else if (answer.kind === 'refused') {
      const isDividedOrKept = answer.why === 'too-large' && (lane !== 'chain' || text.length > SMALL_RECORD_CHARS);
      if (!isDividedOrKept) this.#note(of, answer);
    }
  }

  async #noteSilence(log: Pick<TeamLog, 'status'>, of: RefusedPart, signal: AbortSignal): Promise<void> {
    const now = this.#clock.elapsed();
    const since = this.#silentSince.get(of) ?? now;
    this.#silentSince.set(of, since);
    if (now - since < MAX_SILENCE_MS) return;
    if ((await log.status(signal)).kind !== 'reached') this.#silentSince.delete(of);
    else this.#note(of, { why: 'not-stored', detail: 'no answer' });
  }

  #noteLease(answer: LeaseAnswer): void {
    if (answer.kind === 'held') this.#note('seat', null);
    else if (answer.kind === 'no-answer' && answer.why !== undefined)
      this.#note('seat', { why: answer.why, detail: answer.detail });
  }

  #note(of: RefusedPart, refused: { readonly why: RefusalReason; readonly detail: string } | null): void {
    const before = this.#refused.get(of)?.why ?? null;
    if (refused === null) this.#refused.delete(of);
    else this.#refused.set(of, { why: refused.why, at: this.#clock.elapsed() });
    if (before === (refused?.why ?? null)) return;
    if (refused === null) this.#log.info('the log of the team takes entries of this member again', { of });
    else
      this.#log.warn('the log of the team does not take entries of this member', {
        of,
        why: refused.why,
        detail: refused.detail,
      });
    this.changed.notify();
  }
}
