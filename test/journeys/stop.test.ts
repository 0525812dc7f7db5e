import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();

/** Creates a named pipe without a writer. Its reader waits for ever. */
async function pipe(name: string): Promise<string> {
  const path = join(service.workplace.folder, name);
  await promisify(execFile)('mkfifo', [path]);
  return path;
}

/** Resolves once a reader has opened the pipe. The write end stays open and silent until the test ends. */
async function isRead(path: string): Promise<void> {
  let end: FileHandle | undefined;
  await vi.waitFor(async () => {
    end = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  }, 60_000);
  onTestFinished(() => end?.close());
}

// Windows has neither such pipes nor such signals.
describe.skipIf(process.platform === 'win32')('a collector that waits', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '[CLI-7] stops at %s while it waits for a secret from a silent pipe',
    async (signal) => {
      const clientSecretFile = await pipe('secret');
      const profile = await service.workplace.profile(service.simulator, { clientSecretFile });
      const collector = service.workplace.run(
        ['collect', '--profile', profile, '--data-dir', service.workplace.dataDir],
        { WATCHFLOOR_CLIENT_SECRET: '' },
      );
      await isRead(clientSecretFile);
      expect(await collector.stop(signal)).toBe(0);
      expect(collector.stderr).toMatch(/^\S+Z {2}Stopped: watching had not started\.\n$/);
      expect(service.simulator.control.counters()).toMatchObject({ token: 0, subscribe: 0 });
    },
  );

  test('[CLI-7] refuses a profile that is a pipe, without waiting for it', async () => {
    const collector = service.collectInProcess(await pipe('profile.json'));
    expect(await collector.exit).toBe(2);
    expect(collector.stderr).toContain('it is a pipe or a device');
  });
});
