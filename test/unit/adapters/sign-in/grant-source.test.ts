import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { SECRET_VARIABLE, takeSecretFromEnvironment } from '../../../../src-main/adapters/sign-in/client-secret.ts';
import { createGrants } from '../../../../src-main/adapters/sign-in/grants.ts';
import { createSecretBindings } from '../../../../src-main/adapters/sign-in/secret-bindings.ts';
import type { Vault } from '../../../../src-main/core/ports/vault.ts';
import type { Grant } from '../../../../src-main/core/ports/grants.ts';
import type { CredentialLocation } from '../../../../src-shared/api/profiles.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { MemoryVault } from '../../../doubles/memory-vault.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

const never = new AbortController().signal;
let folder: string;
let dataDir: string;
let file: string;
beforeEach(async () => {
  folder = temporaryDirectory();
  dataDir = join(folder, 'data');
  file = join(folder, 'secret.txt');
});

/**
 * Secrets of a process, and the bindings that all processes share. Its issuer accepts the secret unless `isRefused` is
 * set.
 */
function aProcess(fromEnvironment?: string, vault: Vault = new MemoryVault()) {
  const bindings = createSecretBindings(dataDir);
  return {
    vault,
    bindings,
    give: (profile: ConnectionProfile, secret: string) =>
      createGrants({ fromEnvironment, vault, bindings }).giveSecret(profile, secret, 'store', never),
    read: async (
      profile: ConnectionProfile,
      options: { signal?: AbortSignal; responseTimeoutMs?: number; profileFile?: string; isRefused?: true } = {},
    ): Promise<Grant> => {
      const { responseTimeoutMs = 10_000, profileFile } = options;
      const source = createGrants({ fromEnvironment, vault, bindings, responseTimeoutMs }).of(profile, profileFile);
      const grant = await source.read(options.signal ?? never);
      if (grant.kind !== 'none' && options.isRefused === undefined) await source.markAccepted();
      return grant;
    },
  };
}
const given = (clientSecret: string, location: CredentialLocation): Grant => ({
  kind: 'client-credentials',
  clientSecret,
  kept: location,
});
const bound = (place: string, ...changed: string[]) => ({
  kind: 'none',
  why: { code: 'SECRET_BOUND', facts: { profile: someProfile.name, place, changed } },
});
const noSecret = (facts: object) => ({
  kind: 'none',
  why: { code: 'NO_SECRET', facts: { profile: someProfile.name, ...facts } },
});

describe('the sources of a secret', () => {
  test('are the environment, then the file, then the vault, and the grant names the source', async () => {
    await writeFile(file, '\uFEFFfrom file\r\n');
    const withFile = { ...someProfile, clientSecretFile: file };
    const { vault, give } = aProcess();
    await give(someProfile, 'from vault');
    expect([
      await aProcess('from environment', vault).read(withFile),
      await aProcess(undefined, vault).read(withFile),
      await aProcess(undefined, vault).read(someProfile),
    ]).toEqual([given('from environment', 'environment'), given('from file', 'file'), given('from vault', 'keychain')]);
  });

  test('lose the secret of the environment when it is read', () => {
    const environment = { [SECRET_VARIABLE]: 's', OTHER: 'o' };
    expect(takeSecretFromEnvironment(environment)).toBe('s');
    expect(environment).toEqual({ OTHER: 'o' });
  });

  test('distinguish a missing secret from a keychain that is not available', async () => {
    const vault = new MemoryVault();
    const { give, read } = aProcess(undefined, vault);
    const absent = await read(someProfile);
    await give(someProfile, 'kept');
    vault.state = 'locked';
    expect([absent, await read(someProfile)]).toEqual([
      noSecret({ problem: 'none' }),
      {
        kind: 'none',
        why: { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'locked', profile: someProfile.name } },
      },
    ]);
    await expect(give(someProfile, 'other')).rejects.toMatchObject({
      data: { code: 'KEYCHAIN_UNAVAILABLE', facts: { profile: someProfile.name } },
    });
  });

  test.each<[string, () => Promise<unknown>, object]>([
    ['is missing', async () => undefined, { problem: 'file-unreadable', systemCode: 'ENOENT' }],
    ['is empty', () => writeFile(file, '\n'), { problem: 'file-empty' }],
    // A profile from another person can name any file, so private files of the user must not be sent to an issuer.
    [
      'holds a key',
      () =>
        writeFile(file, '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----\n'),
      { problem: 'file-no-secret' },
    ],
    ['holds bytes', () => writeFile(file, Buffer.from([0x73, 0, 0x73])), { problem: 'file-no-secret' }],
    ['is a folder', () => mkdir(file), { problem: 'file-unreadable', systemCode: 'EISDIR' }],
    [
      'is far too large',
      () => writeFile(file, 'x'.repeat(70_000)),
      { problem: 'file-unreadable', systemCode: 'EFBIG' },
    ],
  ])('report a file that %s', async (_case, make, facts) => {
    await make();
    expect(await aProcess().read({ ...someProfile, clientSecretFile: file })).toEqual(
      noSecret({ path: file, ...facts }),
    );
  });
});

