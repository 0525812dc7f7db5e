import { describe, expect, test } from 'vitest';
import { createGapChecks, gapFindings } from '../../../../src-main/core/subscriptions/gap-checks.ts';
import type { InventoryReader, StoredSearch } from '../../../../src-main/core/ports/inventory-store.ts';
import type { SearchSummary, SearchState } from '../../../../src-shared/api/searches.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import type { AppError } from '../../../../src-shared/api/errors.ts';
import { envelope, ICCID, localizedMessage } from '../../../doubles/documented-events.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { storedReader } from '../exports/exported.ts';

const NOW = Date.UTC(2026, 10, 21, 14);
const FROM = NOW - 600_000;
const TO = NOW - 300_000;
const CHANGED = new Date(FROM + 5_000).toISOString();
const signal = new AbortController().signal;

const gap = (fields: Partial<Gap> = {}): Gap => ({
  id: 3,
  from: FROM,
  to: TO,
  lengthMs: TO - FROM,
  reason: 'silent',
  detail: null,
  afterSeq: 1,
  ...fields,
});
const stored = (id: string, fields: Partial<StoredSearch> = {}): StoredSearch => ({
  id,
  body: '{}',
  begunAt: NOW,
  askedAt: NOW + 1_000,
  rows: 3,
  totalHits: 3,
  firstTotalHits: 3,
  pages: 1,
  passes: 1,
  doubled: 0,
  earlier: 0,
  withoutId: 0,
  end: 'count',
  gapCheck: { gap: 3, from: FROM - 60_000, to: TO + 60_000, margin: 60_000, changed: null, missed: null },
  ...fields,
});
const summary = (id: string, state: SearchState, of = 3): SearchSummary => ({
  ...stored(id),
  notSeenAgain: 0,
  keptUntil: null,
  gapCheck: { gap: of, changed: null, missed: null },
  state,
});

function inventoryOf(searches: readonly StoredSearch[], items: readonly object[]) {
  const inventory: Pick<InventoryReader, 'searches' | 'items'> = {
    searches: async () => [...searches],
    items: async ({ from }) => ({
      items: items.slice(from, from + 2).map((fields, index) => ({
        ordinal: from + index + 1,
        raw: JSON.stringify(fields),
        isEarlier: false,
      })),
      next: from + 2 < items.length ? from + 2 : null,
    }),
  };
  return inventory;
}
const named = { iotSubscriptionId: 'is-1', lastModifiedAt: CHANGED, iccid: ICCID };
const unnamed = { iotSubscriptionId: 'is-2', lastModifiedAt: CHANGED, iccid: '8946-2' };
const other = { iotSubscriptionId: 'is-3', lastModifiedAt: CHANGED, iccid: '8946-3' };

function checking(
  searches: readonly SearchSummary[],
  gaps: readonly Gap[] = [gap()],
  items = [named, unnamed, other],
  ahead: number | null = null,
) {
  const reader = storedReader([
    // The event names the same subscription, but came long before the gap.
    {
      receivedAt: FROM - 3_600_000,
      kind: 'LOCALIZATION',
      id: 'a',
      data: JSON.stringify({ ...envelope, detailedMessage: { iccid: '8946-2' } }),
    },
    {
      receivedAt: TO + 1_000,
      kind: 'LOCALIZATION',
      id: 'b',
      data: JSON.stringify({ ...envelope, detailedMessage: localizedMessage }),
    },
  ]);
  const events = {
    ...reader,
    events: reader.events.bind(reader),
    coverage: async () => ({ sessions: [], gaps: [...gaps] }),
  };
  const inventory = inventoryOf([stored('new'), stored('old')], items);
  const startedSearches: unknown[] = [];
  const removed: string[] = [];
  const checks = createGapChecks({
    events,
    inventory,
    clock: new FakeClock(NOW),
    providerClockOffsetMs: () => ahead,
    searches: () => searches,
    begin: async (body, check) => {
      startedSearches.push({ body: JSON.parse(body), check });
      return { id: 'begun' };
    },
    remove: async (id) => void removed.push(id),
  });
  return { checks, startedSearches, removed, events, inventory };
}

