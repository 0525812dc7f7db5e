import { describe, expect, test } from 'vitest';
import { reordered, profileList, withEntries } from '../../../../src-main/core/views/profile-list.ts';
import { viewsLimit } from '../../../../src-main/core/views/profile-lists.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import { MAX_SAVED_VIEWS } from '../../../../src-shared/domain/saved-view-limits.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { MemoryViews } from '../../../doubles/memory-views.ts';
import { aView } from '../../../doubles/saved-views.ts';

const storeIdentity = { id: profileIdSchema.parse('acme-europe'), name: 'Acme', practice: false, source: '' };
const [a, b, c] = [aView('a', 'code:1'), aView('b', 'code:2'), aView('c', 'code:3')];

function openedViews() {
  const files = new MemoryViews();
  const closing = new AbortController();
  const parts = { identity: storeIdentity, clock: new FakeClock(), ends: closing.signal };
  return { files, closing, views: profileList(files, parts, viewsLimit) };
}

describe('the saved views of a profile', () => {
  test('[VIEW-1] keep the changes of two pages that save at the same time, and both pages receive them', async () => {
    const { files, views, closing } = openedViews();
    const page = views.subscribe(undefined);
    expect((await page.next()).value).toMatchObject({ state: [] });
    await Promise.all([views.put([a]), views.put([b]), views.put([c]), views.remove('b')]);
    expect(files.stored.get('acme-europe')).toEqual([a, c]);
    expect((await page.next()).value).toMatchObject({ state: [a, c] });
    closing.abort();
    expect((await page.next()).done).toBe(true);
  });

  test('[VIEW-1] are not overwritten if they cannot be read', async () => {
    const { files, views } = openedViews();
    await views.put([a]);
    files.failure = appError('VIEWS_DAMAGED', { path: 'views.json' });
    await expect(views.put([b])).rejects.toMatchObject({ code: 'VIEWS_DAMAGED' });
    await expect(views.subscribe(undefined).next()).rejects.toMatchObject({ code: 'VIEWS_DAMAGED' });
    files.failure = null;
    await views.put([c]);
    expect(files.stored.get('acme-europe')).toEqual([a, c]);
  });

  test('keep their place when they are saved again, and are limited in number', () => {
    const renamed = { ...a, name: 'Renamed' };
    expect(withEntries([a, b], [c, renamed], viewsLimit)).toEqual([renamed, b, c]);
    const many = Array.from({ length: MAX_SAVED_VIEWS }, (_, index) => aView(String(index), ''));
    expect(withEntries(many, [many[3] ?? a], viewsLimit)).toHaveLength(MAX_SAVED_VIEWS);
    expect(() => withEntries(many, [a], viewsLimit)).toThrow('TOO_MANY_VIEWS');
  });

  test('keep their order at the end if the new order does not name them', () => {
    expect(reordered([a, b, c], ['c', 'unknown', 'a'])).toEqual([c, a, b]);
    expect(reordered([a, b, c], [])).toEqual([a, b, c]);
  });
});
