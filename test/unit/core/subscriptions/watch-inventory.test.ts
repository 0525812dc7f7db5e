import { expect, test, vi } from 'vitest';
import { readOnlyWatch } from '../../../../src-main/core/reader-watch.ts';
import type { Subscriptions } from '../../../../src-main/core/subscriptions/create-subscriptions.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { emptyReader } from '../../../doubles/empty-store.ts';
import { mountBackend } from '../../../doubles/mounted-backend.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { RecordingStores } from '../../../doubles/recording-stores.ts';
import { idsFrom, respondInPages, ScriptedService } from '../../../doubles/scripted-service.ts';
import { aGrantSource, watchPorts } from '../../../doubles/watch-ports.ts';
import { storedSearch } from './searched.ts';

async function stateOf(subscriptions: Subscriptions) {
  const feed = subscriptions.subscribe(undefined);
  const { value } = await feed.next();
  await feed.return();
  return value?.state;
}

test('a watch has searches and saved searches, and its log also lists the requests for permissions', async () => {
  const { backend, open, service } = mountBackend();
  const scripted = new ScriptedService();
  scripted.respond = respondInPages(idsFrom(1, 1), 2);
  Object.assign(service, { send: scripted.send.bind(scripted) });
  const watch = await open('Acme');
  const subscriptions = backend.watch(watch).subscriptions;
  await backend
    .watch(watch)
    .access.report({ fresh: true })
    .catch(() => undefined);
  const { id } = await subscriptions.begin('{"limit":2}');
  await vi.waitFor(async () => {
    const state = await stateOf(subscriptions);
    expect(state?.searches.map((search) => [search.id, search.state.kind])).toEqual([[id, 'ended']]);
    expect(state?.requests.map(({ what }) => what)).toEqual(['search', 'permissions']);
  });
  await subscriptions.saved.put([{ id: 'a', name: 'All', body: '{}' }]);
  const view = { find: '', sort: null, upTo: 1 };
  expect(
    await subscriptions.inventory.reader.rows({ id, view, from: 0, limit: 10, columns: ['iotSubscriptionId'] }),
  ).toEqual({
    rows: [{ ordinal: 1, id: 's-00001', values: ['s-00001'], identifiers: ['s-00001'], isEarlier: false }],
    total: 1,
  });
  await expect(subscriptions.item({ id, ordinal: 2 })).rejects.toThrow('NO_ROW');

  // The profile shows them again when it is reopened.
  const again = await open('Acme');
  expect(() => backend.watch(watch)).toThrow('WATCH_CLOSED');
  const state = await stateOf(backend.watch(again).subscriptions);
  expect(state?.searches.map((search) => search.state)).toEqual([{ kind: 'stored', end: 'no-token' }]);
  expect((await backend.watch(again).subscriptions.saved.subscribe(undefined).next()).value?.state).toHaveLength(1);
  expect((await stateOf(backend.watch(await open('Other')).subscriptions))?.searches).toEqual([]);
});

test('[THREAD-4] a watch with a read-only store shows its searches and refuses every request with the cause', async () => {
  const { id, inventories } = await storedSearch();
  const storeIdentity = { id: someProfile.id, name: 'Acme', practice: false, source: '' };
  const watch = await readOnlyWatch(
    { ...watchPorts(new RecordingStores()), inventories },
    {
      watched: { profile: someProfile, practice: false, grants: aGrantSource('secret') },
      id: watchIdSchema.parse('read-only'),
      reader: emptyReader,
      storeIdentity,
    },
    appError('STORE_UNWRITABLE', { path: 'events.db', problem: 'forbidden' }),
  );
  const { subscriptions } = watch;
  expect((await stateOf(subscriptions))?.searches).toMatchObject([
    { id, rows: 2, state: { kind: 'stored', end: null }, keptUntil: null },
  ]);
  const view = { find: '', sort: null, upTo: 2 };
  expect((await subscriptions.inventory.reader.rows({ id, view, from: 0, limit: 10, columns: [] })).rows).toHaveLength(
    2,
  );
  const refused = { code: 'STORE_UNWRITABLE' };
  await expect(subscriptions.begin('{}')).rejects.toMatchObject(refused);
  await expect(subscriptions.next(id)).rejects.toMatchObject(refused);
  await expect(subscriptions.load(id, 'go')).rejects.toMatchObject(refused);
  await expect(subscriptions.remove(id)).rejects.toMatchObject(refused);
  await watch.stop();
});
