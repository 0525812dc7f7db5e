/**
 * Simulates two hours of a night for each way in which a network path, a service or another subscriber ends a watch.
 */
import { expect, test } from 'vitest';
import type { FaultPlanRequest } from '../../src-simulator/http/fault-plan.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { aGrantSource } from '../doubles/watch-ports.ts';
import { MINUTE, maxConnectsPer10Min, SimulatedNight, type NightFigures, SECOND } from '../doubles/simulated-night.ts';

const page = { 'content-type': 'text/html' };
const HTML = '<html><title>Blocked by policy</title></html>';
const refusing = (answer: FaultPlanRequest['answer']): FaultPlanRequest => ({ endpoint: 'subscribe', answer });

async function pass(night: SimulatedNight): Promise<NightFigures> {
  await night.until(120 * MINUTE);
  const figures = await night.figures();
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
  console.log(`watched ${percent(figures.watchedShare)}, by the coverage ${percent(figures.coveredShare)}`);
  for (const { connects, shown } of night.watchers)
    console.log(`${connects.length} connections: ${[...shown].join(', ')}`);
  expect(figures.falselyGreenMs).toBeLessThan(2 * SECOND);
  expect(night.watchers.flatMap(({ falsePings }) => falsePings)).toEqual([]);
  return figures;
}

const scenes: Readonly<Record<string, (night: SimulatedNight) => void>> = {
  ...Object.fromEntries(
    [15, 29, 55, 100].map((seconds) => [
      `a proxy that ends each answer after ${seconds} s`,
      ({ simulator }: SimulatedNight) =>
        void simulator.control.planFault({ endpoint: 'subscribe', times: 'forever', endAfterMs: seconds * SECOND }),
    ]),
  ),
  'a gateway with a stale key set': (night) => {
    const stale = refusing({ status: 401, body: { error: 'invalid_token' } });
    for (const span of [
      [12, 13],
      [25, 33],
      [70, 100],
    ] as const)
      night.outage(span, stale);
  },
  'an issuer that restarts and forgets its tokens': (night) => {
    for (const minute of [10, 25, 40, 55, 70, 85, 100])
      night.outage([minute, minute + 1.5], { endpoint: 'token', answer: 'reset' }, refusing({ status: 401 }));
  },
  'a firewall that answers with a page': (night) => {
    const blocked = refusing({ status: 403, headers: page, body: HTML });
    night.outage([8, 10], blocked);
    night.outage([25, 28], refusing({ status: 200, headers: page, body: HTML }));
    night.outage([60, 80], blocked);
    const closed = { status: 503, headers: { ...page, 'retry-after': '3600' }, body: HTML };
    night.outage([100, 101], { endpoint: 'every', answer: closed });
  },
};

const WITH_HEARTBEAT = { heartbeat: true };

test.for(Object.entries(scenes))(
  '[STREAM-14, OUTLET-40] watches more than 95 % of the possible time, and pings only then, with %s',
  async ([, arrange]) => {
    const night = await SimulatedNight.start();
    await night.watch(1, undefined, WITH_HEARTBEAT);
    arrange(night);
    const { watchedShare, coveredShare } = await pass(night);
    expect(watchedShare).toBeGreaterThan(0.95);
    expect(coveredShare).toBeGreaterThan(0.95);
    // In two hours, 720 pings are due. The longest outages take 39 minutes.
    expect(night.watchers[0]?.pings.length).toBeGreaterThan(450);
  },
);

test('[STREAM-14] watches more than 95 % of the possible time with a changed secret whose file is corrected after half an hour', async () => {
  const night = await SimulatedNight.start();
  const right = night.simulator.clients.basic.clientSecret;
  let secret: string = right;
  const watcher = await night.watch(1, {
    ...aGrantSource(right),
    read: async () => ({ kind: 'client-credentials', clientSecret: secret, kept: 'file' }),
  });
  // From minute 10 to 40 the file holds a wrong secret, and the issuer refuses every token request.
  night.outage([10, 40], { endpoint: 'token', answer: { status: 401, body: { error: 'invalid_client' } } });
  night.at(10 * MINUTE, () => {
    secret = 'the one before';
    night.simulator.control.revokeTokens();
  });
  night.at(40 * MINUTE, () => (secret = right));
  expect((await pass(night)).watchedShare).toBeGreaterThan(0.95);
  expect(watcher.shown).toContain('client-refused');
});

test('[STREAM-14] watches more than 95 % of the possible time on a computer that sleeps while the service continues', async () => {
  const night = await SimulatedNight.start();
  const watcher = await night.watch(1, undefined, WITH_HEARTBEAT);
  for (const [minute, minutes] of [
    [10, 1],
    [20, 25],
    [50, 4],
    [60, 45],
  ] as const)
    night.sleepComputer(watcher, minute, minutes);
  expect((await pass(night)).watchedShare).toBeGreaterThan(0.95);
});

test('[STREAM-14] watches more than 95 % of the possible time with another program that holds the seat for half an hour', async () => {
  const night = await SimulatedNight.start({ secondSubscriber: 'refuse-409' });
  const watcher = await night.watch();
  night.outage([10, 40]);
  night.at(10 * MINUTE, () => night.simulator.control.takeSeat(true));
  night.at(40 * MINUTE, () => night.simulator.control.takeSeat(false));
  expect((await pass(night)).watchedShare).toBeGreaterThan(0.95);
  expect(watcher.shown).toContain('seat-taken');
});

test.for(['end-first', 'refuse-409'] as const)(
  '[STREAM-14] two Watchfloors at a service that does %s watch more than 95 % of the time, with at most 24 connections in 10 min each',
  async (secondSubscriber) => {
    const night = await SimulatedNight.start({ secondSubscriber });
    for (const seed of [1, 2]) await night.watch(seed);
    expect((await pass(night)).watchedShare).toBeGreaterThan(0.95);
    expect(Math.max(...night.watchers.map(maxConnectsPer10Min))).toBeLessThanOrEqual(24);
  },
);

test.for([
  ['immediately', 100, 200],
  ['after three seconds', 3_000, 3_000],
  ['after three to thirty seconds', 3_000, 30_000],
] as const)(
  '[STREAM-7] shows a taken seat and no path limit if another program takes the seat back %s',
  async ([, min, max]) => {
    const night = await SimulatedNight.start({ secondSubscriber: 'end-first' });
    const watcher = await night.watch();
    const random = randomNumbers(7);
    night.rival([10, 80], () => min + random(max - min + 1));
    expect((await pass(night)).watchedShare).toBeGreaterThan(0.95);
    expect(watcher.shown).toContain('seat-taken');
    for (const limit of ['path-limit', 'idle-limit']) expect(watcher.shown).not.toContain(limit);
    expect(maxConnectsPer10Min(watcher)).toBeLessThanOrEqual(24);
  },
);
