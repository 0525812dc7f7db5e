import { execFileSync } from 'node:child_process';
import { hkdfSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createKeyFileKeys } from '../../../../src-main/adapters/vault/key-file.ts';
import { never, one, two, vaultFolder } from './vault-folder.ts';

const SECRET = 'k'.repeat(31) + 'ä';

function keyFile(text = SECRET, mode = 0o600, name = 'key'): { path: string } & ReturnType<typeof vaultFolder> {
  const opened = vaultFolder();
  const path = join(opened.folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return { path, ...opened };
}

test('each profile has its own key, derived as in RFC 5869 and the same after every start', async () => {
  const { path } = keyFile(`${SECRET}\r\n`);
  const keys = createKeyFileKeys(path);
  const again = createKeyFileKeys(path);
  expect([await keys.read(one, never), await again.read(one, never), await again.read(two, never)]).toEqual(
    [one, one, two].map((id) => Buffer.from(hkdfSync('sha256', SECRET, '', id, 32))),
  );
});

test('a value sealed with one key file does not open with another, and the keychain is never used', async () => {
  const { path, open, keychain, folder } = keyFile();
  await open(createKeyFileKeys(path)).write(one, 'grant', 'x', 'store', never);
  const other = join(folder, 'other');
  writeFileSync(other, 'o'.repeat(32), { mode: 0o600 });
  await expect(open(createKeyFileKeys(other)).read(one, 'grant', never)).rejects.toMatchObject({
    data: { code: 'VAULT_KEY_GONE', facts: { profile: one } },
  });
  expect([await open(createKeyFileKeys(path)).read(one, 'grant', never), keychain.requests]).toEqual([
    { text: 'x', kept: 'key-file' },
    [],
  ]);
});

test('forgetting a profile leaves the key file unchanged', async () => {
  const { path, open, file } = keyFile();
  const vault = open(createKeyFileKeys(path));
  await vault.write(one, 'grant', 'x', 'store', never);
  await vault.forget(one);
  expect([existsSync(file), readFileSync(path, 'utf8')]).toEqual([false, SECRET]);
});

describe('[VAULT-2] a key file is refused', () => {
  const refusal = (path: string, options = {}) => {
    try {
      createKeyFileKeys(path, options);
      return 'taken';
    } catch (error) {
      return (error as { data: unknown }).data;
    }
  };
  const facts = (path: string, problem: string, systemCode?: string) => ({
    code: 'VAULT_KEY_FILE',
    facts: { path, problem, ...(systemCode === undefined ? {} : { systemCode }) },
  });

  test('if it is missing or not a plain file', () => {
    const { folder } = vaultFolder();
    const missing = join(folder, 'missing');
    mkdirSync(join(folder, 'folder'));
    expect([refusal(missing), refusal(join(folder, 'folder'))]).toEqual([
      facts(missing, 'unreadable', 'ENOENT'),
      facts(join(folder, 'folder'), 'unreadable', 'EISDIR'),
    ]);
  });

  test.skipIf(process.platform === 'win32')('if it is a pipe, without waiting for it', () => {
    const { folder } = vaultFolder();
    const pipe = join(folder, 'pipe');
    execFileSync('/usr/bin/mkfifo', [pipe]);
    expect(refusal(pipe)).toEqual(facts(pipe, 'unreadable', 'EFTYPE'));
  });

  test.each(['', 'k'.repeat(31), `${' '.repeat(40)}\n`])('if it is too short (%j)', (text) => {
    const { path } = keyFile(text);
    expect(refusal(path)).toEqual(facts(path, 'too-short'));
  });

  test.skipIf(process.platform === 'win32')('if other users may read or write it', () => {
    const modes = [0o600, 0o400, 0o640, 0o604, 0o620, 0o602, 0o644];
    expect(modes.map((mode) => refusal(keyFile(SECRET, mode).path))).toEqual([
      'taken',
      'taken',
      ...Array.from({ length: 5 }, () =>
        expect.objectContaining({ facts: expect.objectContaining({ problem: 'open-to-others' }) }),
      ),
    ]);
  });

  test.skipIf(process.platform === 'win32')(
    'unless it is a systemd credential, which may show its access list as a group',
    () => {
      const { path, folder } = keyFile(SECRET, 0o440, 'credentials/key');
      const environment = { CREDENTIALS_DIRECTORY: join(folder, 'credentials') };
      const open = keyFile(SECRET, 0o444, 'credentials/key');
      expect([
        refusal(path, { environment }),
        refusal(path, { environment: { CREDENTIALS_DIRECTORY: join(folder, 'cred') } }),
        refusal(open.path, { environment: { CREDENTIALS_DIRECTORY: join(open.folder, 'credentials') } }),
      ]).toEqual(['taken', facts(path, 'open-to-others'), facts(open.path, 'open-to-others')]);
    },
  );

  test('but not for its mode on Windows, which has no such modes', () => {
    expect(refusal(keyFile(SECRET, 0o644).path, { platform: 'win32' })).toBe('taken');
  });
});
