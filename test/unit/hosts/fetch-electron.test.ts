/** Fetching Electron with the package's own installer, from a mirror of this computer. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { fetchElectron, whyItFailed } from '../../../src-main/hosts/cli/fetch-electron.ts';
import { electronAvailability } from '../../../src-main/hosts/electron/availability.ts';
import { TestTerminal } from '../../support/terminal.ts';

const real = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(real, 'package.json'), 'utf8')));
const STUB = zipSync({ electron: strToU8('#!/bin/sh\necho a stub\n'), version: strToU8(version) });
const ARCHIVE = `electron-v${version}-linux-x64.zip`;

/** A package without its binary, and a mirror that answers for the archive as it is told. */
async function missing(
  answer: (response: ServerResponse) => void,
  sum = createHash('sha256').update(STUB).digest('hex'),
) {
  const place = mkdtempSync(join(tmpdir(), 'watchfloor-fetch-'));
  const folder = join(place, 'node_modules', 'electron');
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'install.js', 'checksums.json']) cpSync(join(real, name), join(folder, name));
  for (const scope of ['@electron', '@electron-internal'])
    symlinkSync(join(real, '..', scope), join(place, 'node_modules', scope));
  const asked: string[] = [];
  const mirror = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url.endsWith('/SHASUMS256.txt')) response.end(`${sum} *${ARCHIVE}\n`);
    else answer(response);
  });
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
  const { port } = mirror.address() as AddressInfo;
  onTestFinished(async () => {
    mirror.closeAllConnections();
    await new Promise((resolve) => mirror.close(resolve));
    rmSync(place, { recursive: true, force: true });
  });
  const environment = {
    ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
    electron_use_remote_checksums: '1',
    electron_config_cache: join(place, 'cache'),
    ELECTRON_INSTALL_PLATFORM: 'linux',
    ELECTRON_INSTALL_ARCH: 'x64',
  };
  const terminal = new TestTerminal({ environment });
  const fetch = (beginsWithinMs?: number) =>
    fetchElectron(terminal, folder, new AbortController().signal, beginsWithinMs);
  return { terminal, folder, asked, fetch };
}

describe('[HOST-54] the binary of the desktop app', () => {
  test('is fetched once with its checksum, told in a line, and found from then on', async () => {
    const { terminal, folder, asked, fetch } = await missing((response) => response.end(STUB));
    expect(await fetch()).toBeNull();
    expect(asked).toEqual([`/v${version}/${ARCHIVE}`, `/v${version}/SHASUMS256.txt`]);
    expect(terminal.output.stderr).toMatch(
      /^Fetching Electron for the desktop app, about \d+ MB, which happens once …\n$/,
    );
    const files = {
      packageFolder: folder,
      exists: existsSync,
      readText: (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    };
    const found = { kind: 'available', binary: join(folder, 'dist', 'electron') };
    expect(electronAvailability({ files, env: { DISPLAY: ':0' }, platform: 'linux' })).toEqual(found);
  });

  test.each<[string, string, (response: ServerResponse) => void, string?]>([
    [
      'has another checksum',
      'what came does not have the checksum that its package names',
      (response) => response.end(STUB),
      'ab'.repeat(32),
    ],
    [
      'is cut off',
      'the download was cut off',
      (response) => {
        response.setHeader('content-length', STUB.length);
        response.write(STUB.subarray(0, 50), () => response.destroy());
      },
    ],
    ['is not there', 'the server answered HTTP 404', (response) => response.writeHead(404).end()],
    ['never comes', 'nothing came from the network', () => undefined],
  ])('that %s is told in half a sentence, and leaves nothing', async (what, why, answer, sum) => {
    const { folder, fetch } = await missing(answer, sum);
    expect(await fetch(what === 'never comes' ? 500 : 60_000)).toBe(`Electron could not be fetched: ${why}`);
    expect([existsSync(join(folder, 'dist')), existsSync(join(folder, 'path.txt'))]).toEqual([false, false]);
  });

  test.each([
    ['Error: ENOSPC: no space left on device, write', 'the disk is full'],
    ['TypeError: fetch failed', 'its server cannot be reached'],
    ['Error: EACCES: permission denied, mkdir', 'its installer failed (EACCES)'],
    [
      'ConnectTimeoutError: Connect Timeout Error\n  code: "UND_ERR_CONNECT_TIMEOUT"',
      'its installer failed (UND_ERR_CONNECT_TIMEOUT)',
    ],
    ['SyntaxError: Unexpected token', 'its installer failed'],
  ])('%j is told as %s', (said, why) => {
    expect(whyItFailed(said)).toBe(why);
  });
});
