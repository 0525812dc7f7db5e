/** The alarm projection stores an alarm before it notifies, and notifies once, whatever the store does. */
import { localDelivery } from '../../../../src-main/core/outlets/local/local-outlet.ts';
import { DESKTOP } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AlarmProjection } from '../../../../src-main/core/alarms/alarm-projection.ts';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { ProjectionLoop } from '../../../../src-main/core/projections/projection-loop.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import { alarmStatus } from '../../../../src-shared/domain/alarms/alarm-status.ts';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import { matchedEvent } from '../../../doubles/alarm-run.ts';
import { localizationEvent } from '../../../doubles/case-events.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { MemoryProjectionWriter } from '../../../doubles/memory-projection-writer.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const FULL = new Error('No space is left.');
/** No rule matches events with this code. */
const UNMATCHED = 'UNMATCHED';

function followed(writer = new MemoryProjectionWriter(), stored: EventSummary[] = []) {
  const clock = new FakeClock();
  const changes = new ChangeSignal();
  const log = new SilentLog();
  const calls: string[] = [];
  const ending = new AbortController();
  let ids = writer.records.size * 100;
  const newestSeq = () => stored.at(-1)?.seq ?? 0;
  const projection = new AlarmProjection({
    writer,
    log,
    newestSeq,
    matched: async ({ from, to }) =>
      stored
        .filter(({ seq, errorCode }) => seq > from && seq <= to && errorCode !== UNMATCHED)
        .map((event) => matchedEvent(event)),
    context: () => ({
      now: clock.now(),
      settings: DEFAULT_ALARM_SETTINGS,
      zone: 'UTC',
      ruleHours: new Map(),
      newId: () => `alarm-${(ids += 1)}`,
    }),
    notify: ({ kind, alarm }) =>
      calls.push(`${kind} ${alarm.about.kind === 'signal' ? alarm.about.signal : alarm.about.kind}`),
  });
  let running: Promise<void> = Promise.resolve();
  const run = {
    clock,
    writer,
    calls,
    projection,
    async start() {
      await projection.load().catch(() => undefined);
      running = new ProjectionLoop(projection, { committed: changes, clock, log }).run(ending.signal);
    },
    async fails(cause: string) {
      const seq = newestSeq() + 1;
      const event = localizationEvent(seq, 0, { code: cause });
      stored.push({ ...event, receivedAt: clock.now() });
      changes.notify();
      await clock.advance(1_000);
    },
    mended: () => changes.notify(),
    async stop() {
      ending.abort(new Error('the test is over'));
      await running;
    },
  };
  onTestFinished(() => run.stop());
  return run;
}

test('[ALARM-4] does not notify for an event while its alarm cannot be stored, and notifies once when it can', async () => {
  const run = followed();
  await run.start();
  run.writer.failure = FULL;
  await run.fails('ONE');
  await run.clock.advance(60_000);
  expect(run.calls).toEqual([]);
  run.writer.failure = null;
  await run.clock.advance(10_000);
  expect(run.calls).toEqual(['call failures']);
});

test('[ALARM-13] remembers within 10 minutes which events no rule matched, so that a changed rule does not apply to them', async () => {
  const run = followed();
  await run.start();
  await run.fails(UNMATCHED);
  expect(run.writer.cursor).toBe(0);
  await run.clock.advance(11 * 60_000);
  expect(run.writer.cursor).toBe(1);
});

test('[ALARM-6] notifies once that nothing is stored although that alarm cannot be stored, and stores it when there is room', async () => {
  const run = followed();
  await run.start();
  run.writer.failure = FULL;
  const signals = [{ signal: 'not-storing', since: run.clock.now(), cause: null }] as const;
  await run.projection.apply({ kind: 'signals', signals });
  await run.projection.apply({ kind: 'signals', signals });
  await run.projection.apply({ kind: 'time' });
  expect([run.calls, run.writer.records.size]).toEqual([['call not-storing'], 1]);
  run.writer.failure = null;
  await run.projection.apply({ kind: 'time' });
  expect([run.calls, run.writer.records.size]).toEqual([['call not-storing'], 2]);
});

test('[ALARM-6] notifies even if the store could not be written since the start', async () => {
  const writer = new MemoryProjectionWriter();
  writer.failure = FULL;
  const run = followed(writer);
  await run.start();
  await run.projection.apply({ kind: 'signals', signals: [{ signal: 'not-storing', since: 0, cause: null }] });
  writer.failure = null;
  await run.clock.advance(10_000);
  expect([run.calls, [...writer.records.keys()]]).toEqual([['call not-storing'], ['begun', 'alarm-1']]);
});

