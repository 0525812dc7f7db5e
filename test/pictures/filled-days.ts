import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import type { GapReason } from '../../src-shared/domain/coverage/coverage.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { batchOf } from '../doubles/received-events.ts';
import { generatedEvent, generatedEvents } from '../bench/generated-events.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HEARTBEAT_MS = 30_000;

/** Appends events in batches. @returns their session */
export async function appendEvents(
  store: EventStore,
  opened: number | 'opens',
  events: readonly ReceivedEvent[],
): Promise<number | 'opens'> {
  let session = opened;
  for (let first = 0; first < events.length; first += 500)
    session = (await store.writer.append(batchOf(session, events.slice(first, first + 500)))).sessionId;
  return session;
}

export async function endSession(store: EventStore, session: number | 'opens', reason: GapReason): Promise<void> {
  if (session !== 'opens') await store.writer.endSession(session, { reason, detail: null });
}

/** Fills one session with this many events of the last hour. It ended 2 min ago. */
export async function fillHour(store: EventStore, count: number): Promise<void> {
  const startAt = Date.now() - HOUR - 2 * MINUTE;
  const session = await appendEvents(store, 'opens', [...generatedEvents(0, count, { startAt, stepMs: HOUR / count })]);
  await endSession(store, session, 'stopped');
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
  let index = 0;
  let session: number | 'opens' = 'opens';
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const gap = BUSY_GAPS.find(([from, to]) => minute >= from && minute < to);
    if (gap !== undefined) {
      await endSession(store, session, gap[2]);
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
    session = await appendEvents(store, session, events);
  }
  await endSession(store, session, 'stopped');
}