describe('the check of a gap', () => {
  test('[CROSS-3] starts the documented search for the gap with its margin', async () => {
    const { checks, startedSearches } = checking([]);
    expect(await checks.check(3)).toEqual({ id: 'begun' });
    expect(startedSearches).toEqual([
      {
        body: {
          filters: [
            {
              type: 'between',
              fields: ['iotSubscription.lastModifiedAt'],
              values: { min: '2026-11-21T13:49:00.000Z', max: '2026-11-21T13:56:00.000Z' },
            },
          ],
          sortBy: [{ direction: 'asc', field: 'iotSubscription.iotSubscriptionId' }],
          limit: 100,
        },
        check: { gap: 3, from: FROM - 60_000, to: TO + 60_000, margin: 60_000, changed: null, missed: null },
      },
    ]);
  });

  test('[CROSS-3] misses no change if the clock of the provider may have been corrected since', async () => {
    const { checks, startedSearches } = checking([], [gap()], [], 7_200_000);
    await checks.check(3);
    const [{ body }] = startedSearches as [{ body: { filters: [{ values: { min: string; max: string } }] } }];
    const { min, max } = body.filters[0].values;
    expect([min < CHANGED, CHANGED < max]).toEqual([true, true]);
  });

  const loading = { kind: 'loading', isPaused: false, waitsUntil: null, goodUntil: null, rowsPerSecond: 1 } as const;
  test.each<[what: string, state: SearchState]>([
    ['loading', loading],
    ['held', { ...loading, isPaused: true }],
    ['asking', { kind: 'asking', since: NOW, waitsUntil: null }],
  ])('[CROSS-3] does not start twice while one is %s', async (_what, state) => {
    const { checks, startedSearches } = checking([summary('of-another', state, 4), summary('running', state)]);
    expect([await checks.check(3), startedSearches]).toEqual([{ id: 'running' }, []]);
  });

  test.each<[what: string, gaps: Gap[]]>([
    ['is not stored', [gap({ id: 4 })]],
    ['still lasts', [gap({ to: null, lengthMs: null })]],
    ['is a planned reconnect', [gap({ reason: 'session-expired', lengthMs: 9_000 })]],
  ])('[CROSS-3] is refused for a gap that %s', async (_what, gaps) => {
    await expect(checking([], gaps).checks.check(3)).rejects.toThrow(
      expect.objectContaining({ data: { code: 'NO_GAP', facts: { gap: 3 } } }) as AppError,
    );
  });

  test('[CROSS-3] counts at its end the changes and those without an event, and replaces older checks', async () => {
    const ended = { kind: 'ended', by: 'count' } as const;
    const cancelled = { kind: 'cancelled', goodUntil: null } as const;
    const searches = [
      summary('new', ended),
      summary('given-up', cancelled),
      summary('old', { kind: 'stored', end: 'count' }),
      summary('of-another', ended, 4),
      { ...summary('no-check', ended), gapCheck: null },
    ];
    const { checks, removed } = checking(searches);
    expect(await checks.ended('new', signal)).toEqual({ ...stored('new').gapCheck, changed: 3, missed: 2 });
    expect(removed).toEqual(['given-up', 'old']);
  });

  test('[CROSS-3] does not report 0 missed if nothing could be compared', async () => {
    const { checks } = checking(
      [],
      [gap()],
      [named, unnamed, other].map((fields) => ({ ...fields, iccid: '' })),
    );
    expect(await checks.ended('new', signal)).toEqual({ ...stored('new').gapCheck, changed: 3, missed: null });
  });

  test('[CROSS-3] reports 0 missed if nothing changed', async () => {
    const { checks } = checking([], [gap()], []);
    expect(await checks.ended('new', signal)).toEqual({ ...stored('new').gapCheck, changed: 0, missed: 0 });
  });

  test('returns null for a search without a check or a removed one', async () => {
    const { checks } = checking([]);
    expect(await checks.ended('gone', signal)).toBeNull();
  });
});

describe('the findings of a check', () => {
  test('[CROSS-3] are read again from the store for the newest complete check', async () => {
    const { events } = checking([]);
    const searches = [stored('failed', { end: null }), stored('new'), stored('old')];
    const found = await gapFindings({ events, inventory: inventoryOf(searches, [named, unnamed]) }, 3);
    expect(found).toEqual({
      search: 'new',
      askedAt: NOW + 1_000,
      margin: 60_000,
      from: FROM - 60_000,
      to: TO + 60_000,
      clockDiffersMs: 0,
      counts: { changed: 2, missed: 1, met: 1, unnamed: 0 },
      missed: [{ ordinal: 2, id: 'is-2', changedAt: FROM + 5_000 }],
      met: [{ ordinal: 1, id: 'is-1', changedAt: FROM + 5_000, seq: 2, receivedAt: TO + 1_000, outcome: 'unknown' }],
      unnamed: [],
    });
  });

  test('[CROSS-3] contain the margin and its share of clock difference, and compare events of the complete span', async () => {
    const { events } = checking([]);
    const check = { from: FROM - 3_660_000, to: TO + 3_660_000, margin: 3_660_000 };
    const searches = [stored('new', { gapCheck: { gap: 3, changed: null, missed: null, ...check } })];
    expect(await gapFindings({ events, inventory: inventoryOf(searches, [unnamed, other]) }, 3)).toMatchObject({
      ...check,
      clockDiffersMs: 3_600_000,
      met: [{ id: 'is-2', receivedAt: FROM - 3_600_000 }],
      missed: [{ id: 'is-3' }],
    });
  });

  test.each<[what: string, searches: StoredSearch[]]>([
    ['was never made', []],
    ['is of another gap', [stored('other', { gapCheck: null })]],
    ['did not come to its end', [stored('failed', { end: null })]],
  ])('[CROSS-3] are refused for a check that %s', async (_what, searches) => {
    const { events } = checking([]);
    await expect(gapFindings({ events, inventory: inventoryOf(searches, [named]) }, 3)).rejects.toThrow(
      expect.objectContaining({ data: { code: 'NO_SEARCH', facts: { id: 'gap 3' } } }) as AppError,
    );
  });
});
