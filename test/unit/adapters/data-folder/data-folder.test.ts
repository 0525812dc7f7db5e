import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataFolder, FOLDER_MARK_FILE } from '../../../../src-main/adapters/data-folder/data-folder.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

const store = { id: someProfile.id, name: 'Acme', practice: false, source: someProfile.eventsUrl };

function open(dataDir: string, { computer = 'here', watchesCopy = false, exists = true } = {}) {
  const log = new SilentLog();
  return createDataFolder({
    dataDir,
    readComputerId: async () => computer,
    storeExists: () => exists,
    watchesCopy,
    log,
  });
}
/** Returns the facts if the store is a copy, otherwise null. */
const copied = async (dataDir: string, options?: Parameters<typeof open>[1]) =>
  (await open(dataDir, options).copiedStore(store))?.data.facts ?? null;

async function markedFolder(): Promise<{ readonly folder: string; readonly original: string; readonly copy: string }> {
  const folder = temporaryDirectory();
  const [original, copy] = [join(folder, 'original'), join(folder, 'copy')];
  mkdirSync(original);
  expect(await copied(original)).toBeNull();
  return { folder, original, copy };
}

test('[PAGE-460] a copy beside its original is one until a user watches with it; the original never is', async () => {
  const { original, copy } = await markedFolder();
  cpSync(original, copy, { recursive: true });
  const facts = { path: copy, from: original, computer: null };
  expect([await copied(copy), await copied(copy), await copied(original)]).toEqual([facts, facts, null]);
  const folder = open(copy);
  await folder.watchCopy();
  expect([await folder.copiedStore(store), await copied(copy), await copied(original)]).toEqual([null, null, null]);
});

test('[PAGE-460] the choice to watch with a copy is needed once', async () => {
  const { original, copy } = await markedFolder();
  cpSync(original, copy, { recursive: true });
  expect([await copied(copy, { watchesCopy: true }), await copied(copy)]).toEqual([null, null]);
});

test('[PAGE-460] a folder from another computer is a copy, and names that computer', async () => {
  const { original, copy } = await markedFolder();
  cpSync(original, copy, { recursive: true });
  rmSync(original, { recursive: true });
  expect(await copied(copy, { computer: 'another' })).toMatchObject({ from: original, computer: expect.any(String) });
});

test('[PAGE-460] a folder that was moved, renamed, restored or reached by a link is no copy', async () => {
  const { folder, original, copy } = await markedFolder();
  renameSync(original, copy);
  symlinkSync(copy, join(folder, 'link'));
  expect([await copied(copy), await copied(join(folder, 'link'))]).toEqual([null, null]);
  // A backup program makes a new folder.
  const backup = join(folder, 'backup');
  cpSync(copy, backup, { recursive: true });
  rmSync(copy, { recursive: true });
  cpSync(backup, copy, { recursive: true });
  expect(await copied(copy)).toBeNull();
});

test('[PAGE-460] a profile that is new in a copy, and Practice, are watched', async () => {
  const { original, copy } = await markedFolder();
  cpSync(original, copy, { recursive: true });
  expect(await copied(copy, { exists: false })).toBeNull();
  expect(await open(copy).copiedStore({ ...store, practice: true })).toBeNull();
});

test.each(['', '{', '{"version":99}', '[]'])('[PAGE-460] the mark %j does not stop watching', async (text) => {
  const { original } = await markedFolder();
  writeFileSync(join(original, FOLDER_MARK_FILE), text);
  expect(await copied(original)).toBeNull();
  expect(JSON.parse(readFileSync(join(original, FOLDER_MARK_FILE), 'utf8'))).toMatchObject({
    version: 1,
    path: original,
  });
});

test('[PAGE-460] a folder that cannot be marked does not stop watching', async () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, FOLDER_MARK_FILE));
  expect(await copied(folder)).toBeNull();
  expect(await copied(join(folder, 'missing'))).toBeNull();
});
