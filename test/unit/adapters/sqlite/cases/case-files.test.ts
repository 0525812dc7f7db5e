import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openCaseProjectionWriter } from '../../../../../src-main/adapters/sqlite/cases/case-writer.ts';
import { profileIdSchema } from '../../../../../src-shared/domain/identity.ts';
import {
  aCaseState,
  aProjectionCommit,
  aGroupState,
  allocationFailure,
  aRequestState,
} from '../../../../doubles/case-states.ts';
import { databasesInFolders, type InThreadProjection } from '../../../../doubles/in-thread-databases.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

const storeIdentity = { id: profileIdSchema.parse('book-files'), name: 'Files', practice: false, source: '' };
const BASIS = { version: '1', events: 'one' };
const NOWHERE = { cursor: 0, actions: 0 };

function opened(directory = temporaryDirectory(), leaveBytes = 0): InThreadProjection {
  const caseProjection = databasesInFolders(() => directory, leaveBytes).caseProjections.open(storeIdentity);
  onTestFinished(() => caseProjection.close());
  return caseProjection;
}

/** Fills a projection with 500 cases, so that there is a middle to damage. */
async function filled(directory: string): Promise<InThreadProjection> {
  const caseProjection = opened(directory);
  await caseProjection.writer.position(BASIS);
  const cases = Array.from({ length: 500 }, (_, index) => aCaseState(index + 1));
  await caseProjection.writer.commit(aProjectionCommit(500, { cases, groups: [aGroupState(allocationFailure)] }));
  return caseProjection;
}

const scribbled = (from: number) => (path: string) => {
  const bytes = readFileSync(path);
  bytes.fill(0x41, from, from + 40_000);
  writeFileSync(path, bytes);
};

describe('[STORE-15] a case projection that cannot be used starts from scratch', () => {
  it('if a reader finds the damage first: reads fail until the projection has started again', async () => {
    const directory = temporaryDirectory();
    await (await filled(directory)).close();
    scribbled(8_192)(join(directory, 'cases.db'));
    const caseProjection = opened(directory);
    await expect(caseProjection.reader.board(1, 0)).rejects.toMatchObject({ code: 'STORE_LOST' });
    expect(await caseProjection.writer.position(BASIS)).toEqual(NOWHERE);
    expect((await caseProjection.reader.board(1, 0)).position).toEqual(NOWHERE);
  });

  it('if the writer finds the damage first', async () => {
    const directory = temporaryDirectory();
    await (await filled(directory)).close();
    const path = join(directory, 'cases.db');
    scribbled(8_192)(path);
    const caseProjection = opened(directory);
    const keys = Array.from({ length: 500 }, (_, index) => aCaseState(index + 1).key);
    expect(await caseProjection.writer.cases(keys)).toEqual([]);
    expect(await caseProjection.writer.position(BASIS)).toEqual(NOWHERE);
  });

  it('if it is deleted while it is open: the next commit is refused', async () => {
    const directory = temporaryDirectory();
    const caseProjection = await filled(directory);
    for (const name of readdirSync(directory)) rmSync(join(directory, name));
    await expect(caseProjection.reader.board(1, 0)).rejects.toMatchObject({ code: 'STORE_LOST' });
    const from = { cursor: 500, actions: 0 };
    const committed = await caseProjection.writer.commit(aProjectionCommit(600, { from, cases: [aCaseState(1)] }));
    await expect(caseProjection.reader.board(1, 0)).rejects.toMatchObject({ code: 'STORE_LOST' });
    expect([committed, await caseProjection.writer.position(BASIS)]).toEqual([false, NOWHERE]);
  });
});

describe('[KEEP-6] a case projection leaves disk space for events', () => {
  it('and is not written if that would use the last of it, but reports a full disk', async () => {
    const caseProjection = opened(temporaryDirectory(), Number.MAX_SAFE_INTEGER);
    await caseProjection.writer.position(BASIS);
    const failure = await caseProjection.writer
      .commit(aProjectionCommit(1, { cases: [aCaseState(1)] }))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'STORE_UNWRITABLE', data: { facts: { problem: 'full' } } });
    expect(await caseProjection.reader.position()).toEqual(NOWHERE);
  });

  it('and removes expired cases in batches, continuing where it was', () => {
    const writer = openCaseProjectionWriter(join(temporaryDirectory(), 'cases.db'), { minFreeBytes: 0 });
    onTestFinished(() => writer.close());
    writer.position(BASIS);
    const cases = Array.from({ length: 4_500 }, (_, index) =>
      aCaseState(index + 1, { openedAt: null, stay: null, ended: 'well', endedAt: 1 }),
    );
    writer.commit(aProjectionCommit(1, { cases }));
    const before = { failures: Number.MAX_SAFE_INTEGER, successes: 0 };
    const left = () => writer.cases(cases.map(({ key }) => key)).length;
    const removed = [0, 0, 0].map(() => [writer.removeExpired(before), left()]);
    expect(removed).toEqual([
      [true, 2_500],
      [true, 500],
      [false, 0],
    ]);
  });
});

