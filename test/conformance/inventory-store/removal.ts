import { expect, it } from 'vitest';
import { anItem, aSearchPage, REQUESTED_AT, rowIds, storeSearch } from '../../doubles/stored-items.ts';
import type { TestedInventory } from './tested-inventory.ts';

export function removesSearches(tested: TestedInventory): void {
  const listed = async () => (await tested.store.reader.searches()).map(({ id }) => id);
  const inBatches = async (removeBatch: () => Promise<boolean>): Promise<void> => {
    while (await removeBatch());
  };

  it('[DAMAGE-5] removes a search and nothing of another', async () => {
    const { writer, reader } = tested.store;
    await storeSearch(tested.store, 's', [anItem('a')]);
    await storeSearch(tested.store, 'other', [anItem('a'), anItem('b')]);
    await writer.remove('s');
    expect(await listed()).toEqual(['other']);
    await expect(reader.fields('s')).rejects.toMatchObject({ code: 'NO_SEARCH' });
    await expect(writer.storePage(aSearchPage([anItem('c')]))).rejects.toMatchObject({ code: 'NO_SEARCH' });
    await inBatches(() => writer.remove('s'));
    await inBatches(() => writer.remove('s'));
    expect(await rowIds(tested.store, {}, 'other')).toEqual(['a', 'b']);
  });

  it('[DAMAGE-5] removes searches whose last request is too old, and keeps newer ones', async () => {
    const { writer } = tested.store;
    await storeSearch(tested.store, 'old', [anItem('a')]);
    await storeSearch(tested.store, 'asked again', [anItem('a')]);
    await writer.storePage(aSearchPage([anItem('b')], { search: 'asked again', askedAt: REQUESTED_AT + 1_000 }));
    await inBatches(() => writer.removeExpired(REQUESTED_AT, []));
    expect(await listed()).toEqual(['asked again', 'old']);
    await inBatches(() => writer.removeExpired(REQUESTED_AT + 1, []));
    expect(await listed()).toEqual(['asked again']);
  });

  it('[DAMAGE-5] keeps a spared search, however old its last request is', async () => {
    const { writer } = tested.store;
    await storeSearch(tested.store, 'old', [anItem('a')]);
    await storeSearch(tested.store, 'asked now', [anItem('a')]);
    await inBatches(() => writer.removeExpired(REQUESTED_AT + 1, ['asked now', 'another']));
    expect([await listed(), await rowIds(tested.store, {}, 'asked now')]).toEqual([['asked now'], ['a']]);
  });

  it('has nothing to remove if nothing is stored', async () => {
    const { writer } = tested.store;
    expect([await writer.remove('s'), await writer.removeExpired(REQUESTED_AT, [])]).toEqual([false, false]);
    await expect(writer.endSearch('s', null)).rejects.toMatchObject({ code: 'NO_SEARCH' });
  });
}