describe('[SIGN-1] a secret is not released for another issuer, realm or client', () => {
  const changes: [string, Partial<ConnectionProfile>][] = [
    ['issuer', { authUrl: 'https://auth.evil.example' }],
    ['realm', { realm: 'other' }],
    ['client id', { clientId: 'other' }],
  ];

  test.each(changes)('from the environment, if the %s changed', async (part, change) => {
    const first = await aProcess('canary').read(someProfile);
    expect([first, await aProcess('canary').read({ ...someProfile, ...change })]).toEqual([
      given('canary', 'environment'),
      bound('environment', part),
    ]);
  });

  test.each(changes)('from a file, if the %s changed, whichever profile and path name it', async (part, change) => {
    await writeFile(file, 'canary');
    const link = join(folder, 'link');
    await symlink(file, link);
    const other = { ...someProfile, id: profileIdSchema.parse('another-one'), ...change, clientSecretFile: link };
    const first = await aProcess().read({ ...someProfile, clientSecretFile: file });
    expect([first, await aProcess().read(other)]).toEqual([given('canary', 'file'), bound('file', part)]);
  });

  test.each(changes)('from the vault, if the %s changed', async (part, change) => {
    const { give, read } = aProcess();
    await give(someProfile, 'canary');
    expect(await read({ ...someProfile, ...change })).toEqual(bound('keychain', part));
  });

  test('from the environment, if a profile file without an id was edited and therefore has another id', async () => {
    const profileFile = join(folder, 'profile.json');
    const edited = {
      ...someProfile,
      id: profileIdSchema.parse('p-of-the-edited'),
      authUrl: 'https://auth.evil.example',
    };
    const first = await aProcess('canary').read(someProfile, { profileFile });
    expect([
      first,
      await aProcess('canary').read(edited, { profileFile }),
      // Another file is another profile, whatever its name.
      await aProcess('another').read(edited, { profileFile: join(folder, 'another.json') }),
    ]).toEqual([given('canary', 'environment'), bound('environment', 'issuer'), given('another', 'environment')]);
  });

  test.each(['environment', 'file'] as const)(
    'from the %s, but a secret that no issuer accepted is bound to none',
    async (place) => {
      await writeFile(file, 's');
      const profile = place === 'file' ? { ...someProfile, clientSecretFile: file } : someProfile;
      const fromEnvironment = place === 'file' ? undefined : 's';
      const mistyped = { ...profile, realm: 'itoo' };
      expect([
        await aProcess(fromEnvironment).read(mistyped, { isRefused: true }),
        await aProcess(fromEnvironment).read(profile),
        await aProcess(fromEnvironment).read(mistyped),
      ]).toEqual([given('s', place), given('s', place), bound(place, 'realm')]);
    },
  );

  test('from the environment, to a second profile in the same process', async () => {
    const { read } = aProcess('canary');
    const second = { ...someProfile, id: profileIdSchema.parse('another-one'), realm: 'other' };
    expect([await read(someProfile), await read(second), await read(someProfile)]).toEqual([
      given('canary', 'environment'),
      bound('environment', 'realm'),
      given('canary', 'environment'),
    ]);
    // The same applies to another process, unless the command line names its file.
    const profileFile = join(folder, 'second.json');
    expect([await aProcess('canary').read(second), await aProcess('canary').read(second, { profileFile })]).toEqual([
      bound('environment', 'profile'),
      given('canary', 'environment'),
    ]);
  });

  test('from the environment, to two profiles at the same time: only one gets it', async () => {
    const { read } = aProcess('canary');
    const second = { ...someProfile, id: profileIdSchema.parse('another-one'), realm: 'other' };
    const kinds = (await Promise.all([read(someProfile), read(second)])).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['client-credentials', 'none']);
  });

  test('from the environment of another profile: the profile uses its own secret', async () => {
    const { give, read } = aProcess('canary');
    const second = { ...someProfile, id: profileIdSchema.parse('another-one'), realm: 'other' };
    await give(second, 'own');
    expect([await read(someProfile), await read(second)]).toEqual([
      given('canary', 'environment'),
      given('own', 'keychain'),
    ]);
  });
});

