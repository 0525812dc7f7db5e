import { expect, it } from 'vitest';
import type { RowsView } from '../../../src-shared/api/searches.ts';
import { ALL_ROWS, anItem, aSearchPage, rowIds, storeSearch, itemShapes } from '../../doubles/stored-items.ts';
import type { TestedInventory } from './tested-inventory.ts';

const by = (field: string, direction: 'asc' | 'desc' = 'asc'): Partial<RowsView> => ({ sort: { field, direction } });

export function ranksRows(tested: TestedInventory): void {
  it('returns windows of a view by rank, with its number of rows', async () => {
    await storeSearch(
      tested.store,
      's',
      Array.from({ length: 10 }, (_, index) => anItem(`id ${index}`, { n: 10 - index })),
    );
    const window = async (view: Partial<RowsView>, from: number) => {
      const page = await tested.store.reader.rows({
        id: 's',
        view: { ...ALL_ROWS, ...view },
        from,
        limit: 3,
        columns: ['n'],
      });
      return [page.rows.map(({ values: [value] }) => value), page.total];
    };
    expect(await window({}, 8)).toEqual([['2', '1'], 10]);
    expect(await window(by('n'), 0)).toEqual([['1', '2', '3'], 10]);
    expect(await window(by('n', 'desc'), 7)).toEqual([['3', '2', '1'], 10]);
    expect(await window({ find: 'ID' }, 9)).toEqual([['1'], 10]);
    expect(await window({ find: 'id 3' }, 0)).toEqual([['7'], 1]);
    expect(await window({ find: 'id 3' }, 1)).toEqual([[], 1]);
  });

  it('[PAGE-3] keeps a view unchanged while further rows are loaded', async () => {
    const { writer } = tested.store;
    await storeSearch(tested.store, 's', [anItem('b'), anItem('c')]);
    const before = { upTo: 2, ...by('iotSubscriptionId') };
    expect(await rowIds(tested.store, before)).toEqual(['b', 'c']);
    await writer.storePage(aSearchPage([anItem('a')]));
    expect(await rowIds(tested.store, before)).toEqual(['b', 'c']);
    expect(await rowIds(tested.store, { upTo: 2 })).toEqual(['b', 'c']);
    expect(await rowIds(tested.store, { ...before, upTo: 3 })).toEqual(['a', 'b', 'c']);
  });

  it.each(Object.entries(itemShapes))('[QUERY-31] sorts by value if a field is %s', async (_, shape) => {
    const rows: [id: string, value: object][] = [
      ['number 10', { v: 10 }],
      ['none', {}],
      ['text b', { v: 'b' }],
      ['number 9', { v: 9 }],
      ['null', { v: null }],
      ['minus', { v: -1.5 }],
      ['empty', { v: '' }],
      ['text a', { v: 'a' }],
      ['another a', { v: 'a' }],
      ['flag', { v: true }],
    ];
    await storeSearch(
      tested.store,
      's',
      rows.map(([iotSubscriptionId, value]) => shape({ iotSubscriptionId, ...value })),
    );
    const last = ['none', 'null', 'empty'];
    expect(await rowIds(tested.store, by('v'))).toEqual([
      'minus',
      'number 9',
      'number 10',
      'text a',
      'another a',
      'text b',
      'flag',
      ...last,
    ]);
    expect(await rowIds(tested.store, by('v', 'desc'))).toEqual([
      'flag',
      'text b',
      'text a',
      'another a',
      'number 10',
      'number 9',
      'minus',
      ...last,
    ]);
  });

  it('[QUERY-31] sorts times by their value, however they are written', async () => {
    const times = [
      '2026-01-01T12:00:00.5Z',
      '2026-01-01T12:00:00Z',
      '2026-01-01T13:00:00.1+01:00',
      '2026-01-01T12:00:00.250Z',
      '2026-01-01T11:59:59.999999Z',
      '2026-01-01T12:00:00.000Z',
    ];
    await storeSearch(
      tested.store,
      's',
      times.map((at) => anItem(at, { at })),
    );
    expect(await rowIds(tested.store, by('at'))).toEqual([4, 1, 5, 2, 3, 0].map((index) => times[index]));
  });

  it('[QUERY-31] sorts by a field of any name', async () => {
    const names = ['a.b', 'with "quotes"', 'iotSubscription', 'x (2)', '__proto__', "it's", '', 'é'];
    const items = (name: string) =>
      ['2', '1'].map((value) => `{"iotSubscriptionId":"${value}",${JSON.stringify(name)}:"${value}"}`);
    for (const [index, name] of names.entries()) {
      await storeSearch(tested.store, `s${index}`, items(name));
      const shown = await tested.store.reader.fields(`s${index}`);
      const field = shown.at(-1)?.name ?? '';
      expect([name, await rowIds(tested.store, by(field), `s${index}`)]).toEqual([name, ['1', '2']]);
    }
  });

  it.each([
    ['most', 'often', 40],
    ['few', 'seldom', 10],
    ['all', 'row', 50],
    ['no', 'never', 0],
  ])('[QUERY-31] finds and sorts the rows with a value that %s rows have', async (_how, find, count) => {
    const rows = Array.from({ length: 50 }, (_, row) => ({
      id: `row ${row}`,
      n: (row * 7) % 50,
      how: row % 5 === 0 ? 'seldom' : 'often',
    }));
    await storeSearch(
      tested.store,
      's',
      rows.map(({ id, ...fields }) => anItem(id, fields)),
    );
    const found = rows.filter(({ id, how }) => id.includes(find) || how === find);
    const ordered = found.toSorted((one, other) => other.n - one.n).map(({ id }) => id);
    expect(ordered).toHaveLength(count);
    expect(await rowIds(tested.store, { find, sort: { field: 'n', direction: 'desc' }, upTo: 50 })).toEqual(ordered);
  });

  it('[QUERY-31] finds a part of any value in any case, and never a field name or an escape character', async () => {
    await storeSearch(tested.store, 's', [
      anItem('latin', { label: 'Trailer ÅSA', wheels: 12 }),
      '{"iotSubscriptionId":"escaped","label":"a\\u00e5b\\/c \\n\\"q\\""}',
      itemShapes.dotted({ iotSubscriptionId: 'list', tags: ['Red', 'Blue'], empty: null }),
      anItem('percent', { label: '100%_!' }),
    ]);
    const found = (find: string) => rowIds(tested.store, { find });
    expect(await found('trailer åsa')).toEqual(['latin']);
    expect(await found('trailer A\u030asa')).toEqual(['latin']);
    expect(await found('aa\u030ab/c')).toEqual(['escaped']);
    expect(await found('12')).toEqual(['latin']);
    expect(await found('AÅB/C')).toEqual(['escaped']);
    expect(await found('"q"')).toEqual(['escaped']);
    expect(await found('u00e5')).toEqual([]);
    expect(await found('blue')).toEqual(['list']);
    expect(await found('label')).toEqual([]);
    expect(await found('null')).toEqual([]);
    expect(await found('%_')).toEqual(['percent']);
    expect(await found('_!')).toEqual(['percent']);
    expect(await found('%')).toEqual(['percent']);
  });

  it.each([
    ['8946 0103 0000', ['grouped']],
    ['8946-0103-0000', ['grouped']],
    ['ICCID: …1964', ['grouped']],
    ['="89460103000000001964"', ['grouped']],
    ['+46 70-000', ['number']],
    ['0046700008000', ['number']],
    ['46.70-0', ['number', 'written so']],
    ['2026-11-21', ['date']],
  ])('[FILTER-8] finds an identifier that is written as %j', async (find, ids) => {
    await storeSearch(tested.store, 's', [
      anItem('grouped', { iccid: '89460103000000001964' }),
      anItem('number', { msisdn: '46700008000' }),
      anItem('written so', { note: '46.70-0' }),
      anItem('date', { changed: '2026-11-21T14:00:00Z' }),
    ]);
    expect(await rowIds(tested.store, { find })).toEqual(ids);
  });

  it('sorts the rows that were found', async () => {
    const items = [anItem('b 7', { n: 2 }), anItem('a 7', { n: 3 }), anItem('c 8', { n: 1 }), anItem('7')];
    await storeSearch(tested.store, 's', items);
    expect(await rowIds(tested.store, { find: '7', ...by('n', 'desc') })).toEqual(['a 7', 'b 7', '7']);
  });

  it('returns rows for an export in batches, in the order of the view', async () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => `id ${String(index).padStart(4, '0')}`);
    await storeSearch(
      tested.store,
      's',
      ids.toReversed().map((id) => anItem(id)),
    );
    const raws: string[] = [];
    for (let from: number | null = 0; from !== null;) {
      const itemPage = await tested.store.scanner.items({
        id: 's',
        view: { ...ALL_ROWS, ...by('iotSubscriptionId') },
        from,
      });
      raws.push(...itemPage.items.map(({ raw }) => raw));
      from = itemPage.next;
    }
    expect(raws).toEqual(ids.map((id) => anItem(id)));
  });
}
