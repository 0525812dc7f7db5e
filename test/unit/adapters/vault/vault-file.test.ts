/**
 * Tests the file of a vault: readable by its user only, never in plain text, never overwritten if it is something else.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { smallDisk } from '../../../support/small-disk.ts';
import { never, one, two, vaultFolder } from './vault-folder.ts';

const CANARY = 'canary-1f6f2b8e-secret';

function everyByteIn(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))));
}

describe('[VAULT-2] the files of a vault', () => {
  test('contain neither the texts that are sealed nor those that are kept in memory', async () => {
    const { open, folder, keychain } = vaultFolder();
    const vault = open();
    await vault.write(one, 'grant', `${CANARY}-1`, 'store', never);
    await vault.write(one, 'client-secret', `${CANARY}-2`, 'memory', never);
    await vault.write(one, 'grant', `${CANARY}-3`, 'store', never);
    const bytes = everyByteIn(folder);
    const key = Buffer.from([...keychain.stored.values()][0] ?? '', 'base64');
    expect([bytes.length > 0, bytes.includes(CANARY), bytes.includes(key)]).toEqual([true, false, false]);
  });

  test('no longer contain a text that was replaced or removed', async () => {
    const { open, file } = vaultFolder();
    const vault = open();
    const seen: Buffer[] = [];
    for (const text of ['a long one '.repeat(900), 'short', 'a longer one '.repeat(100)]) {
      await vault.write(one, 'grant', text, 'store', never);
      seen.push(rowOf(file).ciphertext);
    }
    await vault.remove(one, 'grant');
    const left = readFileSync(file);
    // Compares the ends, because a new text may overwrite the beginning.
    expect(seen.map((ciphertext) => left.includes(ciphertext.subarray(-16)))).toEqual([false, false, false]);
  });

  test.skipIf(process.platform === 'win32')(
    'have the mode 0600 in a folder with the mode 0700, also under umask 0',
    async () => {
      const { open, file } = vaultFolder();
      const before = process.umask(0);
      try {
        const vault = open();
        await vault.write(one, 'grant', 'x', 'store', never);
        await vault.runExclusively(one, async () => undefined, never);
      } finally {
        process.umask(before);
      }
      const directory = dirname(file);
      const modes = readdirSync(directory).map((name) => [
        name,
        (statSync(join(directory, name)).mode & 0o777).toString(8),
      ]);
      expect([(statSync(directory).mode & 0o777).toString(8), Object.fromEntries(modes)]).toEqual([
        '700',
        { 'sign-in.lock': '600', 'vault-key.lock': '600', 'vault.db': '600' },
      ]);
    },
  );

  test('have a new nonce each time the same text is sealed', async () => {
    const { open, file } = vaultFolder();
    const vault = open();
    const seen = new Set<string>();
    for (let round = 0; round < 50; round += 1) {
      await vault.write(one, 'grant', 'same', 'store', never);
      seen.add(rowOf(file).nonce.toString('hex'));
    }
    expect(seen.size).toBe(50);
  });
});

interface Row {
  readonly item: string;
  readonly version: number;
  readonly nonce: Buffer;
  readonly ciphertext: Buffer;
}
function rowOf(file: string): Row {
  const database = new Sqlite(file, { readonly: true });
  try {
    return database.prepare<[], Row>('SELECT * FROM sealed').get() as Row;
  } finally {
    database.close();
  }
}
function change(file: string, sql: string, ...values: unknown[]): void {
  const database = new Sqlite(file);
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}
const flipped = (bytes: Buffer, at: number): Buffer =>
  Buffer.from(bytes.map((byte, index) => (index === (at + bytes.length) % bytes.length ? byte ^ 1 : byte)));
const flip = (file: string, column: 'ciphertext' | 'nonce', at: number): void =>
  change(file, `UPDATE sealed SET ${column} = ?`, flipped(rowOf(file)[column], at));
const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('[VAULT-1] a vault that cannot be opened', () => {
  test.each<[string, (file: string) => void]>([
    ['a bit of the text changed', (file) => flip(file, 'ciphertext', 0)],
    ['a bit of the tag changed', (file) => flip(file, 'ciphertext', -1)],
    ['a bit of the nonce changed', (file) => flip(file, 'nonce', 0)],
    ['the text is cut short', (file) => change(file, 'UPDATE sealed SET ciphertext = ?', Buffer.alloc(3))],
    ['the row is of a later version', (file) => change(file, 'UPDATE sealed SET version = 2')],
    ['the file is not a database', (file) => writeFileSync(file, 'x'.repeat(9_000))],
    ['the file is cut short', (file) => truncateSync(file, 5_000)],
    ['the file is another program’s database', (file) => change(file, 'PRAGMA application_id = 7')],
  ])('is reported as damaged and left unchanged if %s', async (_case, damage) => {
    const { open, file } = vaultFolder();
    await open().write(one, 'grant', 'x'.repeat(9_000), 'store', never);
    damage(file);
    const before = digest(file);
    await expect(open().read(one, 'grant', never)).rejects.toMatchObject({
      data: { code: 'VAULT_DAMAGED', facts: { path: file } },
    });
    expect(digest(file)).toBe(before);
  });

  test('is reported as too new if it has a newer version, and left unchanged', async () => {
    const { open, file } = vaultFolder();
    await open().write(one, 'grant', 'x', 'store', never);
    change(file, 'PRAGMA user_version = 2');
    const before = digest(file);
    await expect(open().read(one, 'grant', never)).rejects.toMatchObject({
      data: { code: 'STORE_TOO_NEW', facts: { path: file, schema: 2, known: 1 } },
    });
    expect(digest(file)).toBe(before);
  });

  test.each(['no database', 'a folder'])(
    'is not overwritten if it is %s, and no key is created for it',
    async (what) => {
      const { open, file, keychain } = vaultFolder();
      mkdirSync(what === 'a folder' ? file : dirname(file), { recursive: true });
      if (what !== 'a folder') writeFileSync(file, 'x'.repeat(9_000));
      await expect(open().write(one, 'grant', 'x', 'store', never)).rejects.toMatchObject({
        data: { code: 'VAULT_DAMAGED', facts: { path: file } },
      });
      expect(keychain.requests).toEqual([]);
      // A value that is kept in memory is available nevertheless.
      const vault = open();
      await vault.write(one, 'grant', 'held', 'memory', never);
      expect(await vault.read(one, 'grant', never)).toEqual({ text: 'held', kept: 'memory' });
    },
  );

  test('does not open a text that was moved to another item, or to another profile with the same key', async () => {
    const { open, folder, file, keychain } = vaultFolder();
    await open().write(one, 'grant', 'x', 'store', never);
    const other = join(folder, two, 'vault.db');
    mkdirSync(dirname(other));
    copyFileSync(file, other);
    keychain.stored.set(`vault-key:${two}`, keychain.stored.get(`vault-key:${one}`) ?? '');
    change(file, "UPDATE sealed SET item = 'client-secret'");
    await expect(open().read(one, 'client-secret', never)).rejects.toMatchObject({ code: 'VAULT_DAMAGED' });
    await expect(open().read(two, 'grant', never)).rejects.toMatchObject({ code: 'VAULT_DAMAGED' });
  });
});

describe('a vault that cannot be written', () => {
  test('reports a full disk and keeps the value of before', async (context) => {
    const disk = smallDisk(1, context);
    const { open } = vaultFolder(join(disk, 'data'));
    const vault = open();
    await vault.write(one, 'grant', 'before', 'store', never);
    await expect(vault.write(one, 'grant', 'x'.repeat(2_000_000), 'store', never)).rejects.toMatchObject({
      data: { code: 'STORE_UNWRITABLE', facts: { problem: 'full' } },
    });
    expect(await vault.read(one, 'grant', never)).toEqual({ text: 'before', kept: 'keychain' });
  });

  test('reports a file in place of its folder', async () => {
    const { open, folder } = vaultFolder();
    writeFileSync(join(folder, one), '');
    await expect(open().write(one, 'grant', 'x', 'store', never)).rejects.toMatchObject({
      code: 'STORE_UNWRITABLE',
    });
    await expect(open().runExclusively(one, async () => 'never', never)).rejects.toMatchObject({
      code: 'STORE_UNWRITABLE',
    });
  });

  test('waits while another process writes', async () => {
    const { open, file } = vaultFolder();
    const vault = open();
    await vault.write(one, 'grant', 'x', 'store', never);
    const other = new Sqlite(file);
    other.exec('BEGIN EXCLUSIVE');
    const reading = vault.read(one, 'grant', never);
    setImmediate(() => other.close());
    expect(await reading).toEqual({ text: 'x', kept: 'keychain' });
  });
});

test('forgetting a profile removes its file and its key, or only the file while the keychain is locked', async () => {
  const { open, file, keychain } = vaultFolder();
  const vault = open();
  await vault.write(one, 'grant', 'x', 'store', never);
  await vault.forget(one);
  const after = [existsSync(file), keychain.stored.size];
  await vault.write(one, 'grant', 'x', 'store', never);
  keychain.state = 'locked';
  await vault.forget(one);
  expect([after, existsSync(file), keychain.stored.size]).toEqual([[false, 0], false, 1]);
});
