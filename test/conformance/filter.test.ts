import { expect, test } from 'vitest';
import { openEventReader } from '../../src-main/adapters/event-store/event-reader.ts';
import type { EventReader, SliceQuery } from '../../src-main/core/ports/event-store.ts';
import type { StoredEvent } from '../../src-shared/domain/event.ts';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter.ts';
import { matchesFilter } from '../../src-shared/domain/filter-match.ts';
import { printFilter } from '../../src-shared/domain/filter-text.ts';
import { randomEvents } from '../doubles/random-events.ts';
import { oneOf, randomFilter } from '../doubles/random-filters.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { filledStore } from '../unit/adapters/event-store/temporary-store.ts';

const EVENTS = 250;
const FILTERS = 2_000;

test('[READ-3] a filter means the same in memory and in the store, walked either way and counted', async () => {
  const random = randomNumbers(5);
  const { database, path } = filledStore(randomEvents(EVENTS, random));
  // Holes are ordinary.
  database.exec('DELETE FROM payload WHERE seq % 7 = 3; DELETE FROM event WHERE seq % 7 = 3');
  const reader = openEventReader(path);
  try {
    const stored = await everyEvent(reader);
    const pool = valuesOf(stored);
    const met = new Set<number>();
    for (let round = 0; round < FILTERS; round += 1) {
      const filter = randomFilter(random, pool);
      const expected = stored.filter((event) => matchesFilter(filter, event, () => event.raw)).map(({ seq }) => seq);
      const limit = 1 + random(200);
      const found = {
        newer: await walk(reader, { filter, direction: 'newer', from: 0, limit }),
        older: await walk(reader, { filter, direction: 'older', from: EVENTS + 1, limit }),
        count: await count(reader, filter),
      };
      expect({ round, filter: printFilter(filter), ...found }).toEqual({
        round,
        filter: printFilter(filter),
        newer: expected,
        older: expected.toReversed(),
        count: expected.length,
      });
      met.add(expected.length);
    }
    // Not all of them are met by nothing or by everything.
    expect(met.size).toBeGreaterThan(80);
  } finally {
    await reader.close();
  }
});

async function everyEvent(reader: EventReader): Promise<StoredEvent[]> {
  const seqs = await walk(reader, { filter: EVERYTHING, direction: 'newer', from: 0, limit: EVENTS });
  const events = await Promise.all(seqs.map((seq) => reader.event(seq)));
  return events.filter((event) => event !== null);
}

async function walk(reader: EventReader, query: SliceQuery): Promise<number[]> {
  const seqs: number[] = [];
  for (let from: number | null = query.from; from !== null;) {
    const piece = await reader.slice({ ...query, from });
    seqs.push(...piece.rows.map(({ seq }) => seq));
    from = piece.next;
  }
  return seqs;
}

async function count(reader: EventReader, filter: Filter): Promise<number> {
  let total = 0;
  for (let after: number | null = 0; after !== null;) {
    const piece: Awaited<ReturnType<EventReader['count']>> = await reader.count({ filter, after, to: EVENTS });
    total += piece.count;
    after = piece.next;
  }
  return total;
}

/** Values that the events have, and a few that none has. */
function valuesOf(events: readonly StoredEvent[]) {
  const texts = [
    'acme',
    'ÄCME "one"',
    'é',
    '%',
    '_',
    '\\',
    '"',
    'e-1',
    '502',
    '\u0000',
    'countryCode":"SE',
    'Two',
    'zzz',
  ];
  const values: Record<string, (event: StoredEvent) => readonly (string | null)[]> = {
    kind: ({ kind }) => [kind],
    operation: ({ operation }) => [operation],
    state: ({ state }) => [state],
    code: ({ errorCodes }) => errorCodes,
    country: ({ countryCode }) => [countryCode],
    principal: ({ principal }) => [principal],
    eid: ({ eid }) => [eid],
    iccid: ({ iccid }) => [iccid],
    request: ({ requestId }) => [requestId],
    id: ({ id }) => [id],
    mark: ({ marks }) => marks.map(({ code }) => code),
    text: () => texts,
  };
  return {
    maxTerms: 4,
    values: (field: string, random: (limit: number) => number) => {
      if (random(10) === 0) return oneOf(['nobody', 'ACME', '\ud800', '\ufffd', "'", '1 OR 1'], random);
      const present = values[field]?.(oneOf(events, random)) ?? [];
      return present.find((value) => value !== null && value !== '') ?? oneOf(texts, random);
    },
    time: (random: (limit: number) => number) => ({
      kind: 'at' as const,
      at: oneOf(events, random).receivedAt + oneOf([-1, 0, 0.5, 1], random),
    }),
  };
}
