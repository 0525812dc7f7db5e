/** Tests what stops the packaging: an undecided fuse, native modules of another platform, missing licences. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPack } from '../../build/after-pack.ts';
import { fuses } from '../../build/fuses.ts';
import { stubBinary } from './stub-electron.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-after-pack-'));
});
afterEach(() => rm(folder, { recursive: true }));

const X64 = 1;
const ARM64 = 3;
interface PackageLayout {
  readonly platform: string;
  readonly arch: number;
  readonly binary: string;
  readonly resources: string;
  readonly native: readonly string[];
}
const linux: PackageLayout = {
  platform: 'linux',
  arch: X64,
  binary: 'watchfloor',
  resources: 'resources',
  native: ['better-sqlite3/prebuilds/linux-x64.node', '@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node'],
};
const windows: PackageLayout = {
  platform: 'win32',
  arch: X64,
  binary: 'Watchfloor.exe',
  resources: 'resources',
  native: ['better-sqlite3/prebuilds/win32-x64.node', '@napi-rs/keyring-win32-x64-msvc/keyring.win32-x64-msvc.node'],
};
const mac: PackageLayout = {
  platform: 'darwin',
  arch: ARM64,
  binary: 'Watchfloor.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
  resources: 'Watchfloor.app/Contents/Resources',
  native: ['better-sqlite3/prebuilds/darwin-arm64.node', '@napi-rs/keyring-darwin-arm64/keyring.darwin-arm64.node'],
};

async function put(path: string, content: Buffer | string = ''): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
const LICENCES = ['LICENSE.electron.txt', 'LICENSES.chromium.html'];

async function pack(
  layout: PackageLayout,
  native = layout.native,
  wire = 9,
  here = 'linux',
  licences = LICENCES,
): Promise<void> {
  await put(layout.binary, stubBinary(wire));
  const prefix = layout.platform === 'darwin' ? `${layout.resources}/` : '';
  for (const name of licences) await put(prefix + name, 'text');
  for (const path of native) await put(`${layout.resources}/app.asar.unpacked/node_modules/${path}`);
  await afterPack(
    {
      appOutDir: folder,
      electronPlatformName: layout.platform,
      arch: layout.arch,
      packager: {
        appInfo: { productFilename: 'Watchfloor' },
        ...(layout.platform === 'linux' ? { executableName: 'watchfloor' } : {}),
      },
    },
    here,
  );
}

test.each([linux, windows, mac])('[SAFE-19] flips the fuses in the binary of $platform', async (layout) => {
  await pack(layout);
  const wire = await getCurrentFuseWire(join(folder, layout.binary));
  expect(wire[FuseV1Options.RunAsNode]).toBe('0'.charCodeAt(0));
});

test('[SAFE-19] decides every fuse: no Node.js, no extra rights for files, only the archive', () =>
  expect(fuses).toEqual({
    version: '1',
    strictlyRequireAllFuses: true,
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true,
  }));

test.runIf(process.platform === 'linux')(
  '[SAFE-19] signs the app for an Apple processor ad hoc after the fuses changed, because it runs nothing with a broken signature',
  async () => {
    await writeFile(join(folder, 'codesign'), '#!/bin/sh\nprintf "%s\\n" "$*" >>"$0.calls"\n', { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    await pack(mac, mac.native, 9, 'darwin');
    await pack(
      { ...mac, arch: X64, native: mac.native.map((path) => path.replaceAll('arm64', 'x64')) },
      undefined,
      9,
      'darwin',
    );
    vi.unstubAllEnvs();
    expect((await readFile(join(folder, 'codesign.calls'), 'utf8')).split('\n')).toEqual([
      expect.stringMatching(/^--sign - --force .*\/Watchfloor\.app$/),
      '',
    ]);
  },
);

test('[SAFE-19] stops for an Electron with a fuse that has no decision', async () => {
  await expect(pack(linux, linux.native, 10)).rejects.toThrow('strictlyRequireAllFuses');
});

test.each([
  ['no native modules', linux, [], 'better-sqlite3/prebuilds/linux-x64.node and @napi-rs/keyring-linux-x64'],
  [
    'the native modules of the computer that packs',
    windows,
    linux.native,
    'better-sqlite3/prebuilds/win32-x64.node and',
  ],
  [
    'the native modules of another processor',
    { ...linux, arch: ARM64 },
    linux.native,
    'better-sqlite3/prebuilds/linux-arm64.node and',
  ],
])('[PACKED-1] refuses a package with %s', async (_what, layout, native, words) => {
  await expect(pack(layout, native)).rejects.toThrow(`The package lacks ${words}`);
});

test.each(
  [linux, windows, mac].flatMap((layout) => LICENCES.map((licence) => [licence, layout.platform, layout] as const)),
)('[PACKED-28] refuses a package without %s for %s', async (licence, _platform, layout) => {
  const others = LICENCES.filter((name) => name !== licence);
  await expect(pack(layout, layout.native, 9, 'linux', others)).rejects.toThrow(
    `The package lacks ${licence}, which Electron's binary brings.`,
  );
});