describe('texts that rows share', () => {
  it('are stored once, and removed with the last row that has them', async () => {
    const directory = temporaryDirectory();
    const { writer } = opened(directory);
    await writer.position(BASIS);
    const closed = { openedAt: null, stay: null, ended: 'well', endedAt: 1 } as const;
    const expired = aRequestState(1, { ...closed, lastAt: 1 });
    const kept = aRequestState(2, { ...closed, lastAt: 9_000, errorCode: 'KEPT' });
    await writer.commit(aProjectionCommit(2, { cases: [expired, kept, { ...expired, errorCode: 'REPLACED' }] }));
    const database = new Sqlite(join(directory, 'cases.db'), { readonly: true });
    onTestFinished(() => void database.close());
    const texts = () => database.prepare('SELECT text FROM shared_text').pluck().all();
    const before = texts();
    await writer.removeExpired({ failures: 5_000, successes: 5_000 });
    const [state] = await writer.cases([kept.key]);
    expect(before).toContain('REPLACED');
    const { cause, operation, request } = kept;
    expect(new Set(texts())).toEqual(
      new Set([cause, operation, 'acme', 'KEPT', '73\n70', request?.company, request?.createdBy]),
    );
    expect(state).toEqual(kept);
  });
});

describe('[STORE-11] the files of a case projection', () => {
  it('are readable by this user only, and are not created before they are used', async () => {
    const directory = join(temporaryDirectory(), 'store');
    const caseProjection = databasesInFolders(() => directory).caseProjections.open(storeIdentity);
    const before = existsSync(directory);
    await caseProjection.writer.position(BASIS);
    const modes = ['cases.db', 'cases.db-wal'].map((name) => statSync(join(directory, name)).mode & 0o777);
    await caseProjection.close();
    expect([before, modes]).toEqual([false, [0o600, 0o600]]);
  });

  it('in a private copy are left alone while the process that made it runs', async () => {
    const temporary = temporaryDirectory();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const others = join(temporary, `watchfloor-cases-${process.ppid}-another`);
    mkdirSync(others);
    const copy = databasesInFolders(() => join(temporary, 'store')).caseProjections.openPrivate(storeIdentity);
    await copy.writer.position(BASIS);
    await copy.close();
    expect(existsSync(others)).toBe(true);
  });

  it('in a private copy have their own folder, are deleted on close, and do not change the original', async () => {
    const temporary = temporaryDirectory();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const directory = join(temporary, 'store');
    mkdirSync(directory);
    // A killed process left this folder. No process has that number.
    mkdirSync(join(temporary, `watchfloor-cases-${2 ** 22 + 1}-left`));
    await (await filled(directory)).close();
    const bytes = readFileSync(join(directory, 'cases.db'));
    const copy = databasesInFolders(() => directory).caseProjections.openPrivate(storeIdentity);
    const position = await copy.writer.position(BASIS);
    const folders = readdirSync(tmpdir()).filter((name) => name.startsWith('watchfloor-cases-'));
    const modes = folders.map((name) => statSync(join(temporary, name)).mode & 0o777);
    await copy.writer.commit(aProjectionCommit(501, { from: position, cases: [aCaseState(501)] }));
    const total = (await copy.reader.cases([aCaseState(1).key, aCaseState(501).key])).length;
    await copy.close();
    expect([position.cursor, modes, total, readdirSync(temporary)]).toEqual([500, [0o700], 2, ['store']]);
    expect(readFileSync(join(directory, 'cases.db')).equals(bytes)).toBe(true);
  });

  it('in a private copy are empty if the original is missing or cannot be read', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'cases.db'), 'x'.repeat(20_000));
    for (const from of [directory, join(directory, 'nowhere')]) {
      const copy = databasesInFolders(() => from).caseProjections.openPrivate(storeIdentity);
      expect(await copy.writer.position(BASIS)).toEqual(NOWHERE);
      await copy.close();
    }
    expect(readFileSync(join(directory, 'cases.db'), 'utf8')).toBe('x'.repeat(20_000));
  });
});
