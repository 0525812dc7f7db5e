/**
 * Writes sessions and gaps. Lengths are elapsed time, so setting the clock does not change them. An end keeps its
 * wall-clock time, and the beginning is computed from it. The caller holds the transaction.
 */
import * as z from 'zod';
import type { GapReason } from '../../../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../../../src-shared/domain/coverage/reconnect.ts';
import type { StreamLoss } from '../../../../core/ports/event-store.ts';
import type { Moment } from '../../../../core/ports/clock.ts';
import { toSafeInteger } from '../safe-integer.ts';
import type { HeldSpans } from '../rows/held-spans.ts';
import type { OpenSession, WriteStatements } from '../rows/write-statements.ts';

/** Drift or adjustment up to this does not count as a set clock. */
const CLOCK_TOLERANCE_MS = 1_000;

/** No connection is tried. Any other reason can occur between a planned end and the next session. */
const REASONS_WITHOUT_RETRY: ReadonlySet<GapReason> = new Set<GapReason>(['stopped', 'sign-in-needed']);

const momentSchema = z.object({ at: z.number(), elapsed: z.number() });
/** Key of the last sign of life during an open gap, for the case that the process crashes. */
const LAST_ALIVE_KEY = 'alive';

export function createCoverageRowWriter(write: WriteStatements, held: HeldSpans) {
  /** @param holder this member, in a team */
  function openSession(first: Moment, afterSeq: number, holder: string | null): OpenSession {
    closeGap(first);
    const at = toSafeInteger(first.at);
    const elapsed = Number.isFinite(first.elapsed) ? first.elapsed : null;
    const openedAfter = holder === null ? null : afterSeq;
    const { lastInsertRowid } = write.insertSession.run({ at, elapsed, holder, openedAfter });
    if (holder !== null) held.deriveGaps({ from: at, to: null });
    return { id: Number(lastInsertRowid), from: at, elapsed, lastEventAt: at, lengthMs: 0, events: 0, holder };
  }

  function addToSession(session: OpenSession, last: Moment, stored: number): OpenSession {
    const lastEventAt = toSafeInteger(last.at);
    const lengthMs = Math.max(session.lengthMs, lengthOf(session, last));
    const from = startTime(session.from, lastEventAt, lengthMs);
    const longer = { ...session, from, lastEventAt, lengthMs, events: session.events + stored };
    write.updateSession.run(longer);
    // The clock was set, so the gap before the session ends at another time.
    if (session.holder !== null && from !== session.from)
      held.deriveGaps({ from: Math.min(from, session.from), to: null });
    return longer;
  }

  function endSession(session: OpenSession, { reason, detail }: StreamLoss, afterSeq: number, from?: Moment): void {
    const isLonger = from !== undefined && lengthOf(session, from) > session.lengthMs;
    const { id, elapsed, lengthMs, lastEventAt, holder } = isLonger ? addToSession(session, from, 0) : session;
    write.endSession.run({ id, reason, detail, endedAfter: holder === null ? null : afterSeq });
    if (holder !== null) {
      held.deriveGaps({ from: lastEventAt, to: null });
      return;
    }
    write.insertGap.run({
      at: lastEventAt,
      elapsed: elapsed === null ? null : elapsed + lengthMs,
      reason,
      detail,
      afterSeq,
    });
  }

  /** Returns true if a row changed. Reporting the same loss again usually stores only a sign of life. */
  function openGap(from: Moment, at: Moment, loss: StreamLoss, afterSeq: number, holder: string | null): boolean {
    // The log of a team has the ends of sessions only, so a gap in it keeps the reason of its beginning.
    if (holder !== null && held.hasSessions()) return false;
    write.setMeta.run(LAST_ALIVE_KEY, JSON.stringify({ at: toSafeInteger(at.at), elapsed: at.elapsed }));
    return openOrContinueGap(from, at, loss, afterSeq);
  }

  function openOrContinueGap(from: Moment, at: Moment, { reason, detail }: StreamLoss, afterSeq: number): boolean {
    const open = write.openGap.get();
    if (open === undefined) {
      const fromAt = startTime(
        toSafeInteger(from.at),
        toSafeInteger(at.at),
        Math.round(Math.max(0, at.elapsed - from.elapsed)),
      );
      write.insertGap.run({ at: fromAt, elapsed: from.elapsed, reason, detail, afterSeq });
      return true;
    }
    if (open.reason === reason || open.reason === 'session-expired') {
      const lengthMs = lengthOf(open, at);
      const fromAt = open.elapsed === null ? open.from : startTime(open.from, toSafeInteger(at.at), lengthMs);
      if (fromAt !== open.from) write.updateGapStart.run({ id: open.id, from: fromAt });
      // A planned end stays one gap, whatever fails before the next session; its length decides if it was a reconnect.
      const keepsReason = isReconnect({ ...open, lengthMs }, at.at) && !REASONS_WITHOUT_RETRY.has(reason);
      if (open.reason !== reason)
        write.updateGapReason.run({ id: open.id, reason: keepsReason ? open.reason : reason, detail });
      return fromAt !== open.from || open.reason !== reason;
    }
    closeGap(at);
    write.insertGap.run({ at: toSafeInteger(at.at), elapsed: at.elapsed, reason, detail, afterSeq });
    return true;
  }

  /** Closes, at its last known time, what a crashed run left open, and clears that run's elapsed times. */
  function resume(afterSeq: number, holder: string | null): void {
    const nextOpen = () => write.openSession.get(holder ?? '');
    for (let open = nextOpen(); open !== undefined; open = nextOpen())
      endSession(open, { reason: 'crashed', detail: null }, afterSeq);
    const gap = write.openGap.get();
    // A clean stop leaves its gap open, because nothing has been received since.
    if (gap?.holder === null && gap.reason !== 'stopped' && gap.reason !== 'crashed') {
      const alive = readLastAlive();
      const known = alive !== null && gap.elapsed !== null && alive.elapsed > gap.elapsed;
      // A planned end without a next session is not a reconnect.
      if (known && !isReconnect({ ...gap, lengthMs: lengthOf(gap, alive) }, alive.at)) {
        closeGap(alive);
        write.insertGap.run({ at: alive.at, elapsed: null, reason: 'crashed', detail: null, afterSeq });
      } else write.updateGapReason.run({ id: gap.id, reason: 'crashed', detail: null });
    }
    write.forgetElapsed.run();
    write.removeMeta.run(LAST_ALIVE_KEY);
  }

  function readLastAlive(): Moment | null {
    const text = write.meta.get(LAST_ALIVE_KEY);
    return text === undefined ? null : momentSchema.parse(JSON.parse(text));
  }

  function closeGap(end: Moment): void {
    const gap = write.openGap.get();
    if (gap?.holder !== null) return;
    const to = toSafeInteger(end.at);
    const lengthMs = lengthOf(gap, end);
    write.closeGap.run({ id: gap.id, from: startTime(gap.from, to, lengthMs), to, lengthMs });
  }

  return { openSession, addToSession, endSession, openGap, resume };
}
export type CoverageRowWriter = ReturnType<typeof createCoverageRowWriter>;

/** Uses the wall clock if the span began in another run. */
function lengthOf({ from, elapsed }: { from: number; elapsed: number | null }, end: Moment): number {
  return Math.max(0, toSafeInteger(Math.round(elapsed === null ? end.at - from : end.elapsed - elapsed)));
}

/** Returns the beginning of a span: `from`, or `to - lengthMs` if the clock was set in between. */
function startTime(from: number, to: number, lengthMs: number): number {
  const startsAt = to - lengthMs;
  return from <= to && Math.abs(startsAt - from) <= CLOCK_TOLERANCE_MS ? from : startsAt;
}
