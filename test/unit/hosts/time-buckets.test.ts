import { expect, test } from 'vitest';
import { bucketEdges, parseBucketLength } from '../../../src-main/hosts/cli/events/time-buckets.ts';
import { Zone } from '../../../src-shared/lib/zone.ts';

function edges(zone: string, length: string, first: string, last: string): string[] {
  const [namedZone, ms] = [Zone.named(zone), parseBucketLength(length)];
  if (namedZone === null || ms === null) throw new Error(`${zone}, ${length}`);
  return [...bucketEdges(Date.parse(first), Date.parse(last), ms, namedZone)].map((edge) =>
    new Date(edge).toISOString().replace(':00.000Z', 'Z'),
  );
}

test.each<[what: string, zone: string, length: string, first: string, last: string, edges: string[]]>([
  [
    'they reach from the bucket of the first time to the end of the bucket of the last',
    'UTC',
    '6h',
    '2026-11-21T05:59:59.999Z',
    '2026-11-21T12:00Z',
    ['2026-11-21T00:00Z', '2026-11-21T06:00Z', '2026-11-21T12:00Z', '2026-11-21T18:00Z'],
  ],
  [
    'one time has one bucket',
    'UTC',
    '5m',
    '2026-11-21T12:04:59Z',
    '2026-11-21T12:04:59Z',
    ['2026-11-21T12:00Z', '2026-11-21T12:05Z'],
  ],
  [
    'a day begins at midnight of the zone, and has 23 hours if the clock is put forward',
    'Europe/Stockholm',
    '1d',
    '2026-03-28T12:00Z',
    '2026-03-30T12:00Z',
    ['2026-03-27T23:00Z', '2026-03-28T23:00Z', '2026-03-29T22:00Z', '2026-03-30T22:00Z'],
  ],
  [
    'a day has 25 hours if the clock is put back',
    'Europe/Stockholm',
    '1d',
    '2026-10-24T22:30Z',
    '2026-10-25T22:30Z',
    ['2026-10-24T22:00Z', '2026-10-25T23:00Z'],
  ],
  [
    'an hour that the clock shows twice has two buckets',
    'Europe/Stockholm',
    '1h',
    '2026-10-25T00:00Z',
    '2026-10-25T02:00Z',
    ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z', '2026-10-25T03:00Z'],
  ],
  [
    'longer buckets begin at the time of the clock, before and after it is put forward',
    'Europe/Stockholm',
    '6h',
    '2026-03-28T23:00Z',
    '2026-03-29T10:00Z',
    ['2026-03-28T23:00Z', '2026-03-29T04:00Z', '2026-03-29T10:00Z', '2026-03-29T16:00Z'],
  ],
  [
    'hours follow a zone with an offset of half an hour',
    'Asia/Kolkata',
    '1h',
    '2026-11-21T10:00Z',
    '2026-11-21T10:00Z',
    ['2026-11-21T09:30Z', '2026-11-21T10:30Z'],
  ],
  [
    'a day whose midnight the clock skips begins where the clock lands',
    'America/Santiago',
    '1d',
    '2026-09-05T12:00Z',
    '2026-09-06T12:00Z',
    ['2026-09-05T04:00Z', '2026-09-06T04:00Z', '2026-09-07T03:00Z'],
  ],
  [
    'a day that a zone skipped has no bucket',
    'Pacific/Apia',
    '6h',
    '2011-12-30T09:59Z',
    '2011-12-30T10:00Z',
    ['2011-12-30T04:00Z', '2011-12-30T10:00Z', '2011-12-30T16:00Z'],
  ],
])('[CLI-8] buckets of time: %s', (_what, zone, length, first, last, expected) =>
  expect(edges(zone, length, first, last)).toEqual(expected),
);

test('a bucket length divides an hour or a day, or is one day', () => {
  const lengths = ['1m', '15m', '60m', '1h', '12h', '24h', '1d'];
  expect(lengths.map((text) => parseBucketLength(text)?.ms)).toEqual([6e4, 9e5, 36e5, 36e5, 432e5, 864e5, 864e5]);
  const others = ['', '0m', '7m', '5h', '2d', '100m', '1w', '1.5h', '-1h', 'h', '1H'];
  expect(others.map(parseBucketLength)).toEqual(others.map(() => null));
});

test('an unknown zone is null', () => expect(Zone.named('Europe/Atlantis')).toBe(null));
