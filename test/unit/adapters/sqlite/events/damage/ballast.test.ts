import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Ballast,
  createBallast,
  BALLAST_BYTES,
} from '../../../../../../src-main/adapters/sqlite/events/damage/ballast.ts';
import { openGuardedWriter } from '../../../../../../src-main/adapters/sqlite/events/guarded-writer.ts';
import { openForWriting } from '../../../../../../src-main/adapters/sqlite/events/files/open-database.ts';
import { pathsIn } from '../../../../../../src-main/adapters/sqlite/store-paths.ts';
import { createStoreWriter } from '../../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import type { StoreIdentity } from '../../../../../../src-main/core/ports/event-store.ts';
import type { ProfileId } from '../../../../../../src-shared/domain/identity.ts';
import type { StoreIncident } from '../../../../../../src-shared/domain/store-condition.ts';
import { smallDisk } from '../../../../../support/small-disk.ts';
import { batchOf, receivedEvents } from '../../../../../doubles/received-events.ts';
import { SOURCE } from '../temporary-store.ts';
import { temporaryDirectory } from '../../../../../fixtures/temporary-directory.ts';

const STORE_IDENTITY: StoreIdentity = { id: 'full-disk' as ProfileId, name: 'Full', practice: false, source: SOURCE };

function fillUp(disk: string): void {
  const filler = Buffer.alloc(1_048_576, 1);
  for (let bytes = filler.length, file = 0; bytes >= 1_024; file += 1)
    try {
      writeFileSync(join(disk, `filler-${file}`), filler.subarray(0, bytes), { flag: 'a' });
    } catch {
      bytes /= 2;
    }
}

/** Creates the complete ballast; each call of `keep` writes a part of it. */
function growFully(ballast: Ballast): void {
  for (let step = 0; step < 20; step += 1) ballast.grow();
}

describe('[DAMAGE-5] a full disk', () => {
  it('stores waiting batches once the ballast is released, and has room for retention and the checkpoint', (context) => {
    const disk = smallDisk(96, context);
    const database = openForWriting(join(disk, 'events.db'));
    onTestFinished(() => void database.close());
    const writer = createStoreWriter(database, { source: SOURCE });
    // Seals one chunk, so that retention has events to remove.
    for (let first = 1; first <= 4_500; first += 500)
      writer.append(batchOf('opens', receivedEvents(first, first + 499)));
    const ballast = createBallast(join(disk, 'ballast'));
    growFully(ballast);
    fillUp(disk);

    let next = 4_501;
    const append = () => {
      const { stored } = writer.append(batchOf('opens', receivedEvents(next, next + 499)));
      next += 500;
      return stored;
    };
    expect(() => {
      for (;;) append();
    }).toThrow(expect.objectContaining({ message: expect.stringContaining('"problem":"full"') }));
    expect(ballast.release()).toBe(true);
    expect(append()).toBe(500);
    for (let slices = 0; writer.removeExpired({ heartbeats: 9_000_000, successes: 0, failures: 0 }); slices += 1)
      expect(slices).toBeLessThan(1_000);
    database.pragma('wal_checkpoint(TRUNCATE)');
    for (let batches = 0; batches < 10; batches += 1) expect(append()).toBe(500);
    expect({ check: database.pragma('quick_check', { simple: true }), again: ballast.release() }).toEqual({
      check: 'ok',
      again: false,
    });
  });

  it('allows a store to open, because its ballast is released', (context) => {
    const paths = pathsIn(smallDisk(96, context));
    const open = () => openGuardedWriter(paths, STORE_IDENTITY, () => undefined);
    open().close();
    const ballast = createBallast(paths.ballast);
    growFully(ballast);
    fillUp(paths.directory);
    const writer = open();
    onTestFinished(() => writer.close());
    writer.resume();
    expect(writer.append(batchOf('opens', receivedEvents(1, 500)))).toMatchObject({ stored: 500 });
  });

  it('leaves a damaged store in place until a new one can be created, then recovers its events', (context) => {
    const paths = pathsIn(smallDisk(96, context));
    const first = openGuardedWriter(paths, STORE_IDENTITY, () => undefined);
    for (let at = 1; at <= 1_500; at += 500) first.append(batchOf('opens', receivedEvents(at, at + 499)));
    first.close();
    rmSync(paths.ballast, { force: true });
    writeFileSync(paths.events, readFileSync(paths.events).fill(0xa5, 0, 8_192));
    fillUp(paths.directory);
    const before = readdirSync(paths.directory);
    expect(() => openGuardedWriter(paths, STORE_IDENTITY, () => undefined)).toThrow(/"problem":"full"/);
    expect(readdirSync(paths.directory)).toEqual(before);
    for (const name of before) if (name.startsWith('filler-')) rmSync(join(paths.directory, name));
    const incidents: (StoreIncident | null)[] = [];
    const writer = openGuardedWriter(paths, STORE_IDENTITY, (incident) => incidents.push(incident));
    onTestFinished(() => writer.close());
    while (writer.repair());
    expect(incidents.at(-1)).toMatchObject({ kind: 'damaged', saved: 1_500, missing: 0 });
  });
});

/** A file system may store equal blocks only once, which would reserve no space. */
const BLOCKS = BALLAST_BYTES / 4_096;

describe('[DAMAGE-5] the ballast', () => {
  it('has bytes that cannot be compressed, is private to this user, and does not change', () => {
    const path = join(temporaryDirectory(), 'ballast');
    growFully(createBallast(path));
    const bytes = readFileSync(path);
    growFully(createBallast(path));
    const { size, blocks, mode } = statSync(path);
    expect({
      size,
      isThere: blocks * 512 >= BALLAST_BYTES,
      mode: mode & 0o777,
      isTheSame: readFileSync(path).equals(bytes),
      values: new Set(bytes.subarray(0, 65_536)).size,
      blocks: new Set(
        Array.from({ length: BLOCKS }, (_, at) => hash('sha1', bytes.subarray(at * 4_096, (at + 1) * 4_096))),
      ).size,
    }).toEqual({ size: BALLAST_BYTES, isThere: true, mode: 0o600, isTheSame: true, values: 256, blocks: BLOCKS });
  });

  it('is created again 10 s after its release, and completed if only a part exists', () => {
    const path = join(temporaryDirectory(), 'ballast');
    let now = 0;
    const ballast = createBallast(path, () => now);
    writeFileSync(path, 'a part');
    growFully(ballast);
    expect(statSync(path).size).toBe(BALLAST_BYTES);
    ballast.release();
    now = 9_999;
    growFully(ballast);
    expect(existsSync(path)).toBe(false);
    now = 10_000;
    growFully(ballast);
    expect(statSync(path).size).toBe(BALLAST_BYTES);
  });

  it('is not created if the disk has no room for it', (context) => {
    const disk = smallDisk(32, context);
    const ballast = createBallast(join(disk, 'ballast'));
    ballast.grow();
    expect({ isThere: existsSync(join(disk, 'ballast')), released: ballast.release() }).toEqual({
      isThere: false,
      released: false,
    });
  });
});
