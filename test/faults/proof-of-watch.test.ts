import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { verifyWatch } from '../../src-main/adapters/sqlite/events/proof/verify-watch.ts';
import { Dice } from '../bench/dice.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { rounds } from '../support/breadth.ts';
import { standAlone } from './stand-alone-verifier.ts';
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
