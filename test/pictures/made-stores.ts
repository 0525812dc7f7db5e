/** Stores that a shift lead might find, made without a service. */
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import type { GapReason } from '../../src-shared/domain/coverage.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event.ts';
import { generatedEvents } from '../bench/generated-events.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HEARTBEAT_MS = 30_000;
const BEATS = 60;

/** Which session was lost, and for how long; all others ended as planned, and took less than a second. */
const LOSSES = new Map<number, { reason: GapReason; detail: string; blindMs: number }>([
  [9, { reason: 'silent', detail: 'SILENT', blindMs: 20 * MINUTE }],
  [21, { reason: 'stopped', detail: '', blindMs: HOUR }],
  [30, { reason: 'unreachable', detail: 'ECONNREFUSED', blindMs: 12 * MINUTE }],
]);

/** Planned reconnects, two losses, an hour in which Watchfloor was closed; events among the heartbeats. */
export async function fillDay(store: EventStore, domainId: string): Promise<void> {
  const begin = Date.now() - 20 * HOUR;
  const moment = (at: number) => ({ at, elapsed: at - begin });
  let at = begin;
  for (let session = 0; at < Date.now() - HOUR / 2; session += 1) {
    const last = at + (BEATS - 1) * HEARTBEAT_MS;
    const { sessionId } = await store.writer.append({
      session: 'opens',
      events: sessionEvents(session, at, domainId),
      first: moment(at),
      last: moment(last),
      after: Number.MAX_SAFE_INTEGER,
    });
    const loss = LOSSES.get(session) ?? { reason: 'session-expired', detail: 'SUBSCRIPTION_ENDED', blindMs: 200 };
    await store.writer.endSession(sessionId, { reason: loss.reason, detail: loss.detail });
    at = last + loss.blindMs;
  }
}

function sessionEvents(session: number, at: number, domainId: string): ReceivedEvent[] {
  const quiet = JSON.stringify({ operation: '-', state: 'IN_PROGRESS', principal: domainId });
  const beats = Array.from({ length: BEATS }, (_, beat) => ({
    receivedAt: at + beat * HEARTBEAT_MS,
    kind: beat === 0 ? 'SUBSCRIPTION_STARTED' : 'HEARTBEAT',
    id: `${session}-${beat}`,
    data: quiet,
  }));
  const first = session * 5;
  const stepMs = 90_000;
  const pace = { startAt: at + 7 * MINUTE - first * stepMs, stepMs };
  const others = [...generatedEvents(first, session % 3 === 0 ? 5 : 1, pace)];
  return [...beats, ...others].toSorted((one, other) => one.receivedAt - other.receivedAt);
}

/** So many events of the last hour, as one session that was closed two minutes ago. */
export async function fillHour(store: EventStore, count: number): Promise<void> {
  const startAt = Date.now() - HOUR - 2 * MINUTE;
  const events = [...generatedEvents(0, count, { startAt, stepMs: HOUR / count })];
  let session: number | 'opens' = 'opens';
  for (let first = 0; first < count; first += 500) {
    const batch = events.slice(first, first + 500);
    const moment = (event: ReceivedEvent | undefined) => {
      const at = event?.receivedAt ?? startAt;
      return { at, elapsed: at - startAt };
    };
    const after = Number.MAX_SAFE_INTEGER;
    const appended = await store.writer.append({
      session,
      events: batch,
      first: moment(batch[0]),
      last: moment(batch.at(-1)),
      after,
    });
    session = appended.sessionId;
  }
  if (session !== 'opens') await store.writer.endSession(session, { reason: 'stopped', detail: null });
}
