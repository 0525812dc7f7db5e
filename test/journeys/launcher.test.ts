/**
 * Tests the launcher: of a checkout, it passes a call on to Node 24 if an older Node runs it, and it starts commands that run
 * all day with settings that keep their memory small.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { LAUNCHER, RunningCommand, RunningProcess } from '../support/command.ts';

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
] as const)('[PACKED-2] the launcher under an older Node leaves nothing running at %s', async (signal, ended) => {
  const args = [LAUNCHER, 'simulator', '--port', '0', '--subscriptions', '3'];
  const launched = new RunningProcess(spawn(oldNode ?? '', args));
  const [, port] = await launched.waitForText(/is ready: http:\/\/127\.0\.0\.1:(\d+)/);
  expect(await connected(Number(port))).toBe(true);
  expect(await launched.stop(signal)).toBe(ended);
  await vi.waitFor(async () => expect(await connected(Number(port))).toBeNull(), { timeout: 10_000, interval: 20 });
});

test.skipIf(oldNode === undefined)(
  '[PACKED-2] the launcher under an older Node ends with the code of the command',
  async () => {
    const launched = new RunningProcess(spawn(oldNode ?? '', [LAUNCHER, 'events', '--query', 'colour:red']));
    expect(await launched.exit).toBe(2);
  },
);

/** Prints a line each time that Node starts in a process: its id, its flags and its allocator's limit. */
const REPORT_START = `data:text/javascript,console.error(JSON.stringify(
  [process.pid, process.execArgv, process.env.MALLOC_ARENA_MAX ?? null]))`.replaceAll(/\s/g, '');

async function startsOf(command: string): Promise<readonly (readonly [number, readonly string[], string | null])[]> {
  const launched = new RunningCommand([command, '--help'], { NODE_OPTIONS: `--import=${REPORT_START}` });
  expect(await launched.exit).toBe(0);
  return launched.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as [number, string[], string | null]);
}

// Windows cannot replace a process.
test.skipIf(process.platform === 'win32').each(['start', 'collect'])(
  '%s runs in the same process with a small heap, a patient compiler and two arenas of the allocator',
  async (command) => {
    const [first, second, ...others] = await startsOf(command);
    expect([first?.slice(1), second?.[1], second?.[2], others]).toEqual([
      [[], null],
      ['--max-semi-space-size=2', '--heap-growing-percent=75', '--invocation-count-for-maglev=3000'],
      '2',
      [],
    ]);
    expect(second?.[0]).toBe(first?.[0]);
  },
);

test('a short command starts once', async () => {
  expect(await startsOf('events')).toHaveLength(1);
});
