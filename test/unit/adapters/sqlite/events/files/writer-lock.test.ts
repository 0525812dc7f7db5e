import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  acquireWriterLock,
  isWriterLocked,
} from '../../../../../../src-main/adapters/sqlite/events/files/writer-lock.ts';
import { pathsIn } from '../../../../../../src-main/adapters/sqlite/store-paths.ts';
import { temporaryDirectory } from '../../../../../fixtures/temporary-directory.ts';

const LOCK = new URL('../../../../../../src-main/adapters/sqlite/events/files/writer-lock.ts', import.meta.url).href;

const storePaths = () => pathsIn(temporaryDirectory());

describe("the writer's lock", () => {
  it('is held by one writer and visible to others', () => {
    const paths = storePaths();
    const before = isWriterLocked(paths.lock);
    const lock = acquireWriterLock(paths);
    const second = () => acquireWriterLock(paths);
    expect(second).toThrow(
      expect.objectContaining({ data: { code: 'STORE_IN_USE', facts: { path: paths.directory } } }),
    );
    const meanwhile = isWriterLocked(paths.lock);
    lock.release();
    expect([before, meanwhile, isWriterLocked(paths.lock)]).toEqual([false, true, false]);
  });

  it('[DAMAGE-5] is acquired even if garbage or a folder is in its place', () => {
    const garbage = storePaths();
    writeFileSync(garbage.lock, 'x'.repeat(9_000));
    const folder = storePaths();
    mkdirSync(folder.lock);
    for (const paths of [garbage, folder]) {
      const lock = acquireWriterLock(paths);
      expect(isWriterLocked(paths.lock)).toBe(true);
      lock.release();
    }
    expect([statSync(garbage.lock).size, readdirSync(folder.directory).toSorted()]).toEqual([
      0,
      ['writer.lock', expect.stringContaining('writer.lock.found-')],
    ]);
  });

  it('can be acquired while another thread checks it continuously', async () => {
    const paths = storePaths();
    acquireWriterLock(paths).release();
    const looking = new Worker(
      `import(${JSON.stringify(LOCK)}).then(({ isWriterLocked }) => {
         require('node:worker_threads').parentPort.postMessage('looking');
         for (;;) isWriterLocked(${JSON.stringify(paths.lock)});
       });`,
      { eval: true },
    );
    onTestFinished(async () => void (await looking.terminate()));
    await once(looking, 'message');
    for (let start = 1; start <= 200; start += 1) acquireWriterLock(paths).release();
  });
});