test('[ID-1] a renamed profile keeps its secret, and one with the same name and another id does not get it', async () => {
  const { give, read } = aProcess();
  await give(someProfile, 'kept');
  expect([
    await read({ ...someProfile, name: 'Renamed' }),
    await read({ ...someProfile, id: profileIdSchema.parse('another-one') }),
  ]).toEqual([given('kept', 'keychain'), noSecret({ problem: 'none' })]);
});

describe('the bindings of secrets to issuers', () => {
  const bindingsFile = () => join(dataDir, 'secret-bindings.json');

  test('are readable by this user only and do not contain the secret', async () => {
    await writeFile(file, 'canary-file');
    await aProcess('canary-environment').read(someProfile);
    await aProcess().read({ ...someProfile, clientSecretFile: file });
    const binding = { issuer: someProfile.authUrl, realm: someProfile.realm, clientId: someProfile.clientId };
    expect(JSON.parse(await readFile(bindingsFile(), 'utf8'))).toEqual({
      environment: { [someProfile.id]: binding },
      file: { [file]: binding },
      reach: {},
    });
    expect([(await stat(bindingsFile())).mode & 0o777, await readdir(dataDir)]).toEqual([
      0o600,
      ['secret-bindings.json'],
    ]);
  });

  test('are changed when the user confirms it', async () => {
    await writeFile(file, 's');
    const before = { ...someProfile, clientSecretFile: file };
    const after = { ...before, realm: 'other' };
    await aProcess().read(before);
    await aProcess('s').read(someProfile);
    await aProcess().bindings.bind(after, join(folder, 'profile.json'));
    expect([await aProcess().read(after), await aProcess('e').read(after), await aProcess().read(before)]).toEqual([
      given('s', 'file'),
      given('e', 'environment'),
      bound('file', 'realm'),
    ]);
  });

  test.each(['{', '[]', '{"environment":{},"file":{"x":1}}', '{"environment":{},"file":{}}', ''])(
    '[SIGN-1] release no secret if they are damaged (%j), and are left unchanged',
    async (text) => {
      await aProcess('s').read(someProfile);
      await writeFile(bindingsFile(), text);
      const results = [
        await aProcess('s').read(someProfile),
        await aProcess()
          .bindings.bind(someProfile, join(folder, 'profile.json'))
          .catch((error: unknown) => error),
      ];
      expect([results, await readFile(bindingsFile(), 'utf8')]).toMatchObject([
        [
          { kind: 'none', why: { code: 'SECRET_BINDINGS_DAMAGED', facts: { path: bindingsFile() } } },
          { code: 'SECRET_BINDINGS_DAMAGED' },
        ],
        text,
      ]);
    },
  );

  test('are all stored when many profiles bind at the same time', async () => {
    const profiles = Array.from({ length: 20 }, (_, n) => ({
      ...someProfile,
      id: profileIdSchema.parse(`profile-${n}`),
    }));
    await Promise.all(profiles.map((profile) => aProcess('s').bindings.accept('environment', profile)));
    const { environment } = JSON.parse(await readFile(bindingsFile(), 'utf8')) as { environment: object };
    expect(Object.keys(environment).toSorted()).toEqual(profiles.map(({ id }) => id).toSorted());
  });

  test.each([
    ['long ago', 0],
    ['before the clock was set back', Date.now() / 1_000 + 86_400],
  ])('are written although a process died while it wrote them %s', async (_case, at) => {
    await aProcess('s').read(someProfile);
    await writeFile(`${bindingsFile()}.new`, '{');
    await utimes(`${bindingsFile()}.new`, at, at);
    const other = { ...someProfile, id: profileIdSchema.parse('another-one') };
    const profileFile = join(folder, 'other.json');
    expect(await aProcess('s').read(other, { profileFile })).toEqual(given('s', 'environment'));
  });

  test('release no secret if they cannot be written', async () => {
    await aProcess('s').read(someProfile);
    // A file in place of the folder: not even an administrator can write into it.
    await rm(dataDir, { recursive: true });
    await writeFile(dataDir, '');
    const other = { ...someProfile, id: profileIdSchema.parse('another-one') };
    expect(await aProcess('s').read(other)).toMatchObject({ why: { code: 'STORE_UNWRITABLE' } });
  });
});

