import { expect, test, vi } from 'vitest';
import { systemTime } from '../../src-simulator/clock.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { controlRequest, itemsOf, simulatorForTest, subscribed } from '../fixtures/consumer.ts';

const START = '2026-03-01T08:00:00.000Z';
const manual = { clock: 'manual', startTime: Date.parse(START) } as const;

const advance = (simulator: Simulator, body: unknown) => controlRequest(simulator, 'POST advance', body);
const clockOf = async (simulator: Simulator) => (await controlRequest(simulator, 'GET clock')).answer;

const timesIn = (text: string) => [...text.matchAll(/"createdDateTime":"([^"]+)"/g)].map(([, time]) => time);

test('[SIM-69] time begins at the start time, for events and for the fleet, and then advances', async () => {
  const { simulator, token, stream } = await subscribed({ startTime: Date.parse(START) });
  const started = Date.parse(timesIn(stream.text)[0] ?? '') - Date.parse(START);
  expect([started >= 0, started < 60_000]).toEqual([true, true]);

  const newest = { sortBy: [{ direction: 'desc', field: 'iotSubscription.lastModifiedAt' }], limit: 1 };
  const [item] = await itemsOf(simulator, token, newest);
  const age = Date.parse(START) - Date.parse(item?.['lastModifiedAt'] ?? '');
  expect([age >= 0, age < 7 * 24 * 60 * 60_000]).toEqual([true, true]);

  const before = simulator.control.clock().now;
  await vi.waitUntil(() => simulator.control.clock().now > before);
  expect(await clockOf(simulator)).toMatchObject({ clock: 'system', nextDueAt: null });
});

test('[SIM-69] a manual clock keeps its time until it is advanced, and due events then happen at their own times', async () => {
  const { simulator, stream } = await subscribed(manual);
  expect(await clockOf(simulator)).toEqual({ clock: 'manual', now: START, nextDueAt: '2026-03-01T08:00:30.000Z' });

  const { answer } = await advance(simulator, { seconds: 1800 });
  expect(answer).toEqual({ clock: 'manual', now: '2026-03-01T08:30:00.000Z', nextDueAt: null });
  expect(await stream.toEnd()).toBe('ended');
  const halfMinutes = Array.from({ length: 61 }, (_, beat) => new Date(Date.parse(START) + beat * 30_000));
  expect(timesIn(stream.text)).toEqual(halfMinutes.map((time) => time.toISOString()));
});

test('[SIM-69] a manual clock can be advanced up to a time, and from within the process', async () => {
  const { simulator, stream } = await subscribed(manual);
  await advance(simulator, { until: '2026-03-01T09:00:30+01:00' });
  await simulator.control.advance({ seconds: 30 });
  await stream.until('"createdDateTime":"2026-03-01T08:01:00.000Z"');
});

test.each([
  [{ until: '2026-03-01T07:59:59Z' }, 'The clock cannot go back: it is already 2026-03-01T08:00:00.000Z.'],
  [{ seconds: 40 * 24 * 60 * 60 }, 'Advance the clock by at most 31 days at a time.'],
  [{ seconds: -1 }, expect.stringContaining('seconds')],
  [{}, expect.any(String)],
])('[SIM-69] advancing by %j is refused with the reason, and the clock still works', async (body, message) => {
  const simulator = await simulatorForTest(manual);
  const refused = await advance(simulator, body);
  expect(refused).toEqual({ status: 400, answer: { error: 'bad_request', message } });
  expect((await advance(simulator, { seconds: 1 })).status).toBe(200);
});

test('[SIM-69] advancing a system clock is refused with the reason', async () => {
  const simulator = await simulatorForTest();
  const message = 'This clock runs by itself. Start the simulator with a manual clock to advance it.';
  const refused = await advance(simulator, { seconds: 1 });
  expect(refused).toEqual({ status: 400, answer: { error: 'bad_request', message } });
});

test('[SIM-69] requests during an advance are answered after it', async () => {
  const { simulator } = await subscribed({ ...manual, scenario: 'calm-shift' });
  const winding = simulator.control.advance({ seconds: 600 });
  expect(await clockOf(simulator)).toMatchObject({ now: '2026-03-01T08:10:00.000Z' });
  await winding;
});

test('a duration longer than the longest timer of the system runs its full time', () => {
  vi.useFakeTimers();
  try {
    const called = vi.fn<() => void>();
    const month = 31 * 24 * 60 * 60_000;
    systemTime.after(month, called);
    const cancel = systemTime.after(month, called);
    vi.advanceTimersByTime(month - 1);
    cancel();
    expect(called).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(called).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});
