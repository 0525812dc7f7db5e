/** What is kept is its user's alone, whatever the user's own mask would allow others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { launcher } from '../support/command.ts';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();

/** Runs the command in a shell that would leave every file open to everybody; its process. */
function openToEverybody(args: readonly string[]) {
  const environment = { ...process.env, [SECRET_VARIABLE]: service.simulator.clients.basic.clientSecret };
  const command = ['umask 000; exec "$@"', 'sh', process.execPath, launcher, ...args];
  const running = spawn('sh', ['-c', ...command], { env: environment, stdio: 'ignore' });
  onTestFinished(() => void running.kill('SIGKILL'));
  return running;
}

/** Everything below a folder that others may do anything with: its path and mode. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const { mode } = statSync(join(folder, path));
    return (mode & 0o077) === 0 ? [] : [`${path} ${(mode & 0o777).toString(8)}`];
  });
}

test.skipIf(process.platform === 'win32')(
  '[SAFE-38] folders are 0700 and files 0600 under umask 000: store, log, copy, export and pack',
  async () => {
    const { dataDir, folder } = service.workplace;
    const profile = await service.workplace.profile(service.simulator, { id: 'file-permissions' });
    const collector = openToEverybody(['collect', '--profile', profile, '--data-dir', dataDir]);
    await vi.waitFor(() => expect(service.simulator.control.subscribers()).toHaveLength(1), 60_000);
    service.simulator.control.emit({ event: 'NEVER_HEARD_OF', id: 'one', data: '{}' });
    await vi.waitFor(async () => expect(await service.workplace.stored('kind:NEVER_HEARD_OF')).toHaveLength(1), 60_000);
    const atWork = openToOthers(dataDir);
    collector.kill('SIGTERM');
    await once(collector, 'exit');
    const outside = join(folder, 'given-out');
    for (const args of [
      ['backup'],
      ['events', '--format', 'csv', '--output', `${outside}.csv`],
      ['support-pack', '--query', 'kind:NEVER_HEARD_OF', '--out', `${outside}.zip`],
    ]) {
      const [command = '', ...others] = args;
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person would
      const [code] = (await once(openToEverybody([command, '--data-dir', dataDir, ...others]), 'exit')) as [number];
      expect([command, code]).toEqual([command, 0]);
    }
    expect({ atWork, afterwards: openToOthers(dataDir), dataDir: statSync(dataDir).mode & 0o777 }).toEqual({
      atWork: [],
      afterwards: [],
      dataDir: 0o700,
    });
    expect(openToOthers(folder).filter((path) => path.startsWith('given-out'))).toEqual([]);
    expect(readdirSync(folder).filter((path) => path.startsWith('given-out')).length).toBeGreaterThanOrEqual(3);
  },
);
