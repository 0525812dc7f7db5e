import { expect, test, vi } from 'vitest';
import { readOnlyWatch } from '../../../../src-main/core/reader-watch.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { profileIdSchema, watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { emptyReader } from '../../../doubles/empty-store.ts';
import { MemoryViews } from '../../../doubles/memory-views.ts';
import { mountBackend } from '../../../doubles/mounted-backend.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { RecordingStores } from '../../../doubles/recording-stores.ts';
import { aGrantSource, watchPorts } from '../../../doubles/watch-ports.ts';
import { aView } from '../../../doubles/saved-views.ts';
import { everything } from './exported.ts';

test('[EXPORT-3] cancels running exports and leaves no file when a profile is closed or the backend stops', async () => {
  const { backend, exportFiles, open } = mountBackend();
  let goOn = (): void => undefined;
  exportFiles.blockedUntil = new Promise((resolve) => (goOn = resolve));
  const [acme, other] = [await open('Acme'), await open('Other')];
  await backend.exports.start({ ...everything, watch: acme, fileName: 'a.jsonl' });
  await backend.exports.start({ ...everything, watch: other, fileName: 'b.jsonl' });
  const feed = backend.exports.subscribe(undefined);
  const states = async () => {
    const { value } = await feed.next();
    return value?.state.map(({ fileName, state }) => [fileName, state.kind]);
  };
  expect(await states()).toEqual([
    ['b.jsonl', 'running'],
    ['a.jsonl', 'running'],
  ]);
  const closed = backend.close(acme);
  goOn();
  await closed;
  expect([...exportFiles.unfinished, ...exportFiles.files.keys()]).not.toContain('a.jsonl');
  await backend.stop();
  await feed.return();
  expect([...exportFiles.unfinished]).toEqual([]);
  await expect(backend.exports.start({ ...everything, watch: acme })).rejects.toMatchObject({ code: 'WATCH_CLOSED' });
});

test('[VIEW-1] shows the saved views of a profile that is opened again', async () => {
  const { backend, open } = mountBackend();
  const first = await open('Acme');
  const page = backend.watch(first).views.subscribe(undefined);
  await page.next();
  const update = page.next();
  await backend.watch(first).views.put([aView('a', 'code:70')]);
  expect((await update).value?.state).toEqual([aView('a', 'code:70')]);
  const ended = page.next();
  const again = await open('Acme');
  expect((await ended).done).toBe(true);
  expect((await backend.watch(again).views.subscribe(undefined).next()).value?.state).toEqual([aView('a', 'code:70')]);
  expect(() => backend.watch(first)).toThrow('WATCH_CLOSED');
});

test('shows the saved views of a read-only store and refuses changes', async () => {
  const savedViews = new MemoryViews();
  const storeIdentity = { id: profileIdSchema.parse(someProfile.id), name: 'Acme', practice: false, source: '' };
  await savedViews.write(storeIdentity, [aView('a', '')]);
  const watch = await readOnlyWatch(
    { ...watchPorts(new RecordingStores()), savedViews },
    {
      watched: { profile: someProfile, practice: false, grants: aGrantSource('secret') },
      id: watchIdSchema.parse('read-only'),
      reader: emptyReader,
      storeIdentity,
    },
    appError('STORE_UNWRITABLE', { path: 'events.db', problem: 'forbidden' }),
  );
  expect((await watch.views.subscribe(undefined).next()).value?.state).toEqual([aView('a', '')]);
  await expect(watch.views.put([aView('b', '')])).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' });
  await expect(watch.markSeen([{ first: 1, last: 2 }], true)).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' });
  await watch.stop();
  await vi.waitFor(() => expect(savedViews.stored.get(storeIdentity.id)).toEqual([aView('a', '')]));
});
