/** Classes of reads from a store. Each read uses other values, in the way of the page. */
import { type FacetField, facetFields } from '../../src-shared/domain/event/event-fields.ts';
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { readPage } from '../../src-main/core/timeline/pages.ts';
import { EVERYTHING, type Filter, type FilterTerm, type ValueField } from '../../src-shared/domain/filter/filter.ts';
import type { Dice } from './dice.ts';
import { DAY_MS, DEPTH_DAYS, type FilledStore } from './filled-store.ts';
import { COUNTRIES, NEEDLE_CODE, needleCount, UNCOMMON_CODE } from './generated-events.ts';

const PAGE = 100;
const clock = createSystemClock();

export interface ReadClass {
  readonly name: string;
  /** `text` reads received texts: all of them, or those that the search index leaves. */
  readonly kind: 'index' | 'text';
  /** Limit for the 95th percentile if it differs from the usual one; null for none. */
  readonly maxMs?: number | null;
  /** Expected number of results; missing if it changes with the values. */
  readonly found?: number;
  /** @returns number of results, which is compared with `found` */
  read(reader: EventReader, dice: Dice): Promise<number>;
}

export const indexed = (name: string, read: ReadClass['read'], limits: Pick<ReadClass, 'maxMs'> = {}): ReadClass => ({
  name,
  kind: 'index',
  read,
  ...limits,
});

export const value = (field: ValueField, ...values: string[]): FilterTerm => ({
  kind: 'value',
  field,
  values,
  negated: false,
});
export const where = (...terms: FilterTerm[]): Filter => ({ terms });

export const NEWEST_PAGE = 'newest page';
export const NOTHING = 'page: a code that nobody has';

export const evenly = (from: number, number: number, ms: number): readonly number[] =>
  Array.from({ length: number + 1 }, (_, edge) => Math.floor(from + edge * ms));

export function readClasses(filled: FilledStore): readonly ReadClass[] {
  const { count, endAt } = filled;
  const lastDays = (days: number): FilterTerm => ({
    kind: 'since',
    time: { kind: 'at', at: endAt - days * DAY_MS },
  });
  const somewhere = (dice: Dice) => 1 + dice.below(count);
  const oneDay = (dice: Dice): Filter => {
    const at = endAt - (1 + dice.below(DEPTH_DAYS - 1)) * DAY_MS;
    return where({ kind: 'since', time: { kind: 'at', at } }, { kind: 'until', time: { kind: 'at', at: at + DAY_MS } });
  };
  const page = (name: string, filter: (dice: Dice) => Filter) =>
    indexed(name, (reader, dice) => readPageRows(reader, filter(dice), null));
  const bars = (name: string, edges: readonly number[]) =>
    indexed(name, (reader) => readHistogram(reader, EVERYTHING, edges));
  const allIn200 = evenly(filled.pace.startAt, 200, (endAt - filled.pace.startAt) / 200);
  return [
    { ...page(NEWEST_PAGE, () => EVERYTHING), found: PAGE },
    indexed('page in the middle', (reader, dice) => readPageRows(reader, EVERYTHING, somewhere(dice))),
    indexed('one event whole', async (reader, dice) => ((await reader.event(somewhere(dice))) === null ? 0 : 1)),
    page('page: a kind', (dice) => where(value('kind', dice.oneOf(['LOCALIZATION', 'CMP_EVENT', 'HEARTBEAT'])))),
    page('page: outcome failed', () => where(value('outcome', 'failed'))),
    page('page: a code that 1 event in 800 has', () => where(value('code', UNCOMMON_CODE))),
    {
      ...page('page: a code that 6 in a million have', () => where(value('code', NEEDLE_CODE))),
      found: needleCount(count),
    },
    page('page: a filter that contradicts itself', () => where(value('kind', 'HEARTBEAT'), value('outcome', 'failed'))),
    { ...page(NOTHING, () => where(value('code', 'NOBODY-HAS-IT'))), found: 0 },
    page('page: country and code', (dice) =>
      where(value('country', dice.oneOf(COUNTRIES)), value('code', 'SET_FALLBACK_PROFILE_FAILED')),
    ),
    page('page: one past day', oneDay),
    page('page: last 30 days, failed', () => where(lastDays(30), value('outcome', 'failed'))),
    page('page: last 300 days', () => where(lastDays(300))),
    bars('histogram: 24 hours by hour', evenly(endAt - DAY_MS, 24, DAY_MS / 24)),
    bars('histogram: 30 days by day', evenly(endAt - 30 * DAY_MS, 30, DAY_MS)),
    bars('histogram: 365 days by day', evenly(endAt - 365 * DAY_MS, 365, DAY_MS)),
    { ...bars('histogram: everything in 200 bars', allIn200), found: count },
    indexed('histogram: a country in 200 bars', (reader, dice) =>
      readHistogram(reader, where(value('country', dice.oneOf(COUNTRIES))), allIn200),
    ),
    indexed('facets with counts: everything', (reader) => readFacets(reader, EVERYTHING)),
    indexed('facets with counts: last 30 days, failed', (reader) =>
      readFacets(reader, where(lastDays(30), value('outcome', 'failed'))),
    ),
    indexed('exact count: country and outcome', (reader, dice) =>
      readCount(reader, where(value('country', dice.oneOf(COUNTRIES)), value('outcome', 'failed'))),
    ),
    indexed('exact count: one past day', (reader, dice) => readCount(reader, oneDay(dice))),
    indexed('exact count: last 300 days, failed', (reader) =>
      readCount(reader, where(lastDays(300), value('outcome', 'failed'))),
    ),
    indexed('groups: country and code', (reader) => readGroups(reader, EVERYTHING, ['country', 'code'], null)),
    indexed('groups: outcome by day, failed and partial', (reader) =>
      readGroups(
        reader,
        where(value('outcome', 'failed', 'partial')),
        ['outcome'],
        evenly(endAt - 365 * DAY_MS, 365, DAY_MS),
      ),
    ),
    indexed('histogram: failed in 200 bars', (reader) =>
      readHistogram(reader, where(value('outcome', 'failed')), allIn200),
    ),
    indexed('facets with counts: a country, failed', (reader, dice) =>
      readFacets(reader, where(value('country', dice.oneOf(COUNTRIES)), value('outcome', 'failed'))),
    ),
  ];
}

