/** Starts a real Prometheus Alertmanager (Debian package prometheus-alertmanager). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { closedPort } from '../fixtures/loopback.ts';
import { ALERTMANAGER } from './missing-programs.ts';
import { startProgram } from './start-program.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

interface ReceivedAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly status: { readonly state: string };
  readonly endsAt: string;
}

/** A configuration that notifies no receiver. */
export const NOBODY = 'route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n';

/** Runs until the test ends. */
export async function startAlertmanager(configuration = NOBODY) {
  const folder = temporaryDirectory();
  const config = join(folder, 'config.yml');
  writeFileSync(config, configuration);
  const address = `127.0.0.1:${await closedPort()}`;
  const options = [
    `--config.file=${config}`,
    `--storage.path=${folder}`,
    `--web.listen-address=${address}`,
    '--cluster.listen-address=',
  ];
  onTestFinished(startProgram(ALERTMANAGER, options));
  const url = `http://${address}`;
  const get = async (path: string) => (await fetch(`${url}${path}`)).json() as Promise<unknown>;
  await vi.waitFor(() => get('/api/v2/status'), { timeout: 20_000, interval: 50 });
  return {
    url,
    /** Active alerts. */
    alerts: () => get('/api/v2/alerts') as Promise<readonly ReceivedAlert[]>,
  };
}
