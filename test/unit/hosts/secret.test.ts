import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createSecretBindings } from '../../../src-main/adapters/sign-in/secret-bindings.ts';
import { secretCommand } from '../../../src-main/hosts/cli/sign-in/secret.ts';
import { someProfile } from '../../doubles/profile.ts';
import { TestTerminal } from '../../support/terminal.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

let folder: string;
beforeEach(() => void (folder = temporaryDirectory()));

test('`secret bind` binds the secrets of the environment and the file to the profile as it is now', async () => {
  const path = join(folder, 'p.json');
  const clientSecretFile = join(folder, 'secret.txt');
  await writeFile(clientSecretFile, 'canary');
  const before = { ...someProfile, clientSecretFile };
  const bindings = createSecretBindings(folder);
  await bindings.accept('environment', before, path);
  await bindings.accept('file', before);
  const after = { ...before, clientId: 'other' };
  await writeFile(path, JSON.stringify(after));
  const terminal = new TestTerminal();
  await secretCommand(terminal).parseAsync(['bind', '--profile', path, '--data-dir', folder], { from: 'user' });
  const reopened = createSecretBindings(folder);
  await Promise.all([reopened.check('environment', after, path), reopened.check('file', after)]);
  await expect(reopened.check('file', before)).rejects.toMatchObject({ code: 'SECRET_BOUND' });
  expect(terminal.output.stdout).toBe('The client secret is for https://auth.example.com, realm iot, client other.\n');
  expect(await readFile(join(folder, 'secret-bindings.json'), 'utf8')).not.toMatch(/canary/);
});
