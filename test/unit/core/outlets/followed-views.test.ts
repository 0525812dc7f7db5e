import { expect, test } from 'vitest';
import { FollowedViews } from '../../../../src-main/core/outlets/followed-views.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const VIEW: SavedView = { id: 'v', name: 'Failures', filter: { terms: [] }, pinned: false, notify: null };
const SENDING = [{ views: [{ id: 'v', name: 'Failures', after: 0 }] }];

test('[OUTLET-100] views are read only for outlets that send their events, and are unknown while they cannot be read', async () => {
  let reads = 0;
  let read = async (): Promise<readonly SavedView[]> => [VIEW];
  const views = new FollowedViews({
    log: new SilentLog(),
    views: {
      read: () => {
        reads += 1;
        return read();
      },
    },
  });
  expect([await views.read([{ views: [] }]), reads, views.views]).toEqual([false, 0, null]);
  expect([await views.read(SENDING), views.views]).toEqual([true, [VIEW]]);
  expect(await views.read(SENDING)).toBe(false);
  read = async () => [{ ...VIEW, name: 'Renamed' }];
  expect([await views.read(SENDING), views.views?.[0]?.name]).toEqual([true, 'Renamed']);
  read = () => Promise.reject(new Error('damaged'));
  expect([await views.read(SENDING), views.views, views.changes.revision]).toEqual([true, null, 3]);
});
