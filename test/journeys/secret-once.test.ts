/** A secret that can be read only once, as `<(pass show acme)` gives it, is enough for a collector. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();

// Windows has no such pipes.
test.skipIf(process.platform === 'win32')('a pipe that gives the secret once is read once', async () => {
  const { workplace, simulator } = service;
  const clientSecretFile = join(workplace.folder, 'secret');
  await promisify(execFile)('mkfifo', [clientSecretFile]);
  const profile = await workplace.profile(simulator, { clientSecretFile });
  const collector = workplace.run(['collect', '--profile', profile, '--data-dir', workplace.dataDir], {
    WATCHFLOOR_CLIENT_SECRET: '',
  });
  await writeFile(clientSecretFile, simulator.clients.basic.clientSecret);
  await collector.waitForText(/Watching/);
  expect(await collector.stop()).toBe(0);
});
