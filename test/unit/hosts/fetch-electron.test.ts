/** Tests fetching Electron with the package's own installer, from a local mirror. */
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fetchElectron, installFailureReason } from '../../../src-main/hosts/cli/collect/fetch-electron.ts';
import { electronAvailability } from '../../../src-main/hosts/electron/window/availability.ts';
import {
  archive,
  ARCHIVE_PATHS,
  sendTruncatedArchive,
  electronServer,
  sendArchive,
} from '../../support/electron-server.ts';
import { TestTerminal } from '../../support/terminal.ts';

async function missing(...mirrored: Parameters<typeof electronServer>) {
  const { packageFolder: folder, requestedPaths, environment } = await electronServer(...mirrored);
  const terminal = new TestTerminal({ environment, columns: 80 });
  const fetch = (beginsWithinMs?: number) =>
    fetchElectron(terminal, folder, new AbortController().signal, beginsWithinMs);
  return { terminal, folder, requestedPaths, fetch };
}

describe('[HOST-14] the binary of the desktop app', () => {
  test('is fetched once with its checksum, announced in a line, and found from then on', async () => {
    const { terminal, folder, requestedPaths, fetch } = await missing();
    expect(await fetch()).toBeNull();
    expect(requestedPaths).toEqual(ARCHIVE_PATHS);
    expect(terminal.output.stderr).toMatch(/^Fetching Electron for the desktop app, about \d+ MB, only once …\n/);
    const files = {
      packageFolder: folder,
      exists: existsSync,
      readText: (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    };
    const found = { kind: 'available', binary: join(folder, 'dist', 'electron') };
    expect(electronAvailability({ files, env: { DISPLAY: ':0' }, platform: 'linux' })).toEqual(found);
  });

  test('shows the progress of its download', async () => {
    let sendRest: () => void = () => undefined;
    const { terminal, fetch } = await missing((response) => {
      response.setHeader('content-length', archive.length);
      response.write(archive.subarray(0, 300_000));
      sendRest = () => response.end(archive.subarray(300_000));
    });
    const fetching = fetch();
    await terminal.output.waitForText(/\r300\.0 kB of about 120 MB/);
    sendRest();
    expect(await fetching).toBeNull();
  });

  test.each<[string, string, (response: ServerResponse) => void, string?]>([
    ['has another checksum', 'the download does not match the checksum in its package', sendArchive, 'ab'.repeat(32)],
    ['is cut off', 'the download was cut off', sendTruncatedArchive],
    ['is not there', 'the server answered HTTP 404', (response) => response.writeHead(404).end()],
    ['never comes', 'the network sent nothing', () => undefined],
  ])('is reported with a reason if it %s, and no file is left', async (what, why, responder, sum) => {
    const { folder, fetch } = await missing(responder, sum);
    expect(await fetch(what === 'never comes' ? 500 : 60_000)).toBe(`Electron could not be fetched: ${why}`);
    expect([existsSync(join(folder, 'dist')), existsSync(join(folder, 'path.txt'))]).toEqual([false, false]);
  });

  test.each([
    ['Error: ENOSPC: no space left on device, write', 'the disk is full'],
    ['TypeError: fetch failed', 'the download server cannot be reached'],
    ['Error: EACCES: permission denied, mkdir', 'its installer failed (EACCES)'],
    [
      'ConnectTimeoutError: Connect Timeout Error\n  code: "UND_ERR_CONNECT_TIMEOUT"',
      'its installer failed (UND_ERR_CONNECT_TIMEOUT)',
    ],
    ['SyntaxError: Unexpected token', 'its installer failed'],
  ])('gets the reason %j from the output as "%s"', (text, why) => {
    expect(installFailureReason(text)).toBe(why);
  });
});
