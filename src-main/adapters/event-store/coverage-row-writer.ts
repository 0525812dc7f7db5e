/**
 * Sessions and gaps, written. Lengths are elapsed time, so that a clock that is set makes no span longer or shorter; the
 * wall clock's time of an end is believed, and the beginning is put where it must then have been. The caller holds the
 * transaction.
 */
import * as z from 'zod';
import type { GapReason } from '../../../src-shared/domain/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/reconnect.ts';
import type { StreamLoss } from '../../core/ports/event-store.ts';
import type { Moment } from '../../core/ports/clock.ts';
import { toSafeInteger } from './safe-integer.ts';
import type { OpenSession, WriteStatements } from './write-statements.ts';

/** What the wall clock of a computer drifts, or is nudged, without having been set. */
const CLOCK_TOLERANCE_MS = 1_000;

/** What a planned end may meet on its way to the next session, but for these: after them nothing is tried. */
const REASONS_WITHOUT_RETRY: ReadonlySet<GapReason> = new Set<GapReason>(['stopped', 'sign-in-needed']);

const momentSchema = z.object({ at: z.number(), elapsed: z.number() });
/** Of a gap that a process left open when it died: the last time that it was seen alive. */
const LAST_ALIVE_KEY = 'alive';

export class CoverageRowWriter {
  readonly #write: WriteStatements;

  constructor(write: WriteStatements) {
    this.#write = write;
  }

  /** Closes the open gap there. */
  openSession(first: Moment): OpenSession {
    this.#closeGap(first);
    const at = toSafeInteger(first.at);
    const elapsed = Number.isFinite(first.elapsed) ? first.elapsed : null;
    const { lastInsertRowid } = this.#write.insertSession.run({ at, elapsed });
    return { id: Number(lastInsertRowid), from: at, elapsed, lastEventAt: at, lengthMs: 0, events: 0 };
  }

  /** The session as it is then. */
  addToSession(session: OpenSession, last: Moment, stored: number): OpenSession {
    const lastEventAt = toSafeInteger(last.at);
    const lengthMs = Math.max(session.lengthMs, lengthOf(session, last));
    const from = startTime(session.from, lastEventAt, lengthMs);
    const longer = { ...session, from, lastEventAt, lengthMs, events: session.events + stored };
    this.#write.updateSession.run(longer);
    return longer;
  }

  /** Where a gap begins: at its last event, or at `from` where that is later. `afterSeq`: the newest seq that was given. */
  endSession(session: OpenSession, { reason, detail }: StreamLoss, afterSeq: number, from?: Moment): void {
    const isLonger = from !== undefined && lengthOf(session, from) > session.lengthMs;
    const { id, elapsed, lengthMs, lastEventAt } = isLonger ? this.addToSession(session, from, 0) : session;
    this.#write.endSession.run({ id, reason, detail });
    this.#write.insertGap.run({
      at: lastEventAt,
      elapsed: elapsed === null ? null : elapsed + lengthMs,
      reason,
      detail,
      afterSeq,
    });
  }

  /** Whether a row is different now: the same loss, told again, is a sign of life alone. */
  openGap(from: Moment, at: Moment, loss: StreamLoss, afterSeq: number): boolean {
    this.#write.setMeta.run(LAST_ALIVE_KEY, JSON.stringify({ at: toSafeInteger(at.at), elapsed: at.elapsed }));
    return this.#openGap(from, at, loss, afterSeq);
  }

  #openGap(from: Moment, at: Moment, { reason, detail }: StreamLoss, afterSeq: number): boolean {
    const open = this.#write.openGap.get();
    if (open === undefined) {
      const fromAt = startTime(
        toSafeInteger(from.at),
        toSafeInteger(at.at),
        Math.round(Math.max(0, at.elapsed - from.elapsed)),
      );
      this.#write.insertGap.run({ at: fromAt, elapsed: from.elapsed, reason, detail, afterSeq });
      return true;
    }
    if (open.reason === reason || open.reason === 'session-expired') {
      const lengthMs = lengthOf(open, at);
      const fromAt = open.elapsed === null ? open.from : startTime(open.from, toSafeInteger(at.at), lengthMs);
      if (fromAt !== open.from) this.#write.updateGapStart.run({ id: open.id, from: fromAt });
      // A planned end stays of one piece, whatever is met before the next session: its length tells whether it was a
      // reconnect.
      const lasts = isReconnect({ ...open, lengthMs }, at.at) && !REASONS_WITHOUT_RETRY.has(reason);
      if (open.reason !== reason)
        this.#write.updateGapReason.run({ id: open.id, reason: lasts ? open.reason : reason, detail });
      return fromAt !== open.from || open.reason !== reason;
    }
    this.#closeGap(at);
    this.#write.insertGap.run({ at: toSafeInteger(at.at), elapsed: at.elapsed, reason, detail, afterSeq });
    return true;
  }

  /** Ends what a dead run left open at the last that is known of it, and forgets its scale of elapsed time. */
  resume(afterSeq: number): void {
    for (let open = this.#write.openSession.get(); open !== undefined; open = this.#write.openSession.get())
      this.endSession(open, { reason: 'crashed', detail: null }, afterSeq);
    const gap = this.#write.openGap.get();
    // A clean stop leaves its gap open: nobody has listened since.
    if (gap !== undefined && gap.reason !== 'stopped' && gap.reason !== 'crashed') {
      const alive = this.#readLastAlive();
      const known = alive !== null && gap.elapsed !== null && alive.elapsed > gap.elapsed;
      // A planned end after which nobody came back is no reconnect.
      if (known && !isReconnect({ ...gap, lengthMs: lengthOf(gap, alive) }, alive.at)) {
        this.#closeGap(alive);
        this.#write.insertGap.run({ at: alive.at, elapsed: null, reason: 'crashed', detail: null, afterSeq });
      } else this.#write.updateGapReason.run({ id: gap.id, reason: 'crashed', detail: null });
    }
    this.#write.forgetElapsed.run();
    this.#write.removeMeta.run(LAST_ALIVE_KEY);
  }

  #readLastAlive(): Moment | null {
    const text = this.#write.meta.get(LAST_ALIVE_KEY)?.value;
    return text === undefined ? null : momentSchema.parse(JSON.parse(text));
  }

  #closeGap(end: Moment): void {
    const gap = this.#write.openGap.get();
    if (gap === undefined) return;
    const to = toSafeInteger(end.at);
    const lengthMs = lengthOf(gap, end);
    this.#write.closeGap.run({ id: gap.id, from: startTime(gap.from, to, lengthMs), to, lengthMs });
  }
}

/** By the wall clock where the span began in another run. */
function lengthOf({ from, elapsed }: { from: number; elapsed: number | null }, end: Moment): number {
  return Math.max(0, toSafeInteger(Math.round(elapsed === null ? end.at - from : end.elapsed - elapsed)));
}

/** Where a span of this length began: as remembered, or before its end where the clock was set in between. */
function startTime(from: number, to: number, lengthMs: number): number {
  const beginning = to - lengthMs;
  return from <= to && Math.abs(beginning - from) <= CLOCK_TOLERANCE_MS ? from : beginning;
}
