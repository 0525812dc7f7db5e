/**
 * Provides the npm package `electron` as `npm ci` installs it, without its binary, and a mirror that serves a small
 * stub instead.
 */
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { onTestFinished } from 'vitest';
import * as z from 'zod';

const real = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(real, 'package.json'), 'utf8')));
const ARCHIVE = `electron-v${version}-linux-x64.zip`;
export const ARCHIVE_PATHS = [`/v${version}/${ARCHIVE}`, `/v${version}/SHASUMS256.txt`];
/** Attributes of an executable file on Unix. */
const MAY_BE_RUN = { os: 3, attrs: 0o100755 << 16 };
/** Writes its arguments to a file and prints the line for a shown window. */
const STUB = '#!/bin/sh\nprintf "%s\\n" "$@" > "$STUB_STARTED_WITH"\necho "watchfloor-desktop: window"\n';

/** 0.5 MB, so that a smaller disk runs full. */
export const archive = zipSync({
  electron: [strToU8(STUB), MAY_BE_RUN],
  version: strToU8(version),
  weight: [new Uint8Array(randomBytes(500_000)), { level: 0 }],
});

type Responder = (response: ServerResponse) => void;
export const sendArchive: Responder = (response) => response.end(archive);
export const sendTruncatedArchive: Responder = (response) => {
  response.setHeader('content-length', archive.length);
  response.write(archive.subarray(0, 50), () => response.destroy());
};

export interface ElectronServer {
  readonly folder: string;
  readonly packageFolder: string;
  readonly requestedPaths: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Runs until the test ends.
 * @param responder sends the archive
 */
export async function electronServer(
  responder = sendArchive,
  checksum = createHash('sha256').update(archive).digest('hex'),
): Promise<ElectronServer> {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-electron-mirror-'));
  const packageFolder = join(folder, 'node_modules', 'electron');
  mkdirSync(packageFolder, { recursive: true });
  for (const name of ['package.json', 'install.js', 'checksums.json'])
    cpSync(join(real, name), join(packageFolder, name));
  for (const scope of ['@electron', '@electron-internal'])
    symlinkSync(join(real, '..', scope), join(folder, 'node_modules', scope));
  const requestedPaths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requestedPaths.push(url);
    if (url.endsWith('/SHASUMS256.txt')) response.end(`${checksum} *${ARCHIVE}\n`);
    else responder(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });
  const environment = {
    ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
    electron_use_remote_checksums: '1',
    electron_config_cache: join(folder, 'cache'),
    ELECTRON_INSTALL_PLATFORM: 'linux',
    ELECTRON_INSTALL_ARCH: 'x64',
  };
  return { folder, packageFolder, requestedPaths, environment };
}
