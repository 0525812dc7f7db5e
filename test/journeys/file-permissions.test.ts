/** Tests that only the user may read stored files, whatever the umask allows. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();

function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const { mode } = statSync(join(folder, path));
    return (mode & 0o077) === 0 ? [] : [`${path} ${(mode & 0o777).toString(8)}`];
  });
}

test.skipIf(process.platform === 'win32')(
  '[SAFE-38] creates folders with 0700 and files with 0600 under umask 000: store, log, backup, export and support pack',
  async () => {
    const mask = process.umask(0);
    onTestFinished(() => void process.umask(mask));
    const { dataDir, folder } = service.workplace;
    const profile = await service.workplace.profile(service.simulator, { id: 'file-permissions' });
    const collector = service.collectInProcess(profile);
    await vi.waitFor(() => expect(service.simulator.control.subscribers()).toHaveLength(1), 60_000);
    service.simulator.control.emit({ event: 'NEVER_HEARD_OF', id: 'one', data: '{}' });
    await vi.waitFor(
      async () => expect(await service.workplace.storedEvents('kind:NEVER_HEARD_OF')).toHaveLength(1),
      60_000,
    );
    const atWork = openToOthers(dataDir);
    expect(await collector.stop()).toBe(0);
    const outside = join(folder, 'given-out');
    for (const args of [
      ['backup'],
      ['events', '--format', 'csv', '--output', `${outside}.csv`],
      ['support-pack', '--query', 'kind:NEVER_HEARD_OF', '--output', `${outside}.zip`],
    ])
      await service.workplace.output([...args, '--data-dir', dataDir]);
    expect({ atWork, afterwards: openToOthers(dataDir), dataDir: statSync(dataDir).mode & 0o777 }).toEqual({
      atWork: [],
      afterwards: [],
      dataDir: 0o700,
    });
    expect(openToOthers(folder).filter((path) => path.startsWith('given-out'))).toEqual([]);
    expect(readdirSync(folder).filter((path) => path.startsWith('given-out')).length).toBeGreaterThanOrEqual(3);
  },
);
