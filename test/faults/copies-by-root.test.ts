/** Tests that a copy that an administrator makes of a service user's store belongs to that user. */
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUpStore } from '../../src-main/adapters/sqlite/events/files/backup.ts';
import { openForWriting } from '../../src-main/adapters/sqlite/events/files/open-database.ts';
import { openStore } from '../../src-main/adapters/sqlite/events/damage/open-store.ts';
import { pathsIn } from '../../src-main/adapters/sqlite/store-paths.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { asUnprivilegedUser } from '../support/damaged-files.ts';
import { NEEDS_ROOT } from '../support/unexpected-skips.ts';

const UNPRIVILEGED_UID = 65_534;
const isRoot = process.geteuid?.() === 0;

function emptyStore() {
  const paths = pathsIn(join(temporaryDirectory(), 'store'));
  mkdirSync(paths.directory);
  openForWriting(paths.events).close();
  return paths;
}

test.skipIf(!isRoot)(`[KEEP-5] ${NEEDS_ROOT}`, async () => {
  const paths = emptyStore();
  chownSync(dirname(paths.events), UNPRIVILEGED_UID, UNPRIVILEGED_UID);
  const copy = await backUpStore(paths);
  const owners = [paths.backups, copy.path].map((path) => {
    const { uid, gid, mode } = statSync(path);
    return { uid, gid, others: mode & 0o077 };
  });
  expect(owners).toEqual([
    { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID, others: 0 },
    { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID, others: 0 },
  ]);
});

test('[KEEP-5] unreadable copies do not keep a store from opening', () => {
  const paths = emptyStore();
  mkdirSync(paths.backups);
  chmodSync(paths.backups, 0);
  onTestFinished(() => chmodSync(paths.backups, 0o700));
  const opened = asUnprivilegedUser(paths, () => openStore(paths, null, Date.now(), null));
  onTestFinished(() => void opened.database.close());
  expect(opened.repairJob).toBe(null);
});
