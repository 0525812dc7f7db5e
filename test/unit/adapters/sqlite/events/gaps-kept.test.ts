import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyStore } from '../../../../../src-main/adapters/sqlite/events/files/backup.ts';
import { restoreBackup } from '../../../../../src-main/adapters/sqlite/events/damage/restore.ts';
import type { StorePaths } from '../../../../../src-main/adapters/sqlite/store-paths.ts';
import { openStoreReader } from '../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import { batchOf, receivedEvents } from '../../../../doubles/received-events.ts';
import { openGuardedStore } from './guarded-store.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

const gapsIn = (paths: StorePaths) => {
  const reader = openStoreReader(paths.events);
  const gaps = reader.gaps({ first: 0, last: Number.MAX_SAFE_INTEGER, direction: 'newer', limit: 9 });
  reader.close();
  return gaps.map(({ reason, afterSeq }) => `${reason} ${afterSeq}`);
};

function storeWithGaps(): StorePaths {
  const { paths, writer, close } = openGuardedStore();
  writer.resume();
  for (const [from, reason] of [
    [1, 'silent'],
    [201, 'refused'],
    [401, 'stopped'],
  ] as const) {
    const { sessionId } = writer.append(batchOf('opens', receivedEvents(from, from + 99)));
    writer.endSession(sessionId, { reason, detail: null });
  }
  close();
  return paths;
}

describe('[DAMAGE-8] a gap', () => {
  it('keeps its position in a repaired store', () => {
    const paths = storeWithGaps();
    const damaged = Buffer.concat([Buffer.alloc(100), readFileSync(paths.events).subarray(100)]);
    writeFileSync(paths.events, damaged);
    const { writer, repair } = openGuardedStore(paths);
    writer.resume();
    repair();
    // The new database continues after seq 4 095, and no event has a seq between 300 and that.
    expect(gapsIn(paths)).toEqual(['silent 100', 'refused 200', 'stopped 4095']);
  });

  it('keeps its position in a store that was restored from a copy', async () => {
    const paths = storeWithGaps();
    const copy = join(temporaryDirectory(), 'copy.db');
    await copyStore(paths.events, copy);
    for (const file of readdirSync(paths.directory)) rmSync(join(paths.directory, file), { recursive: true });
    restoreBackup(paths, copy);
    expect(gapsIn(paths)).toEqual(['silent 100', 'refused 200', 'stopped 300']);
  });
});