export async function readPageRows(
  reader: EventReader,
  filter: Filter,
  cursor: number | null,
  limit = PAGE,
): Promise<number> {
  return (await readPage(reader, { filter, direction: 'older', cursor, limit }, clock)).rows.length;
}

export async function readCount(reader: EventReader, filter: Filter): Promise<number> {
  let count = 0;
  for await (const batch of readAllSlices(reader, (to) => reader.count({ filter, after: 0, to }))) count += batch.count;
  return count;
}

export async function readFacets(reader: EventReader, filter: Filter): Promise<number> {
  let values = 0;
  for await (const { fields } of readAllSlices(reader, (to) =>
    reader.facets({ filter, after: 0, to, fields: facetFields }),
  ))
    values += fields.reduce((sum, field) => sum + field.values.length, 0);
  return values;
}

export async function readHistogram(reader: EventReader, filter: Filter, edges: readonly number[]): Promise<number> {
  let events = 0;
  for await (const { outcomes } of readAllSlices(reader, (to) => reader.histogram({ filter, after: 0, to, edges })))
    for (const { counts } of outcomes) events += counts.reduce((sum, count) => sum + count, 0);
  return events;
}

export async function readGroups(
  reader: EventReader,
  filter: Filter,
  by: readonly FacetField[],
  edges: readonly number[] | null,
): Promise<number> {
  let events = 0;
  for await (const { groups } of readAllSlices(reader, (to) => reader.groups({ filter, after: 0, to, by, edges })))
    for (const { count } of groups) events += count;
  return events;
}

async function* readAllSlices<Piece extends { readonly next: number | null }>(
  reader: EventReader,
  read: (to: number) => Promise<Piece>,
): AsyncGenerator<Piece> {
  let to: number | null = (await reader.extent()).newestSeq;
  while (to !== null) {
    const batch: Piece = await read(to);
    yield batch;
    to = batch.next;
  }
}
