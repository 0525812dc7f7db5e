import { expect, test } from 'vitest';
import type { GroupsQuery } from '../../../src-main/core/ports/event-store.ts';
import {
  type CountedGroup,
  countedGroups,
  type GroupedCountQuery,
} from '../../../src-main/hosts/cli/events/event-groups.ts';
import { parseBucketLength } from '../../../src-main/hosts/cli/events/time-buckets.ts';
import { Zone } from '../../../src-shared/lib/zone.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';

interface Event {
  readonly at: number;
  readonly codes: readonly (string | null)[];
}

function groupReader(events: readonly Event[]) {
  const queries: GroupsQuery[] = [];
  return {
    queries,
    async groups(query: GroupsQuery) {
      queries.push(query);
      const batch = events.slice(Math.max(0, query.to - 3), query.to);
      const sums = new Map<string, number>();
      for (const { at, codes } of batch) {
        const bucket = query.edges === null ? 0 : query.edges.findLastIndex((edge) => edge <= at);
        if (bucket < 0 || bucket + 1 === query.edges?.length) continue;
        for (const values of query.by.length === 0 ? [[]] : codes.map((code) => [code])) {
          const key = JSON.stringify({ bucket, values });
          sums.set(key, (sums.get(key) ?? 0) + 1);
        }
      }
      const groups = [...sums].map(([key, count]) => ({
        ...(JSON.parse(key) as { bucket: number; values: string[] }),
        count,
      }));
      return { groups, next: query.to > 3 ? query.to - 3 : null };
    },
  };
}

const minutes = (count: number) => Date.UTC(2026, 10, 21) + count * 60_000;
const utc = Zone.named('UTC');
const every = (text: string): GroupedCountQuery['every'] => {
  const length = parseBucketLength(text);
  return length === null || utc === null ? null : { length, zone: utc };
};

async function counted(events: readonly Event[], groupedQuery: Pick<GroupedCountQuery, 'by' | 'every'>) {
  const reader = groupReader(events);
  const groups: CountedGroup[] = [];
  const query = { filter: EVERYTHING, after: 0, to: events.length, ...groupedQuery };
  for await (const group of countedGroups(reader, query)) groups.push(group);
  return groups.map(({ from, ...group }) => ({
    ...group,
    ...(from !== null && { from: (from - minutes(0)) / 60_000 }),
  }));
}

const events: Event[] = [
  { at: minutes(7), codes: ['A'] },
  { at: minutes(1), codes: ['B', 'A'] },
  { at: minutes(62), codes: [null] },
  { at: minutes(3), codes: ['B'] },
  { at: minutes(63), codes: ['C'] },
  { at: minutes(2), codes: ['B'] },
];

test('[CLI-8] groups by fields: the largest first, including events without the field, and equal ones in a fixed order', async () => {
  expect(await counted(events, { by: ['code'], every: null })).toEqual([
    { values: ['B'], count: 3 },
    { values: ['A'], count: 2 },
    { values: ['C'], count: 1 },
    { values: [null], count: 1 },
  ]);
});

test('[CLI-8] groups over time: from the earliest to the latest received, whatever was stored first, with zeros between', async () => {
  const buckets = await counted(events, { by: [], every: every('10m') });
  expect(buckets.map(({ count, from }) => [from, count])).toEqual([
    [0, 4],
    [10, 0],
    [20, 0],
    [30, 0],
    [40, 0],
    [50, 0],
    [60, 2],
  ]);
});

test('[CLI-8] groups by fields over time: in the order of time, without empty ones', async () => {
  expect(await counted(events, { by: ['code'], every: every('1h') })).toEqual([
    { from: 0, values: ['B'], count: 3 },
    { from: 0, values: ['A'], count: 2 },
    { from: 60, values: ['C'], count: 1 },
    { from: 60, values: [null], count: 1 },
  ]);
});

test('more buckets than one query can have, and times years apart, are all counted', async () => {
  const apart = [minutes(-2 * 365 * 1_440), minutes(0), minutes(1)].map((at) => ({ at, codes: ['A'] }));
  const days = await counted(apart, { by: [], every: every('1d') });
  expect([days.length, days[0]?.count, days.at(-1)?.count]).toEqual([731, 1, 2]);
  const hours = await counted(apart.slice(1), { by: [], every: every('1m') });
  expect(hours.map(({ count }) => count)).toEqual([1, 1]);
  const inHours = await counted(apart, { by: [], every: every('1h') });
  expect([inHours.length, inHours.filter(({ count }) => count > 0).map(({ count }) => count)]).toEqual([
    2 * 365 * 24 + 1,
    [1, 2],
  ]);
});

test('no events give no groups', async () => {
  expect(await counted([], { by: [], every: every('1h') })).toEqual([]);
  expect(await counted([], { by: ['code'], every: null })).toEqual([]);
});
