import { expect, it } from 'vitest';
import { anItem, aSearchPage, REQUESTED_AT, storeSearch } from '../../doubles/stored-items.ts';
import type { TestedInventory } from './tested-inventory.ts';

const ICCID = '89460103000000001964';

export function findsSubscriptions(tested: TestedInventory): void {
  const found = async (text: string) => {
    const { scanner } = tested.store;
    const all = [];
    for (let after: string | null = null; ;) {
      const page = await scanner.find({ text, after });
      all.push(...page.found);
      if (page.next === null) return all;
      after = page.next;
    }
  };

  it('[QUERY-31] finds subscriptions by a part of an identifier in everything stored, each once, newest search first', async () => {
    await storeSearch(tested.store, 'old', [
      anItem('sub-1', { iccid: ICCID }),
      anItem('sub-2', { iccid: `${ICCID.slice(0, -1)}5` }),
    ]);
    await storeSearch(tested.store, 'new', [anItem('sub-9'), anItem('sub-1', { iccid: ICCID })]);
    expect(await found('01964')).toEqual([
      { search: 'new', ordinal: 2, id: 'sub-1', field: 'iccid', value: ICCID, askedAt: REQUESTED_AT },
    ]);
    expect((await found('SUB-')).map(({ search: of, id }) => [of, id])).toEqual([
      ['new', 'sub-9'],
      ['new', 'sub-1'],
      ['old', 'sub-2'],
    ]);
    expect(await found('iccid')).toEqual([]);
  });

  it('[QUERY-31] finds a subscription in an older search if the newer one did not request the field', async () => {
    await storeSearch(tested.store, 'old', [anItem('sub-1', { iccid: ICCID })]);
    await storeSearch(tested.store, 'new', [anItem('sub-1')]);
    expect((await found(ICCID)).map((one) => one.search)).toEqual(['old']);
  });

  it('[FILTER-8] finds a subscription by an identifier with hyphens, a label or an ellipsis', async () => {
    await storeSearch(tested.store, 'new', [anItem('sub-1', { iccid: ICCID }), anItem('sub-2', { iccid: '1' })]);
    for (const text of ['8946-0103-0000', 'ICCID …1964', '"0000 0000 1964"', '\u200B89460103\u200E'])
      expect((await found(text)).map(({ value }) => value)).toEqual([ICCID]);
  });

  it('finds all subscriptions, however many there are', async () => {
    await storeSearch(
      tested.store,
      's',
      Array.from({ length: 300 }, (_, index) => anItem(`sub-${index}`)),
    );
    await tested.store.writer.storePage(aSearchPage([anItem('sub-300')]));
    expect(new Set((await found('sub-')).map(({ id }) => id)).size).toBe(301);
  });
}
