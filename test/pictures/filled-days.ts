import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import type { GapReason } from '../../src-shared/domain/coverage/coverage.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { generatedEvent, generatedEvents } from '../bench/generated-events.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HEARTBEAT_MS = 30_000;
const BEATS = 60;

/**
 * Sessions that end with a loss, and the duration of the loss. All other sessions end as planned and reconnect in less
 * than 1 s.
 */
const LOSSES = new Map<number, { reason: GapReason; detail: string; blindMs: number }>([
  [9, { reason: 'silent', detail: 'SILENT', blindMs: 20 * MINUTE }],
  [21, { reason: 'stopped', detail: '', blindMs: HOUR }],
  [30, { reason: 'unreachable', detail: 'ECONNREFUSED', blindMs: 12 * MINUTE }],
]);

/**
 * Fills 20 hours with planned reconnects, two losses and an hour in which Watchfloor was closed, with events between
 * heartbeats.
 */
export async function fillDay(store: EventStore, domainId: string): Promise<void> {
  const start = Date.now() - 20 * HOUR;
  const moment = (at: number) => ({ at, elapsed: at - start });
  let at = start;
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

/** Fills one session with this many events of the last hour. It ended 2 min ago. */
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

/** Gaps of the busy day, in minutes of the day. */
const BUSY_GAPS: readonly (readonly [from: number, to: number, reason: GapReason])[] = [
  [310, 314, 'connection-lost'],
  [760, 777, 'unreachable'],
  [1_210, 1_219, 'silent'],
];
const STORM = { from: 1_330, to: 1_352, perMinute: 28 };
const STORM_CODE = 'START_PROFILE_ALLOCATION_FAILED';

/** Fills the last 24 hours of a service with a day and a night, a storm of failed allocations and three losses. */
export async function fillBusyDay(store: EventStore): Promise<void> {
  const start = Date.now() - 24 * HOUR;
  const moment = (at: number) => ({ at, elapsed: at - start });
  let index = 0;
  let session: number | 'opens' = 'opens';
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const gap = BUSY_GAPS.find(([from, to]) => minute >= from && minute < to);
    if (gap !== undefined) {
      if (session !== 'opens') await store.writer.endSession(session, { reason: gap[2], detail: null });
      session = 'opens';
      continue;
    }
    const at = start + minute * MINUTE;
    const usual = Math.round(2.5 + 2 * Math.sin((minute / 1_440) * 2 * Math.PI));
    const events: ReceivedEvent[] = [];
    for (let count = 0; count < usual; count += 1, index += 1)
      events.push({ ...generatedEvent(index), receivedAt: at + 1_000 + count * Math.floor(50_000 / usual) });
    if (minute >= STORM.from && minute < STORM.to)
      for (let count = 0; count < STORM.perMinute; index += 1) {
        const event = generatedEvent(index);
        if (!event.data.includes(STORM_CODE)) continue;
        events.push({ ...event, receivedAt: at + 2_000 + count * 1_900 });
        count += 1;
      }
    events.push({
      receivedAt: at + HEARTBEAT_MS,
      kind: 'HEARTBEAT',
      id: `busy-${minute}`,
      data: JSON.stringify({ operation: '-', state: 'IN_PROGRESS', principal: 'acme/emea/fleet' }),
    });
    events.sort((one, other) => one.receivedAt - other.receivedAt);
    const appended = await store.writer.append({
      session,
      events,
      first: moment(events[0]?.receivedAt ?? at),
      last: moment(events.at(-1)?.receivedAt ?? at),
      after: Number.MAX_SAFE_INTEGER,
    });
    session = appended.sessionId;
  }
  if (session !== 'opens') await store.writer.endSession(session, { reason: 'stopped', detail: null });
}
