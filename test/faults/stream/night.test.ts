/** Tests parts of a night with several faults. `test/long/night.test.ts` runs two hours of each. */
import { expect, test } from 'vitest';
import { randomNumbers } from '../../doubles/random-numbers.ts';
import { MINUTE, maxConnectsPer10Min, SimulatedNight, SECOND } from '../../doubles/simulated-night.ts';

test('[STREAM-14] more than 95 % of the time is watched despite a short path limit, rejected tokens, a firewall page and a sleep', async () => {
  const night = await SimulatedNight.start();
  const watcher = await night.watch();
  const { control } = night.simulator;
  const limit = () => void control.planFault({ endpoint: 'subscribe', times: 'forever', endAfterMs: 29 * SECOND });
  limit();
  night.outage([10, 12], { endpoint: 'subscribe', answer: { status: 401 } });
  night.outage([20, 23], { endpoint: 'subscribe', answer: { status: 403, headers: { 'content-type': 'text/html' } } });
  night.outage([30, 31], { endpoint: 'every', answer: { status: 503, headers: { 'retry-after': '3600' } } });
  for (const minute of [12, 23, 31]) night.at(minute * MINUTE, limit);
  night.sleepComputer(watcher, 40, 5);
  await night.until(80 * MINUTE);
  const { watchedShare, coveredShare, falselyGreenMs } = await night.figures();
  expect(watchedShare).toBeGreaterThan(0.95);
  expect(coveredShare).toBeGreaterThan(0.9);
  expect(falselyGreenMs).toBeLessThan(2 * SECOND);
  expect([...watcher.shown]).toEqual(expect.arrayContaining(['idle-limit', 'token-refused', 'page-instead']));
  expect(watcher.shown).not.toContain('seat-taken');
});

test('[STREAM-7] a second subscriber that returns after 3 to 30 s is not reported as a limit of the path', async () => {
  const night = await SimulatedNight.start({ secondSubscriber: 'end-first' });
  const watcher = await night.watch();
  const random = randomNumbers(7);
  night.rival([2, 25], () => 3_000 + random(27_000));
  await night.until(30 * MINUTE);
  expect((await night.figures()).watchedShare).toBeGreaterThan(0.8);
  expect(watcher.shown).toContain('seat-taken');
  for (const limit of ['path-limit', 'idle-limit']) expect(watcher.shown).not.toContain(limit);
  expect(maxConnectsPer10Min(watcher)).toBeLessThanOrEqual(24);
});
