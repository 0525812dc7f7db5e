import { expect, test } from 'vitest';
import { controlRequest, openStream, simulatorForTest, START, tokenFor } from '../fixtures/consumer.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';

test('[SIM-55] health returns the contract version, the scenario, the domains with their subscribers, and the service time', async () => {
  const time = new ManualTime(START);
  const simulator = await simulatorForTest({ time, scenario: 'silent-stall' });
  const health = async () => (await controlRequest(simulator, 'GET health')).answer;
  const expected = (subscribers: number, now: string) => ({
    ok: true,
    contractVersion: '1.0.0',
    uptime: expect.any(Number),
    scenario: 'silent-stall',
    time: now,
    domains: [
      { id: simulator.domainId, subscriptions: 1000, subscribers, scenario: 'silent-stall' },
      { id: 'ostsee.ports', subscriptions: 2000, subscribers: 0, scenario: 'calm-shift' },
    ],
  });
  expect(await health()).toEqual(expected(0, '2026-03-01T08:00:00.000Z'));
  const stream = await openStream(simulator, await tokenFor(simulator));
  time.advance(90_000);
  expect(await health()).toEqual(expected(1, '2026-03-01T08:01:30.000Z'));
  await stream.close();
});
