import { expect, it } from 'vitest';
import type { CompareResult } from '../../../src-shared/api/searches.ts';
import { anItem, storeSearch, itemShapes } from '../../doubles/stored-items.ts';
import type { TestedInventory } from './tested-inventory.ts';

export function comparesIds(tested: TestedInventory): void {
  const compared = async (id: string | null, ids: readonly string[]): Promise<Omit<CompareResult, 'next'>> => {
    const all: Omit<CompareResult, 'next'> = { found: [], near: [], looked: 0 };
    for (let after: string | null = null; ;) {
      const page: CompareResult = await tested.store.scanner.compare({ id, ids, after });
      all.found.push(...page.found);
      all.near.push(...page.near);
      all.looked += page.looked;
      if (page.next === null) return all;
      after = page.next;
    }
  };

  it('[INV-8] finds which of many identifiers occur in stored rows, in any field and any shape', async () => {
    await storeSearch(tested.store, 'one', [
      anItem('sub-1', { iccid: '89460103000000000001' }),
      itemShapes.dotted({ iotSubscriptionId: 'sub-2', msisdn: 46_700_000_001 }),
      '{"iotSubscriptionId":"sub-3","imsi":240079999999999999999}',
    ]);
    await storeSearch(tested.store, 'two', [anItem('sub-4')]);
    const ids = ['89460103000000000001', 'sub-4', '46700000001', 'nothing', '240079999999999999999', 'iccid'];
    expect(await compared(null, ids)).toEqual({ found: [0, 1, 2, 4], near: [], looked: 4 });
    expect(await compared('one', ids)).toEqual({
      found: [0, 2, 4],
      near: [{ place: 1, value: 'sub-1' }],
      looked: 3,
    });
    await expect(compared('three', ids)).rejects.toMatchObject({ code: 'NO_SEARCH' });
  });

  it('[INV-8] finds a number whose row has its international prefix', async () => {
    await storeSearch(tested.store, 's', [
      anItem('dialled', { msisdn: '0046700000001' }),
      anItem('plus', { msisdn: '+46700000002' }),
    ]);
    expect(await compared(null, ['46700000001', '46700000002', '0046700000001'])).toMatchObject({ found: [0, 1, 2] });
  });

  it('[INV-8] finds, for an identifier that is missing, one that differs by one character at any position', async () => {
    await storeSearch(tested.store, 's', [anItem('8946010300000001', { label: 'sub-2173360557' })]);
    const ids = [
      '8946010300000002',
      '8846010300000001',
      '8846010300000002',
      '894601030000001',
      '8946010300000001',
      'sub-2173360556',
      'sub-217336055x',
      'suB-2173360557',
      'sub-2173360566',
    ];
    expect(await compared(null, ids)).toEqual({
      found: [4],
      near: [
        { place: 0, value: '8946010300000001' },
        { place: 1, value: '8946010300000001' },
        { place: 5, value: 'sub-2173360557' },
        { place: 6, value: 'sub-2173360557' },
        { place: 7, value: 'sub-2173360557' },
      ],
      looked: 1,
    });
  });
}
