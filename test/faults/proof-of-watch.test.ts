import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verifyWatch } from '../../src-main/adapters/sqlite/events/proof/verify-watch.ts';
import { Dice } from '../bench/dice.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { rounds } from '../support/breadth.ts';
import { batchOf, receivedEvents } from '../doubles/received-events.ts';
import { FILLED_STORE_ID, Workplace } from '../support/command.ts';
import { STAND_ALONE, standAlone } from './stand-alone-verifier.ts';
import { tampers, watchAtRandom } from './watched-store.ts';
import { migrate } from '../../src-main/adapters/sqlite/database.ts';
import { EVENT_DATABASE } from '../../src-main/adapters/sqlite/events/files/open-database.ts';
import { createStoreWriter } from '../../src-main/adapters/sqlite/events/store-writer.ts';
import { SOURCE } from '../unit/adapters/sqlite/events/temporary-store.ts';

const TRIES = rounds({ usual: 40, thorough: 1_000 });
const STORES = rounds({ usual: 2, thorough: 20 });

const made = new Map<number, Buffer>();

function randomStore(seed: number): Buffer {
  const known = made.get(seed);
  if (known !== undefined) return known;
  const database = new Sqlite(':memory:');
  migrate(EVENT_DATABASE, database);
  watchAtRandom(createStoreWriter(database, { source: SOURCE }), new Dice(seed), rounds({ usual: 5, thorough: 10 }));
  const bytes = database.serialize();
  made.set(seed, bytes);
  database.close();
  return bytes;
}

/** Returns what both verifiers find in a copy of the store. */
async function found(bytes: Buffer, change: (database: Database) => void) {
  const path = join(temporaryDirectory(), 'copy.db');
  writeFileSync(path, bytes);
  const database = new Sqlite(path);
  change(database);
  database.close();
  const { differences } = await verifyWatch(path, () => undefined);
  return { ours: differences, alone: standAlone(path).wrong };
}

describe('[PROOF-1] each change of what is sealed is found', () => {
  it('verify and verify-watch.mjs find a changed byte, a dropped event or day, a shortened gap and a deleted seal', async () => {
    const missed: string[] = [];
    const names = Object.keys(tampers);
    let tries = 0;
    for (let seed = 1; tries < TRIES; seed += 1) {
      const dice = new Dice(seed);
      const name = names[tries % names.length] ?? '';
      let isChanged = false;
      const { ours, alone } = await found(randomStore(1 + (seed % STORES)), (database) => {
        isChanged = tampers[name]!(database, dice);
      });
      if (!isChanged) continue;
      tries += 1;
      if (ours.length === 0) missed.push(`${name}, ${seed}: verify`);
      if (alone.length === 0) missed.push(`${name}, ${seed}: verify-watch.mjs`);
    }
    expect(missed).toEqual([]);
  });

  it('a store that nothing changed has no difference', async () => {
    for (let seed = 1; seed <= STORES; seed += 1)
      expect({ seed, ...(await found(randomStore(seed), () => undefined)) }).toEqual({ seed, ours: [], alone: [] });
  });
});

describe('[PROOF-1] watchfloor verify and verify-watch.mjs', () => {
  it('end with 0 for an intact store that has the deposited seal, and with 1 for another, changed or unsealed one', async () => {
    const workplace = await Workplace.create();
    onTestFinished(() => workplace.close());
    const path = join(workplace.dataDir, 'profiles', FILLED_STORE_ID, 'events.db');
    const copy = join(workplace.dataDir, 'copy.db');
    const deposited = join(workplace.dataDir, 'seals.txt');
    const command = async (...args: string[]) => {
      const run = workplace.runInProcess([...args, '--data-dir', workplace.dataDir]);
      return { code: await run.exit, stdout: run.stdout };
    };
    const both = async () => {
      rmSync(copy, { force: true });
      await command('backup', '--to', copy);
      const script = spawnSync(process.execPath, [STAND_ALONE, copy, deposited], { encoding: 'utf8' });
      return [(await command('verify', '--deposited', deposited)).code, script.status];
    };
    const store = await workplace.openStore();
    await store.writer.append(batchOf('opens', receivedEvents(1, 200)));
    writeFileSync(deposited, `1970-01-01T00:00:00.000Z 2 ${'0'.repeat(64)}\n`);
    const unsealed = await both();
    while (await store.writer.seal(1_000_000));
    const other = await both();
    const seals = await command('verify', '--seals');
    writeFileSync(deposited, seals.stdout);
    while (await store.writer.seal(1_000_000 + 86_400_000));
    await store.close();
    const intact = await both();
    const database = new Sqlite(path);
    database.exec('UPDATE session SET last_event_at = last_event_at - 1; DELETE FROM block WHERE id = 1');
    database.close();
    expect({ unsealed, other, seals, intact, changed: await both() }).toEqual({
      unsealed: [1, 1],
      other: [1, 1],
      seals: { code: 0, stdout: expect.stringMatching(/^1970-01-01T00:16:40\.000Z 2 [0-9a-f]{64}\n$/) },
      intact: [0, 0],
      changed: [1, 1],
    });
  });

  it('refuse a file that has no seals', async () => {
    const workplace = await Workplace.create();
    onTestFinished(() => workplace.close());
    const file = join(workplace.folder, 'seals.txt');
    writeFileSync(file, 'nothing\n');
    const run = workplace.runInProcess(['verify', '--data-dir', workplace.dataDir, '--deposited', file]);
    expect([await run.exit, run.stderr]).toEqual([2, expect.stringContaining('Expected lines of verify --seals.')]);
  });
});
