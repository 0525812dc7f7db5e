/** Tests that a collector needs to read its secret only once, as from `<(pass show acme)`. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();

// Windows has no such pipes.
test.skipIf(process.platform === 'win32')('reads a secret from a pipe once', async () => {
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
