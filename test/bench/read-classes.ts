/** What is asked of a store, by class: each read with other values each time, the way the page asks it. */
import { createSystemClock } from '../../src-main/adapters/clock/system-clock.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { readPage } from '../../src-main/core/timeline/pages.ts';
import {
  EVERYTHING,
  type Filter,
  type FilterTerm,
  facetFields,
  type ValueField,
} from '../../src-shared/domain/filter.ts';
import type { Dice } from './dice.ts';
import { DAY_MS, DEPTH_DAYS, type FilledStore } from './filled-store.ts';
import { COUNTRIES, generatedEvent, NEEDLE_CODE, NEEDLE_WORDS, needlesIn, UNCOMMON_CODE } from './generated-events.ts';

/** Rows of a page. */
const PAGE = 100;
const clock = createSystemClock();

export interface ReadClass {
  readonly name: string;
  /** `text`: every received text is looked through, so it takes as long as there are events. */
  readonly kind: 'index' | 'text';
  /** What is to be found; left out where that is another number each time. */
  readonly found?: number;
  /** @returns how much was found: a figure of a wrong answer is none */
  read(reader: EventReader, dice: Dice): Promise<number>;
}

const value = (field: ValueField, ...values: string[]): FilterTerm => ({
  kind: 'value',
  field,
  values,
  negated: false,
});
const where = (...terms: FilterTerm[]): Filter => ({ terms });

export const NEWEST_PAGE = 'newest page';
export const NOTHING = 'page: a code that nobody has';
export const UNCOMMON = 'page: a code that 1 event in 800 has';
export const FAILED = 'page: outcome failed';

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
  const page = (name: string, filter: (dice: Dice) => Filter, kind: ReadClass['kind'] = 'index'): ReadClass => ({
    name,
    kind,
    read: (reader, dice) => pageOf(reader, filter(dice), null),
  });
  const bars = (name: string, edges: readonly number[]): ReadClass => ({
    name,
    kind: 'index',
    read: (reader) => histogramOf(reader, EVERYTHING, edges),
  });
  const evenly = (from: number, number: number, ms: number) =>
    Array.from({ length: number + 1 }, (_, edge) => Math.floor(from + edge * ms));
  const allIn200 = evenly(filled.pace.startAt, 200, (endAt - filled.pace.startAt) / 200);
  return [
    { ...page(NEWEST_PAGE, () => EVERYTHING), found: PAGE },
    {
      name: 'page in the middle',
      kind: 'index',
      read: (reader, dice) => pageOf(reader, EVERYTHING, somewhere(dice)),
    },
    {
      name: 'one event whole',
      kind: 'index',
      read: async (reader, dice) => ((await reader.event(somewhere(dice))) === null ? 0 : 1),
    },
    page('page: a kind', (dice) => where(value('kind', dice.oneOf(['LOCALIZATION', 'CMP_EVENT', 'HEARTBEAT'])))),
    page(FAILED, () => where(value('outcome', 'failed'))),
    page(UNCOMMON, () => where(value('code', UNCOMMON_CODE))),
    {
      ...page('page: a code that 6 in a million have', () => where(value('code', NEEDLE_CODE))),
      found: needlesIn(count),
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
    {
      name: 'histogram: a country in 200 bars',
      kind: 'index',
      read: (reader, dice) => histogramOf(reader, where(value('country', dice.oneOf(COUNTRIES))), allIn200),
    },
    { name: 'facets with counts: everything', kind: 'index', read: (reader) => facetsOf(reader, EVERYTHING) },
    {
      name: 'facets with counts: last 30 days, failed',
      kind: 'index',
      read: (reader) => facetsOf(reader, where(lastDays(30), value('outcome', 'failed'))),
    },
    {
      name: 'exact count: country and outcome',
      kind: 'index',
      read: (reader, dice) =>
        countOf(reader, where(value('country', dice.oneOf(COUNTRIES)), value('outcome', 'failed'))),
    },
    { name: 'exact count: one past day', kind: 'index', read: (reader, dice) => countOf(reader, oneDay(dice)) },
    {
      name: 'exact count: last 300 days, failed',
      kind: 'index',
      read: (reader) => countOf(reader, where(lastDays(300), value('outcome', 'failed'))),
    },
    // Each is somewhere in one event, or in six of a million: the whole store is looked through.
    {
      name: TEXT_DIGITS,
      kind: 'text',
      found: 1,
      read: (reader) => countOf(reader, where({ kind: 'text', values: [digitsOf(filled)], negated: false })),
    },
    {
      name: TEXT_WORDS,
      kind: 'text',
      found: needlesIn(count),
      read: (reader) => countOf(reader, where({ kind: 'text', values: [NEEDLE_WORDS], negated: false })),
    },
  ];
}

export const TEXT_DIGITS = 'text: an EID, everywhere';
export const TEXT_WORDS = 'text: words, everywhere';

/** The EID of one event in the older half. */
export function digitsOf({ count, pace }: FilledStore): string {
  for (let index = Math.floor(count / 3); ; index += 1) {
    const eid = /\d{32}/.exec(generatedEvent(index, pace).data);
    if (eid !== null) return eid[0];
  }
}

export async function pageOf(reader: EventReader, filter: Filter, cursor: number | null): Promise<number> {
  return (await readPage(reader, { filter, direction: 'older', cursor, limit: PAGE }, clock)).rows.length;
}

async function countOf(reader: EventReader, filter: Filter): Promise<number> {
  let count = 0;
  for await (const piece of pieces(reader, (to) => reader.count({ filter, after: 0, to }))) count += piece.count;
  return count;
}

async function facetsOf(reader: EventReader, filter: Filter): Promise<number> {
  let values = 0;
  for await (const { fields } of pieces(reader, (to) => reader.facets({ filter, after: 0, to, fields: facetFields })))
    values += fields.reduce((sum, field) => sum + field.values.length, 0);
  return values;
}

async function histogramOf(reader: EventReader, filter: Filter, edges: readonly number[]): Promise<number> {
  let events = 0;
  for await (const { outcomes } of pieces(reader, (to) => reader.histogram({ filter, after: 0, to, edges })))
    for (const { counts } of outcomes) events += counts.reduce((sum, count) => sum + count, 0);
  return events;
}

/** Until there is no next one. */
async function* pieces<Piece extends { readonly next: number | null }>(
  reader: EventReader,
  read: (to: number) => Promise<Piece>,
): AsyncGenerator<Piece> {
  let to: number | null = (await reader.extent()).newestSeq;
  while (to !== null) {
    const piece: Piece = await read(to);
    yield piece;
    to = piece.next;
  }
}
