import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { Workplace } from '../../support/command.ts';

let workplace: Workplace;
beforeEach(async () => {
  workplace = await Workplace.create();
});
afterEach(() => workplace.close());

/** Stores more than a chunk, so that some events are in the index and some are after it. */
async function fill(): Promise<string> {
  const store = await workplace.openStore();
  for (let first = 1; first <= 4_500; first += 500)
    await store.writer.append(batchOf(first === 1 ? 'opens' : 1, receivedEvents(first, first + 499)));
  while (await store.indexer.index());
  await store.close();
  const [path = ''] = workplace.databases();
  return join(dirname(path), 'search.db');
}

function writeOtherFile(path: string): void {
  const database = new Sqlite(path);
  database.exec('CREATE TABLE meta (key TEXT, value TEXT); CREATE TABLE mine (text TEXT)');
  database.close();
}

test('[SEARCH-1] a search index that is missing, damaged or of another program changes no answer and causes no error', async () => {
  const path = await fill();
  const found = async () => {
    const command = workplace.runInProcess([
      'count',
      '--data-dir',
      workplace.dataDir,
      '--query',
      'event:e-44 text:"e-441"',
    ]);
    return [await command.exit, command.stdout, command.stderr];
  };
  // Matches 441 and 4410 to 4419.
  const right = [0, '{"count":11}\n', ''];
  expect(existsSync(path)).toBe(true);
  const complete = await readFile(path);
  expect(await found()).toEqual(right);
  await writeFile(path, Buffer.concat([complete.subarray(0, 8_192), Buffer.alloc(complete.length - 8_192, 0x5a)]));
  expect(await found()).toEqual(right);
  await writeFile(path, 'no database');
  expect(await found()).toEqual(right);
  for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true });
  writeOtherFile(path);
  expect(await found()).toEqual(right);
  await rm(path);
  expect(await found()).toEqual(right);
});
