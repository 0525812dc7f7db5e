/**
 * The real `collect` command, whole: what an event costs it on the processor, beside the same store fed through the
 * same stream client and intake in one process that publishes nothing. What the command adds is what it shows.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEventReader } from '../../src-main/adapters/event-store/event-reader.ts';
import { listStores } from '../../src-main/adapters/event-store/store-directory.ts';
import { type FedServer, startFedServer } from './fed-server.ts';

/** Of the command's processor time per event, what the bare way takes: the rest is state, snapshots, status lines. */
export const COLLECT_GOAL = 0.75;

const launcher = fileURLToPath(new URL('../../build/watchfloor.js', import.meta.url));
/** What `/proc` counts processor time in: a hundredth of a second on every Linux. */
const TICK_MS = 10;

/**
 * Processor milliseconds of all threads of a process so far; `null` where the system does not tell (only Linux does).
 */
function cpuMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

/** Microseconds of processor time per event; `null` where the system does not tell. */
export async function collectCpuPerEvent(events: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-bench-'));
  const server = await startFedServer(events);
  try {
    return await run(folder, server, events);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function run(folder: string, server: FedServer, events: number): Promise<number | null> {
  const profile = join(folder, 'profile.json');
  const { origin } = server;
  const addresses = { baseUrl: origin, eventsUrl: origin, authUrl: origin };
  writeFileSync(
    profile,
    JSON.stringify({ name: 'Bench', ...addresses, realm: 'bench', clientId: 'bench', flow: 'clientCredentials' }),
  );
  const dataDir = join(folder, 'data');
  const command = spawn(process.execPath, [launcher, 'collect', '--profile', profile, '--data-dir', dataDir], {
    env: { ...process.env, WATCHFLOOR_CLIENT_SECRET: 'bench' },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const { pid } = command;
  if (pid === undefined) throw new Error('the command did not start');
  try {
    // The session's first event is stored: what comes now is events and nothing else.
    await stored(dataDir, 1);
    const before = cpuMs(pid);
    server.feed();
    await stored(dataDir, events + 1);
    const after = cpuMs(pid);
    return before === null || after === null ? null : ((after - before) * 1_000) / events;
  } finally {
    command.kill('SIGTERM');
    await once(command, 'exit');
  }
}

async function stored(dataDir: string, count: number): Promise<void> {
  for (;;) {
    const [store] = listStores(dataDir);
    if (store !== undefined) {
      const reader = openEventReader(store.path);
      const { storedEvents } = await reader.extent();
      await reader.close();
      if (storedEvents >= count) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