describe.skipIf(process.platform === 'win32')('a pipe in place of the secret file', () => {
  beforeEach(() => execFileSync('/usr/bin/mkfifo', [file]));
  const withFile = () => ({ ...someProfile, clientSecretFile: file });

  test('[CLI-7] is given up immediately on abort if nothing writes to it', async () => {
    const givingUp = new AbortController();
    const read = aProcess().read(withFile(), { signal: givingUp.signal });
    setImmediate(() => givingUp.abort(new Error('enough')));
    // A read that kept waiting would resolve without a secret.
    await expect(read).rejects.toThrow('enough');
  });

  test('is reported after a time limit if nothing writes to it', async () => {
    expect(await aProcess().read(withFile(), { responseTimeoutMs: 100 })).toEqual(
      noSecret({ path: file, problem: 'no-answer' }),
    );
  });

  test('gives the secret if it is written late and in parts', async () => {
    const read = aProcess().read(withFile());
    const writer = await open(file, 'w');
    await writer.write('from ');
    await writer.write('pipe\n');
    await writer.close();
    expect(await read).toEqual(given('from pipe', 'file'));
  });

  test('[CLI-7] does not keep the process from ending', async () => {
    const source = (path: string) => JSON.stringify(new URL(`../../../../${path}`, import.meta.url).href);
    const script = `
      import { createGrants } from ${source('src-main/adapters/sign-in/grants.ts')};
      import { createSecretBindings } from ${source('src-main/adapters/sign-in/secret-bindings.ts')};
      const told = new AbortController();
      process.once('SIGTERM', () => told.abort(new Error('told')));
      const profile = ${JSON.stringify(withFile())};
      const bindings = createSecretBindings(${JSON.stringify(dataDir)});
      const source = createGrants({ vault: undefined, fromEnvironment: undefined, bindings }).of(profile);
      setTimeout(() => console.log('reading'), 200);
      await source.read(told.signal).catch((error) => console.log(error.message));
      // Nothing left over: it ends by itself.`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect({ code, output }).toEqual({ code: 0, output: 'reading\ntold\n' });
  });
});

test('[CLI-7] reading from a keychain that never answers is given up immediately on abort', async () => {
  const vault = new MemoryVault();
  const { give, read } = aProcess(undefined, vault);
  await give(someProfile, 'kept');
  vault.state = 'mute';
  const givingUp = new AbortController();
  const reading = read(someProfile, { signal: givingUp.signal });
  givingUp.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});
