/**
 * Cuts the power at random times: records every write and sync of a store's writer, and opens the files that only the
 * synced writes leave, and those that some of the others leave too.
 */
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { verifyWatch } from '../../src-main/adapters/sqlite/events/proof/verify-watch.ts';
import { storePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { isRetained, KILLED_STORE } from '../faults/killed-store.ts';
import { Kills, outputOf } from '../faults/kill-9.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { compileLibrary, missingCompiler } from '../support/preloaded-library.ts';
import { Disk, readCalls, RECORDER } from './recorded-writes.ts';

/** Acknowledged batches: enough for several checkpoints. */
const BATCHES = 60;
const SYNCED_ONLY = 100;
const HALF_KEPT = 40;

test.skipIf(missingCompiler() !== null)(
  '[STORE-11] a power cut at any time loses no acknowledged event, also while old events are removed',
  async () => {
    const calls = await recordedCalls();
    const opened = calls.findIndex((call) => call.kind === 'print' && call.text.includes('open\n'));
    const random = randomNumbers(11);
    const cuts = new Map<number, 'synced only' | 'half'>();
    while (cuts.size < SYNCED_ONLY + HALF_KEPT)
      cuts.set(opened + 1 + random(calls.length - opened - 1), cuts.size < SYNCED_ONLY ? 'synced only' : 'half');

    const disk = new Disk();
    let acknowledged = 0;
    let lostBytes = 0;
    const wrong: unknown[] = [];
    for (const [place, call] of calls.entries()) {
      const cut = cuts.get(place);
      if (cut !== undefined) {
        lostBytes += disk.unsyncedBytes;
        const left = await afterCut(disk, cut === 'half' ? () => random(2) === 0 : () => false);
        const marked = newestMarked(disk.mark);
        const isRight =
          left.integrity === 'ok' &&
          left.differences === 0 &&
          left.incident === null &&
          left.newestSeq >= marked &&
          isEachStored(left.numbers, acknowledged);
        if (!isRight) wrong.push({ ...left, numbers: left.numbers.size, place, cut, acknowledged, marked });
      }
      disk.apply(call);
      if (call.kind === 'print') acknowledged = Math.max(acknowledged, ...(call.text.match(/\d+/g)?.map(Number) ?? []));
    }
    const syncs = calls.filter((call) => call.kind === 'sync');
    console.log(
      `${calls.length} calls, ${syncs.length} syncs, ${acknowledged} events acknowledged, ${cuts.size} cuts lost ${lostBytes} bytes`,
    );
    expect(wrong).toEqual([]);
    expect(syncs.filter(({ file }) => file === 'd').length).toBeGreaterThan(2);
    expect(lostBytes).toBeGreaterThan(0);
  },
);

async function recordedCalls() {
  const folder = temporaryDirectory();
  const log = join(folder, 'calls');
  const library = await compileLibrary(RECORDER, join(folder, 'recorder.so'));
  const child = new Kills(folder).start(1, 'tidy', true, { LD_PRELOAD: library, RECORD_WRITES: log });
  const end = once(child, 'close');
  let batches = 0;
  for await (const line of createInterface({ input: outputOf(child) })) {
    if (/^\d+$/.test(line)) batches += 1;
    if (batches === BATCHES) child.kill('SIGKILL');
  }
  await end;
  return readCalls(log);
}

/** Opens the files as the product does after a power cut. */
async function afterCut(disk: Disk, isKept: () => boolean) {
  const folder = temporaryDirectory();
  const path = storePaths(folder, KILLED_STORE).events;
  mkdirSync(dirname(path), { recursive: true });
  disk.writeTo(dirname(path), isKept);
  const store = await inThreadDatabases(folder).stores.open(KILLED_STORE, () => undefined);
  const { incident, extent } = await store.writer.resume();
  await store.close();
  const database = new Sqlite(path, { readonly: true });
  const integrity = database.pragma('integrity_check', { simple: true });
  database.close();
  const { differences } = await verifyWatch(path, () => undefined);
  const numbers = new Set(new Kills(folder).numbers());
  rmSync(folder, { recursive: true });
  return { integrity, incident, newestSeq: extent.newestSeq, differences: differences.length, numbers };
}

function newestMarked(mark: string): number {
  return Number(/"newestSeq":(\d+)/.exec(mark)?.[1] ?? 0);
}

function isEachStored(numbers: ReadonlySet<number>, acknowledged: number): boolean {
  for (let number = 1; number <= acknowledged; number += 1)
    if (isRetained(number) && !numbers.has(number)) return false;
  return true;
}
