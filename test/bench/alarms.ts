/** Benchmarks the alarm projection over the filled store, with the case projection that already exists. */
import { AlarmProjection } from '../../src-main/core/alarms/alarm-projection.ts';
import { alarmRules } from '../../src-main/core/alarms/alarm-rules.ts';
import { matchedEvents } from '../../src-main/core/alarms/matched-events.ts';
import type { Cases } from '../../src-main/core/cases/create-cases.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import { ProjectionLoop } from '../../src-main/core/projections/projection-loop.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../src-shared/domain/cases/alarm.ts';
import { atMost, type Figures } from './figures.ts';
import type { FilledStore } from './filled-store.ts';

/** @param collectCpuUs processor time of collecting one event, in µs */
export async function benchAlarms(
  figures: Figures,
  { store, count }: FilledStore,
  cases: Cases,
  collectCpuUs: number,
): Promise<void> {
  const clock = createSystemClock();
  const over = new AbortController();
  const rules = alarmRules(DEFAULT_ALARM_SETTINGS, []);
  const done = Promise.withResolvers<void>();
  const parts = {
    reader: store.reader,
    projection: cases.projection,
    progress: cases.progress,
    clock,
    log: console,
    projectionWait: { timedOutAt: null },
    onRead: () => undefined,
  };
  // A new projection starts after what is stored.
  let newestSeq = 0;
  let matchedCount = 0;
  let calls = 0;
  let ids = 0;
  // Time of the last read event, as if each batch had just arrived.
  let now = 0;
  const projection = new AlarmProjection({
    ...parts,
    writer: store.writer,
    newestSeq: () => newestSeq,
    async matched(span, signal) {
      const events = await matchedEvents(parts, rules, span, signal);
      matchedCount += events.length;
      now = events.at(-1)?.event.receivedAt ?? now;
      if (span.to >= count) done.resolve();
      return events;
    },
    context: () => ({
      now,
      settings: DEFAULT_ALARM_SETTINGS,
      ruleHours: new Map(),
      zone: 'UTC',
      newId: () => `bench-${(ids += 1)}`,
    }),
    notify: () => (calls += 1),
  });
  const cpu = process.cpuUsage();
  const start = performance.now();
  await projection.load();
  newestSeq = count;
  const running = new ProjectionLoop(projection, { committed: new ChangeSignal(), clock, log: console }).run(
    over.signal,
  );
  await done.promise;
  await projection.apply({ kind: 'time' });
  const followed = count / ((performance.now() - start) / 1_000);
  const { user, system } = process.cpuUsage(cpu);
  const used = (user + system) / count;
  const aside = `${matchedCount} matched, ${calls} calls and updates; ${used.toFixed(2)} µs of processor each`;
  figures.measured('alarms, looked through each second', followed, '/s', null, aside);
  figures.measured('processor of alarms ÷ that of collect', used / collectCpuUs, '', atMost(0.05));
  over.abort(new Error('all of it was taken'));
  await running;
}
