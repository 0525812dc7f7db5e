/** Tests the launcher of a checkout, which passes a call on to Node 24 if an older Node runs it. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { LAUNCHER, RunningProcess } from '../support/command.ts';

const oldNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((node) => existsSync(node) && Number(/\d+/.exec(execFileSync(node, ['--version']).toString())?.[0]) < 24);

/** Returns null if nothing listens on the port. */
function connected(port: number): Promise<true | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(null));
  });
}

// Windows has no such signals.
test.skipIf(oldNode === undefined || process.platform === 'win32').each([
  ['SIGKILL', 'SIGKILL'],
  ['SIGQUIT', 'SIGQUIT'],
  ['SIGTERM', 0],
  ['SIGINT', 0],
] as const)('[CLI-86] the launcher under an older Node leaves nothing running at %s', async (signal, ended) => {
  const args = [LAUNCHER, 'simulator', '--port', '0', '--subscriptions', '3'];
  const launched = new RunningProcess(spawn(oldNode ?? '', args));
  const [, port] = await launched.waitForText(/is ready: http:\/\/127\.0\.0\.1:(\d+)/);
  expect(await connected(Number(port))).toBe(true);
  expect(await launched.stop(signal)).toBe(ended);
  await vi.waitFor(async () => expect(await connected(Number(port))).toBeNull(), { timeout: 10_000, interval: 20 });
});

test.skipIf(oldNode === undefined)(
  '[CLI-86] the launcher under an older Node ends with the code of the command',
  async () => {
    const launched = new RunningProcess(spawn(oldNode ?? '', [LAUNCHER, 'events', '--query', 'colour:red']));
    expect(await launched.exit).toBe(2);
  },
);
