import { expect, test } from 'vitest';
import type { EventReader } from '../../../src-main/core/ports/event-store.ts';
import { type EventsQuery, readableEvents, type Unreadable } from '../../../src-main/core/exports/readable-events.ts';
import { UnreadableEvents } from '../../../src-main/hosts/cli/events/unreadable-events.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { summaryOf } from '../../doubles/example-events.ts';

const damage = () => appError('STORE_DAMAGED', { path: '/data/events.db', movedTo: null });

/** Creates a store with these seqs. As with a damaged page, a batch that includes a damaged row fails completely. */
function damagedStore(
  seqs: readonly number[],
  damaged: { rows?: readonly number[]; events?: readonly number[]; texts?: readonly number[] },
) {
  const single = {
    extent: async () => ({ oldestSeq: seqs[0] ?? 0, newestSeq: seqs.at(-1) ?? 0, storedEvents: seqs.length }),
    async summaries({ direction, from, to, limit }) {
      const side =
        direction === 'newer'
          ? seqs.filter((seq) => seq > from && seq <= (to ?? Number.MAX_SAFE_INTEGER))
          : seqs.filter((seq) => seq < from && seq >= (to ?? 0)).toReversed();
      const batch = side.slice(0, Math.min(limit, 4));
      if (batch.some((seq) => damaged.rows?.includes(seq) === true)) throw damage();
      return {
        rows: batch.map((seq) => summaryOf(seq)),
        next: side.length > batch.length ? (batch.at(-1) ?? null) : null,
      };
    },
    async event(seq) {
      if (damaged.events?.includes(seq) === true) throw damage();
      const marks = damaged.texts?.includes(seq) === true ? [{ code: 'text-lost' as const, detail: '' }] : [];
      return { ...summaryOf(seq), marks, raw: '', rawLength: 0, whole: null };
    },
  } satisfies Pick<EventReader, 'extent' | 'summaries' | 'event'>;
  const reader = {
    ...single,
    async events(query) {
      const { rows, next } = await single.summaries(query);
      return { events: await Promise.all(rows.map(({ seq }) => single.event(seq))), next };
    },
  } satisfies Pick<EventReader, 'extent' | 'summaries' | 'event' | 'events'>;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what printing needs of a reader
  return reader as unknown as EventReader;
}

async function printed(reader: EventReader, query: Partial<EventsQuery> = {}) {
  const seqs: number[] = [];
  const lost: Unreadable[] = [];
  for await (const { seq } of readableEvents(reader, { filter: EVERYTHING, to: 20, ...query }, (what) =>
    lost.push(what),
  ))
    seqs.push(seq);
  return { seqs, lost };
}

const twenty = Array.from({ length: 20 }, (_, index) => index + 1);
const without = (...left: number[]) => twenty.filter((seq) => !left.includes(seq));

test.each<[what: string, damaged: Parameters<typeof damagedStore>[1], seqs: number[], lost: Unreadable[]]>([
  ['no damage', {}, twenty, []],
  ['a row in the middle', { rows: [7] }, without(7), [{ kind: 'span', after: 6, before: 8 }]],
  [
    'two rows: everything between them is reported as unread',
    { rows: [7, 12] },
    without(7, 8, 9, 10, 11, 12),
    [{ kind: 'span', after: 6, before: 13 }],
  ],
  ['the last row', { rows: [20] }, without(20), [{ kind: 'span', after: 19, before: null }]],
  ['the first row', { rows: [1] }, without(1), [{ kind: 'span', after: 0, before: 2 }]],
  ['all rows', { rows: twenty }, [], [{ kind: 'span', after: 0, before: null }]],
  ['one complete event', { events: [7] }, without(7), [{ kind: 'event', seq: 7 }]],
  ['a text', { texts: [7] }, twenty, [{ kind: 'text', seq: 7 }]],
  [
    'one complete event before a row',
    { events: [6], rows: [7] },
    without(6, 7),
    [
      { kind: 'event', seq: 6 },
      { kind: 'span', after: 6, before: 8 },
    ],
  ],
])(
  '[CLI-8] readable events are printed in order, and unreadable ones are reported exactly: %s',
  async (_what, damaged, seqs, lost) => expect(await printed(damagedStore(twenty, damaged))).toEqual({ seqs, lost }),
);

test('the newest readable events are printed, and the range in which older ones may be missing is reported', async () => {
  expect(await printed(damagedStore(twenty, { rows: [16] }), { limit: 8 })).toEqual({
    seqs: [17, 18, 19, 20],
    lost: [{ kind: 'span', after: 0, before: 17 }],
  });
  expect(await printed(damagedStore(twenty, { rows: [3] }), { limit: 4 })).toEqual({
    seqs: [17, 18, 19, 20],
    lost: [],
  });
});

test('unreadable events are summed up by what their damage means', () => {
  const unreadable = new UnreadableEvents();
  expect(unreadable.words()).toEqual([]);
  const all: Unreadable[] = [
    { kind: 'span', after: 6, before: 13 },
    { kind: 'event', seq: 15 },
    { kind: 'text', seq: 3 },
    { kind: 'text', seq: 4 },
  ];
  for (const what of all) unreadable.add(what);
  expect(unreadable.words()).toEqual([
    'The store is damaged: the part between event 6 and event 13 could not be read. `watchfloor collect` and `watchfloor start` save readable events.',
    '1 event could not be read and was left out; the first is 15.',
    'The received text of 2 events was damaged on the disk; it is printed as empty with the mark text-lost; the first is 3.',
  ]);
});