test('[ALARM-4] notifies once for a signal that was raised while nothing could be read, also if the store holds older alarms', async () => {
  const writer = new MemoryProjectionWriter();
  const before = followed(writer);
  await before.start();
  await before.fails('ONE');
  await before.stop();
  writer.failure = FULL;
  const run = followed(writer);
  await run.start();
  const signals = [{ signal: 'not-storing', since: 0, cause: null }] as const;
  await run.projection.apply({ kind: 'signals', signals });
  writer.failure = null;
  await run.clock.advance(10_000);
  await run.projection.apply({ kind: 'signals', signals });
  expect(run.calls.filter((call) => call === 'call not-storing')).toHaveLength(1);
});

test('[HEALTH-2] counts each alarm once that was shown or could not be shown since the process started', async () => {
  const writer = new MemoryProjectionWriter();
  const settle = async (run: ReturnType<typeof followed>) => {
    const ids = [...run.projection.state.alarms.keys()];
    for (const alarm of [...ids, ...ids])
      await run.projection.apply({ kind: 'delivery', alarm, delivery: localDelivery(DESKTOP, null) });
  };
  const before = followed(writer);
  await before.start();
  await before.fails('ONE');
  expect(before.projection.counts.all).toEqual([]);
  await settle(before);
  // A further failure changes the same alarm.
  await before.fails('ONE');
  expect(before.projection.counts.all).toEqual([{ severity: 'failed', delivery: 'accepted', count: 1 }]);
  await before.stop();
  const run = followed(writer);
  await run.start();
  await settle(run);
  expect(run.projection.counts.all).toEqual([]);
});

test('[ALARM-13] does not notify again after a repair of the store, keeps the alarms, and notifies for the next failure', async () => {
  const run = followed();
  await run.start();
  await run.fails('ONE');
  run.writer.repair();
  run.mended();
  await run.clock.advance(20_000);
  await run.fails('TWO');
  await run.clock.advance(20_000);
  await vi.waitFor(() => expect(run.calls).toEqual(['call failures', 'call failures']));
  expect([...run.writer.records.keys()]).toEqual(['begun', 'alarm-1', expect.stringMatching(/^alarm-/)]);
});

test('[ALARM-13] keeps carried-over alarms of a repaired store as history and does not notify for them again, even if it was not running', async () => {
  const run = followed();
  await run.start();
  await run.fails('ONE');
  run.writer.carryOver();
  await run.fails('TWO');
  await run.clock.advance(20_000);
  expect([run.calls, run.writer.cursor, [...run.projection.state.alarms.keys()]]).toEqual([
    ['call failures', 'call failures'],
    2,
    ['alarm-1', expect.stringMatching(/^alarm-/)],
  ]);
  await run.stop();
  run.writer.carryOver();
  const receivedAt = run.clock.now();
  const stored = ['ONE', 'TWO', 'LOST'].map((code, at) => ({ ...localizationEvent(at + 1, 0, { code }), receivedAt }));
  for (const [key, value] of run.writer.records)
    run.writer.records.set(
      key,
      value.replace('"deliveries":[]', `"deliveries":[${JSON.stringify({ ...localDelivery(DESKTOP, null), at: 1 })}]`),
    );
  const next = followed(run.writer, stored);
  await next.start();
  await next.clock.advance(20_000);
  expect([next.calls, next.writer.cursor, next.projection.state.alarms.size]).toEqual([[], 3, 2]);
});

test('[ALARM-13] ignores events stored before it first started, and remembers that start even if the store was empty', async () => {
  // The event is recent, so its age is not the reason for the silence.
  const old = { ...localizationEvent(1, 0, { code: 'OLD' }), receivedAt: new FakeClock().now() };
  const late = followed(new MemoryProjectionWriter(), [old]);
  await late.start();
  await late.clock.advance(1_000);
  const early = followed();
  await early.start();
  await early.stop();
  const writer = early.writer;
  const again = followed(writer, [{ ...old, receivedAt: late.clock.now() }]);
  await again.start();
  await again.clock.advance(1_000);
  expect([late.calls, again.calls]).toEqual([[], ['call failures']]);
});

test('[ALARM-41] after an update shows an alarm that an earlier version left due once, and not what it had shown', async () => {
  const before = followed();
  await before.start();
  for (const code of ['ONE', 'TWO']) await before.fails(code);
  await before.stop();
  const earlier = [{ kind: 'shown', at: 1, by: DESKTOP }, { kind: 'due' }];
  for (const [key, value] of before.writer.records) {
    if (key === 'begun') continue;
    const { silence: _, deliveries: __, ...alarm } = JSON.parse(value) as Alarm;
    before.writer.records.set(key, JSON.stringify({ ...alarm, delivery: earlier.shift() }));
  }
  const after = followed(before.writer);
  await after.start();
  await after.clock.advance(20_000);
  expect([after.calls, Array.from(after.projection.state.alarms.values(), alarmStatus)]).toEqual([
    ['call failures'],
    ['accepted', 'due'],
  ]);
});
