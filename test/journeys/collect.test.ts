import { expect, test, vi } from 'vitest';
import { createFastClock } from '../doubles/fast-clock.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const subscribed = (sessions: number) =>
  vi.waitFor(
    () => {
      expect(service.simulator.control.subscribers()).toHaveLength(1);
      expect(service.simulator.control.counters().subscribe).toBeGreaterThanOrEqual(sessions);
    },
    { timeout: 60_000 },
  );

function emit(number: number): void {
  service.simulator.control.emit({
    event: 'LOCALIZATION',
    id: `event-${number}`,
    data: {
      createdDateTime: '2026-11-21T10:00:00.000Z',
      detailedMessage: JSON.stringify({
        eid: `8904${String(number).padStart(28, '0')}`,
        localizedProfile: { iccid: `8946${String(number).padStart(15, '0')}`, countryCode: 'SE' },
      }),
      operation: 'LOCALIZED',
      principal: service.simulator.domainId,
      state: 'COMPLETED',
    },
  });
}

test('stores 100 events across three forced reconnects once each, and records the gaps', async () => {
  // Ten times as fast, because the collector waits for seconds before it reconnects.
  const profile = await service.workplace.profile(service.simulator, { heartbeatSeconds: 300 });
  const collector = service.collectInProcess(profile, undefined, createFastClock(10));
  const cuts = [
    () => service.simulator.control.endSession(),
    () => service.simulator.control.dropStreams('reset'),
    () => service.simulator.control.dropStreams('end'),
    () => undefined,
  ];
  for (const [round, cut] of cuts.entries()) {
    await subscribed(round + 1);
    for (let number = round * 25; number < (round + 1) * 25; number += 1) emit(number);
    // A connection keeps the order, so an event that arrived proves that all before it did.
    await vi.waitFor(async () => {
      const stored = await service.workplace.storedEvents('kind:LOCALIZATION');
      expect(stored.at(-1)?.id).toBe(`event-${(round + 1) * 25 - 1}`);
    }, 60_000);
    cut();
  }
  expect(await collector.stop()).toBe(0);

  const events = await service.workplace.events();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const localizations = events.filter(({ kind }) => kind === 'LOCALIZATION');
  expect(localizations.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, number) => `event-${number}`));
  expect(localizations[7]).toMatchObject({
    outcome: 'succeeded',
    operation: 'LOCALIZED',
    state: 'COMPLETED',
    createdDateTime: '2026-11-21T10:00:00.000Z',
    principal: service.simulator.domainId,
    eid: '89040000000000000000000000000007',
    iccid: '8946000000000000007',
    countryCode: 'SE',
    errorCode: null,
    requestId: null,
  });

  const coverage = await service.workplace.coverage();
  expect(coverage.filter(({ type }) => type === 'session')).toHaveLength(4);
  const unheard = coverage.filter(({ type }) => type !== 'session');
  expect(unheard.map(({ type, reason }) => [type, reason])).toEqual([
    // A planned end is a gap if more than ten seconds of this clock pass before the next session, as on a busy machine.
    [expect.stringMatching(/^(?:reconnect|gap)$/), 'session-expired'],
    ['gap', 'connection-lost'],
    ['gap', 'connection-lost'],
    ['gap', 'stopped'],
  ]);
  expect(unheard.map(({ to }) => to === null)).toEqual([false, false, false, true]);
});

test('stores an event of 10 MB completely, together with the events before and after it', async () => {
  const collector = service.collectInProcess(await service.workplace.profile(service.simulator));
  await subscribed(1);
  const big = JSON.stringify({ operation: 'LOCALIZED', state: 'COMPLETED', padding: 'x'.repeat(10_000_000) });
  emit(1);
  service.simulator.control.emit({ event: 'LOCALIZATION', id: 'big', data: big });
  emit(2);
  await vi.waitFor(
    async () => expect(await service.workplace.storedEvents('kind:LOCALIZATION')).toHaveLength(3),
    60_000,
  );
  const events = await service.workplace.events('--kind', 'LOCALIZATION');
  expect(events.map(({ id }) => id)).toEqual(['event-1', 'big', 'event-2']);
  expect(events[1]?.['raw'] === big).toBe(true);
  expect(service.simulator.control.counters().subscribe).toBe(1);
  expect(await collector.stop()).toBe(0);
});

test('continues when the reader of its status lines closes; a SIGKILL during a write loses no printed event, and the crash is recorded before the next start', async () => {
  const profile = await service.workplace.profile(service.simulator);
  const first = service.collect(profile);
  await first.waitForText(/Watching/);
  first.process.stderr?.destroy();
  service.simulator.control.dropStreams('reset');
  await subscribed(2);
  // Events keep coming until the kill, so that it interrupts a write.
  let number = 0;
  const storm = setInterval(() => {
    for (let count = 0; count < 5; count += 1) emit((number += 1));
  }, 2);
  try {
    await vi.waitFor(async () => expect((await service.workplace.storedEvents()).length).toBeGreaterThan(100), 60_000);
    const seen = await service.workplace.events();
    expect((await service.workplace.coverage()).at(-1)).toMatchObject({ type: 'session', to: null });
    expect(await first.stop('SIGKILL')).toBe('SIGKILL');
    clearInterval(storm);
    const [session, gap] = (await service.workplace.coverage()).slice(-2);
    expect(session).toMatchObject({ type: 'session', reason: 'crashed', to: session?.['watchedUntil'] });
    expect(gap).toMatchObject({ type: 'gap', reason: 'crashed', from: session?.['watchedUntil'], to: null });

    const second = service.collectInProcess(profile);
    await second.waitForText(/Watching/);
    const after = await service.workplace.events();
    expect(after.slice(0, seen.length)).toEqual(seen);
    expect(after.map(({ seq }) => seq)).toEqual(after.map((_, index) => index + 1));
    const gaps = (await service.workplace.coverage()).filter(({ type }) => type === 'gap');
    expect(gaps.map(({ reason }) => reason)).toEqual(['connection-lost', 'crashed']);
    expect(await second.stop()).toBe(0);
  } finally {
    clearInterval(storm);
  }
});

test('refuses a second collector for the same store with exit code 3, and sends the service nothing', async () => {
  const profile = await service.workplace.profile(service.simulator);
  const first = service.collectInProcess(profile);
  await first.waitForText(/Watching/);
  const before = service.simulator.control.counters();
  const second = service.collectInProcess(profile);
  expect(await second.exit).toBe(3);
  expect(second.stderr).toMatch(/^watchfloor: .*another/im);
  expect(service.simulator.control.counters()).toEqual(before);
  expect(await first.stop()).toBe(0);
});
