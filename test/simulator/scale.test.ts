/**
 * Tests limits that hold for any size of the fleet and any number of requests. `npm run bench -- --only simulator`
 * measures times.
 */
import { expect, onTestFinished, test } from 'vitest';
import { ServiceClock } from '../../src-simulator/clock.ts';
import { defaultConfiguration } from '../../src-simulator/configuration/default-configuration.ts';
import type { FieldName } from '../../src-simulator/fleet/fields.ts';
import { generateFleet } from '../../src-simulator/fleet/fleet.ts';
import { FleetOrders } from '../../src-simulator/fleet/fleet-order.ts';
import { CooperativeScheduler } from '../../src-simulator/fleet/cooperative-scheduler.ts';
import { textRanks } from '../../src-simulator/fleet/text-ranks.ts';
import { Random } from '../../src-simulator/random.ts';
import { SubscriptionSearch } from '../../src-simulator/service/search.ts';
import { rounds } from '../support/breadth.ts';
import { controlRequest, simulatorForTest, START, subscribed } from '../fixtures/consumer.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';

const FLEET = rounds({ usual: 50_000, thorough: 100_000 });

function schedulerForTest(): CooperativeScheduler {
  const scheduler = new CooperativeScheduler();
  onTestFinished(() => scheduler.stop());
  return scheduler;
}

test('[SIM-70] thousands of searches in two minutes store only changed rows, and nothing after they expire', async () => {
  const time = new ManualTime(START);
  const fleet = generateFleet(1, 1_000, START);
  const search = new SubscriptionSearch({
    fleet,
    scheduler: schedulerForTest(),
    clock: new ServiceClock(time, 1),
    random: new Random(1),
    settings: { variants: defaultConfiguration.variants },
  });
  onTestFinished(() => search.stop());
  const sortBy = [{ field: 'iotSubscription.lastModifiedAt', direction: 'asc' }];
  for (let hundred = 0; hundred < 100; hundred++) {
    fleet.change(hundred, time.now());
    await Promise.all(
      Array.from({ length: rounds({ usual: 20, thorough: 100 }) }, () => search.search({ sortBy, limit: 1 })),
    );
    time.advance(1_000);
  }
  const during = fleet.history.size;
  time.advance(120_000);
  expect({ during, after: fleet.history.size }).toEqual({ during: 99, after: 0 });
});

test('[SIM-70] a row that changes again and again is stored once while a search is paged through forever', () => {
  const fleet = generateFleet(1, 100, START);
  const forEver = fleet.history.snapshot();
  for (let change = 0; change < 5_000; change++) {
    fleet.change(change % 10, START + change);
    fleet.history.snapshot().release();
  }
  expect(fleet.history.size).toBe(10);
  forEver.release();
  expect(fleet.history.size).toBe(0);
});

test('[SIM-70] other work continues while the orders of a large fleet are computed', async () => {
  const fleet = generateFleet(1, FLEET, START);
  const orders = new FleetOrders(fleet, schedulerForTest());
  const state = { isMade: false, turns: 0 };
  const turn = () => {
    state.turns++;
    if (!state.isMade) setTimeout(turn, 0);
  };
  turn();
  const moment = fleet.history.snapshot();
  const fields = ['eid', 'imsi', 'lastModifiedAt', 'state', 'companyName'] as const;
  const sorted = await Promise.all(fields.map((field) => orders.rows([{ field, direction: 'desc' }], moment)));
  state.isMade = true;
  expect(sorted.map((rows) => new Set(rows).size)).toEqual(fields.map(() => FLEET));
  // The work takes at least 50 ms on any machine; without interruptions there would be only a few turns.
  expect(state.turns).toBeGreaterThan(20);
});

test('[SIM-70] a short sort ends before a longer one that started earlier', async () => {
  const fleet = generateFleet(1, FLEET, START);
  const orders = new FleetOrders(fleet, schedulerForTest());
  const moment = fleet.history.snapshot();
  const ended: string[] = [];
  const order = async (field: FieldName) => {
    await orders.rows([{ field, direction: 'asc' }], moment);
    ended.push(field);
  };
  await Promise.all([order('eid'), order('state')]);
  expect(ended).toEqual(['state', 'eid']);
});

test.each([
  ['few distinct texts', ['b', 'a', '', 'b', 'ä', 'A', 'a']],
  ['many distinct texts', Array.from({ length: 9_000 }, (_, row) => `x${(row * 7_919) % 6_007}`)],
  [
    'texts of any length and script with equal beginnings',
    Array.from({ length: 9_000 }, (_, row) => 'é😀\0z'.repeat(row % 7) + String.fromCharCode((row * 7_919) % 65_536)),
  ],
])('[SIM-70] textRanks sorts by code units and gives equal texts equal ranks: %s', async (_, texts) => {
  const ranks = await schedulerForTest().run(textRanks(texts.length, (row) => texts[row] ?? ''));
  const distinct = [...new Set(texts)].toSorted((left, right) => (left < right ? -1 : 1));
  const rankOf = new Map(distinct.map((text, rank) => [text, rank]));
  expect([...ranks]).toEqual(texts.map((text) => rankOf.get(text)));
});

test('[SIM-70] stopping the scheduler rejects a running sort', async () => {
  const fleet = generateFleet(1, FLEET, START);
  const scheduler = schedulerForTest();
  const rows = new FleetOrders(fleet, scheduler).rows([{ field: 'eid', direction: 'asc' }], fleet.history.snapshot());
  setImmediate(() => scheduler.stop());
  await expect(rows).rejects.toThrow('The simulator was stopped.');
});

test('[SIM-2] repeated events come at their rate, each with its own id, and heartbeats continue', async () => {
  const { time, simulator, stream } = await subscribed();
  const flood = simulator.control.emitMany({ event: { event: 'FLOOD', data: 'x' }, count: 3_100, perSecond: 100 });
  time.advance(15_000);
  simulator.control.emit({ event: 'HALF', data: '' });
  time.advance(16_000);
  simulator.control.emit({ event: 'END', data: '' });
  await stream.until(/event: END[^]*\n\n/);
  const kinds = stream.events().map(({ event }) => event);
  expect({
    got: await flood,
    beforeHalf: kinds.indexOf('HALF') - 1,
    beforeHeartbeat: kinds.indexOf('HEARTBEAT') - 2,
    ids: new Set(stream.events().map(({ id }) => id)).size,
  }).toEqual({ got: 3_100, beforeHalf: 1_500, beforeHeartbeat: expect.closeTo(3_000, -1), ids: 3_104 });
});

test('[SIM-2] emit-many ends if there is no subscriber', async () => {
  const simulator = await simulatorForTest();
  const body = { event: 'FLOOD', data: 'x', count: 1_000_000 };
  expect((await controlRequest(simulator, 'POST emit-many', body)).answer).toEqual({ got: 0 });
});
