/**
 * Compares the output of the command line for a filter with the filter's meaning in memory: many random filters through
 * its parser and reader, and some through the process itself.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEventReader } from '../../src-main/adapters/sqlite/events/event-reader.ts';
import { readableEvents } from '../../src-main/core/exports/readable-events.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import type { StoredEvent } from '../../src-shared/domain/event/event.ts';
import { EVERYTHING, type Filter, resolveTime } from '../../src-shared/domain/filter/filter.ts';
import { filterSpan } from '../../src-shared/domain/filter/filter-edit.ts';
import { matchesFilter } from '../../src-shared/domain/filter/filter-match.ts';
import { parseFilter, printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import { poolOf } from '../doubles/filter-pool.ts';
import { randomEvents } from '../doubles/random-events.ts';
import { randomFilter } from '../doubles/random-filters.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { batchOf } from '../doubles/received-events.ts';
import { rounds } from '../support/breadth.ts';
import { Workplace } from '../support/command.ts';
import { commandSeqs } from '../support/command-filter.ts';

const EVENTS = 400;
const FILTERS = rounds({ usual: 80, thorough: 2_000 });
const THROUGH_A_PROCESS = rounds({ usual: 2, thorough: 30 });

let workplace: Workplace;
let reader: EventReader;
let events: StoredEvent[];
beforeAll(async () => {
  workplace = await Workplace.create();
  const received = randomEvents(EVENTS, randomNumbers(8));
  const store = await workplace.openStore();
  for (const first of [0, 200])
    await store.writer.append(batchOf(first === 0 ? 'opens' : 1, received.slice(first, first + 200)));
  await store.writer.markSeen([{ first: 100, last: 250 }], true);
  await store.close();
  const [path = ''] = workplace.databases();
  reader = openEventReader(path);
  events = [];
  const all = { filter: EVERYTHING, to: (await reader.extent()).newestSeq };
  for await (const event of readableEvents(reader, all, () => undefined)) events.push(event);
});
afterAll(async () => {
  await reader.close();
  await workplace.close();
});

/** Returns true if the times are in the wrong order, which the command refuses. */
function isEmptySpan(filter: Filter): boolean {
  const now = Date.now();
  const { since, until } = filterSpan(filter, now);
  return since !== null && until !== null && resolveTime(since, now) > resolveTime(until, now);
}

/** Yields filters with the text that a user would type. Skips filters that no text can express. */
function* queries(seed: number): Generator<{ readonly query: string; readonly filter: Filter }> {
  const random = randomNumbers(seed);
  const pool = poolOf(events);
  for (;;) {
    const filter = randomFilter(random, pool);
    const query = printFilter(filter);
    if (parseFilter(query).kind === 'filter' && !isEmptySpan(filter)) yield { query, filter };
  }
}

const meant = (filter: Filter) =>
  events.filter((event) => matchesFilter(filter, event, () => event.raw)).map(({ seq }) => seq);

test('[READ-3] the command line prints the matching events in order, for random filters', async () => {
  const random = randomNumbers(9);
  const matched = new Set<number>();
  let round = 0;
  for (const { query, filter } of queries(10)) {
    if ((round += 1) > FILTERS) break;
    const expected = meant(filter);
    const limit = random(12) === 0 ? undefined : 1 + random(20);
    const printed = await commandSeqs(reader, query, limit);
    expect({ query, limit, printed }).toEqual({ query, limit, printed: expected.slice(-(limit ?? EVENTS)) });
    matched.add(expected.length);
  }
  expect(matched.size).toBeGreaterThan(Math.min(FILTERS / 5, 100));
});

test('[READ-3] the process of the command line prints the same events', async () => {
  let round = 0;
  for (const { query, filter } of queries(11)) {
    // Skips text that cannot be an argument of a process.
    if (query.includes('\0') || !query.isWellFormed()) continue;
    if ((round += 1) > THROUGH_A_PROCESS) break;
    const printed = await workplace.events(`--query=${query}`, '--fields', 'seq');
    expect({ query, printed: printed.map(({ seq }) => seq) }).toEqual({ query, printed: meant(filter) });
  }
});
