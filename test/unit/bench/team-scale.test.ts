import { expect, test } from 'vitest';
import { LARGE, neededFor, type Needed, type TeamCosts } from '../../bench/team-scale.ts';

const FREE: TeamCosts = {
  appendMs: 0,
  fullRecordEventMs: 0,
  deliveryMs: 0,
  renewalMs: 0,
  presenceMs: 0,
  bytesPerEvent: 0,
  catchUpPerSecond: Number.POSITIVE_INFINITY,
};

test('nothing is needed if nothing costs anything', () => {
  expect(new Set(Object.values(neededFor(FREE, LARGE)))).toEqual(new Set([0]));
});

/** 1 000 domains at 1 event/s, 5 desktops each, 5 000 reports in 15 s, 1 000 renewals in 2 s, and a night of 28 800 s. */
test.for<[cost: keyof TeamCosts, value: number, needed: Partial<Needed>]>([
  ['appendMs', 1, { usualCores: 3, stormCores: 3, morningCores: 0 }],
  ['fullRecordEventMs', 0.01, { usualCores: 0, stormCores: 1.5 }],
  ['renewalMs', 1, { usualCores: 1.5, stormCores: 1.5 }],
  ['presenceMs', 0.3, { usualCores: 0.5, stormCores: 0.5 }],
  ['deliveryMs', 0.01, { usualCores: 0.05, stormCores: 2.55, morningServerSeconds: 1_440, morningCores: 144 }],
  ['bytesPerEvent', 500, { gigabytesPerDayAndServer: 43.2 }],
  ['catchUpPerSecond', 14_400, { morningCatchUpSeconds: 2 }],
])('%s of %d is multiplied by how often it occurs', ([cost, value, needed]) => {
  const computed = neededFor({ ...FREE, [cost]: value }, LARGE);
  const rounded = Object.entries(computed).map(([name, number]) => [name, Number(number.toFixed(9))]);
  expect(Object.fromEntries(rounded)).toMatchObject(needed);
});
