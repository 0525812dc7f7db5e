import { expect, it } from 'vitest';
import {
  ALL_ROWS,
  anItem,
  aSearchPage,
  REQUESTED_AT,
  rowIds,
  storeSearch,
  itemShapes,
} from '../../doubles/stored-items.ts';
import type { TestedInventory } from './tested-inventory.ts';

export function keepsPages(tested: TestedInventory): void {
  it('is empty before the first search', async () => {
    const { reader } = tested.store;
    expect([await reader.searches(), await reader.notAccepted()]).toEqual([[], []]);
    await expect(reader.rows({ id: 's', view: ALL_ROWS, from: 0, limit: 1, columns: [] })).rejects.toMatchObject({
      code: 'NO_SEARCH',
      data: { facts: { id: 's' } },
    });
    expect(await reader.find({ text: '8946', after: null })).toEqual({ found: [], next: null });
  });

  it('[QUERY-13] stores every item unchanged, in the order of arrival', async () => {
    const odd = [
      '{ "iotSubscriptionId" : "1",  "x": 1.50, "x": 2 }',
      '{"iotSubscriptionId":"2","y":"\\u00e9\\/"}',
      '[1, 2]',
      'null',
    ];
    await storeSearch(tested.store, 's', odd.slice(0, 2), odd.slice(2));
    await tested.reopen();
    expect(await tested.store.scanner.items({ id: 's', view: ALL_ROWS, from: 0 })).toEqual({
      items: odd.map((raw, index) => ({ ordinal: index + 1, raw, isEarlier: false })),
      next: null,
    });
    expect(await tested.store.reader.item({ id: 's', ordinal: 2 })).toEqual({
      ordinal: 2,
      id: '2',
      raw: odd[1],
      receivedAt: REQUESTED_AT,
    });
    expect(await tested.store.reader.item({ id: 's', ordinal: 5 })).toBeNull();
  });

  it('[QUERY-1] subtracts repeated rows once from the doubled ones if a list ends by returning them again', async () => {
    const { writer } = tested.store;
    await storeSearch(tested.store, 's', [anItem('1'), anItem('2')]);
    const again = await writer.storePage(aSearchPage([anItem('1'), anItem('2')]));
    expect(again).toMatchObject({ added: 0, fresh: 0, stored: { rows: 2, doubled: 2 } });
    expect(await writer.endSearch('s', 'nothing-new', 2)).toMatchObject({ doubled: 0, end: 'nothing-new' });
    expect(await writer.endSearch('s', 'nothing-new', 2)).toMatchObject({ doubled: 0, end: 'nothing-new' });
  });

  it('returns the results of searches, newest first', async () => {
    const { writer } = tested.store;
    const check = { gap: 3, from: 1, to: 2, margin: 60_000, changed: null, missed: null };
    await storeSearch(tested.store, 'old', [anItem('1')]);
    await writer.startSearch({ id: 's', body: '{"limit":2}', begunAt: REQUESTED_AT, gapCheck: check });
    await writer.storePage(aSearchPage([anItem('1'), anItem('2')], { totalHits: 4 }));
    await writer.storePage(aSearchPage([anItem('3')], { totalHits: 3, askedAt: REQUESTED_AT + 1_000 }));
    await writer.endSearch('s', 'count');
    await writer.noteGapCheck('s', { ...check, changed: 3, missed: 1 });
    await tested.reopen();
    const [newest, older] = await tested.store.reader.searches();
    expect(newest).toEqual({
      id: 's',
      body: '{"limit":2}',
      begunAt: REQUESTED_AT,
      askedAt: REQUESTED_AT + 1_000,
      rows: 3,
      totalHits: 3,
      firstTotalHits: 4,
      pages: 2,
      passes: 1,
      doubled: 0,
      earlier: 0,
      withoutId: 0,
      end: 'count',
      gapCheck: { ...check, changed: 3, missed: 1 },
    });
    expect(older?.id).toBe('old');
  });

  it('does not list a search before its first page', async () => {
    const { writer, reader } = tested.store;
    await writer.startSearch({ id: 's', body: '{}', begunAt: REQUESTED_AT, gapCheck: null });
    expect(await reader.searches()).toEqual([]);
    await writer.storePage(aSearchPage([]));
    expect((await reader.searches()).map(({ rows, pages }) => [rows, pages])).toEqual([[0, 1]]);
  });

  it('[QUERY-1] recognises rows by their id, keeps their place, and stores the newest content', async () => {
    const { writer, reader } = tested.store;
    await storeSearch(tested.store, 's', [anItem('a', { state: 'ACTIVE' }), anItem('b'), anItem('c')]);
    expect(await writer.storePage(aSearchPage([anItem('a', { state: 'PAUSED' }), anItem('d')]))).toMatchObject({
      added: 1,
      fresh: 1,
      stored: { rows: 4, doubled: 1, earlier: 0, passes: 1 },
    });
    const again = await writer.storePage(aSearchPage([anItem('c', { x: 1 }), anItem('e'), anItem('e')], { pass: 2 }));
    expect(again).toMatchObject({ added: 1, fresh: 2, stored: { rows: 5, doubled: 2, earlier: 3, passes: 2 } });
    const page = await reader.rows({ id: 's', view: ALL_ROWS, from: 0, limit: 10, columns: ['state', 'x'] });
    expect(page).toEqual({
      rows: [
        { ordinal: 1, id: 'a', values: ['PAUSED', null], identifiers: ['a'], isEarlier: true },
        { ordinal: 2, id: 'b', values: [null, null], identifiers: ['b'], isEarlier: true },
        { ordinal: 3, id: 'c', values: [null, '1'], identifiers: ['c'], isEarlier: false },
        { ordinal: 4, id: 'd', values: [null, null], identifiers: ['d'], isEarlier: true },
        { ordinal: 5, id: 'e', values: [null, null], identifiers: ['e'], isEarlier: false },
      ],
      total: 5,
    });
  });

  it('[QUERY-1] never merges two rows without an id, and counts them', async () => {
    const same = itemShapes.flat({ state: 'ACTIVE' });
    const storedPage = await storeSearch(tested.store, 's', [same, same, itemShapes.flat({ iotSubscriptionId: '' })]);
    expect(storedPage).toMatchObject({ added: 3, fresh: 3, stored: { rows: 3, withoutId: 3, doubled: 0 } });
  });

  it('[QUERY-1] keeps every digit of an id that is a number', async () => {
    const digits = ['89430103000000000001', '89430103000000000002'];
    await storeSearch(
      tested.store,
      's',
      digits.map((id) => `{"iotSubscriptionId":${id}}`),
    );
    expect(await rowIds(tested.store, {})).toEqual(digits);
  });

  it('counts exactly how many rows have each field, documented ones first, even after rows change', async () => {
    const { writer, reader } = tested.store;
    await storeSearch(tested.store, 's', [
      anItem('a', { zone: 1, label: 'x', domainId: 'd' }),
      itemShapes.dotted({ iotSubscriptionId: 'b', label: 'y' }),
      itemShapes.flat({ iotSubscriptionId: 'c', label: 'z', __proto__x: 1 }),
    ]);
    await writer.storePage(aSearchPage([anItem('a', { domainId: 'd', nested: { deep: 1 } })]));
    expect(await reader.fields('s')).toEqual([
      { name: 'iotSubscriptionId', isDocumented: true, rows: 3 },
      { name: 'domainId', isDocumented: true, rows: 1 },
      { name: 'label', isDocumented: false, rows: 2 },
      { name: '__proto__x', isDocumented: false, rows: 1 },
      { name: 'nested.deep', isDocumented: false, rows: 1 },
    ]);
  });

  it('stores what the service did not accept, once each, until it is forgotten', async () => {
    const { writer } = tested.store;
    await writer.noteNotAccepted({ kind: 'sort-direction', name: 'desc', status: 400, at: 1 });
    await writer.noteNotAccepted({ kind: 'filter-type', name: 'equals', status: 400, at: 2 });
    await writer.noteNotAccepted({ kind: 'sort-direction', name: 'desc', status: 422, at: 3 });
    await tested.reopen();
    expect(await tested.store.reader.notAccepted()).toEqual([
      { kind: 'sort-direction', name: 'desc', status: 422, at: 3 },
      { kind: 'filter-type', name: 'equals', status: 400, at: 2 },
    ]);
    await tested.store.writer.forgetNotAccepted({ kind: 'sort-direction', name: 'desc' });
    expect((await tested.store.reader.notAccepted()).map(({ name }) => name)).toEqual(['equals']);
  });
}
