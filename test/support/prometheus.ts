/** Starts a real Prometheus (Debian package prometheus) that evaluates rules each second. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { closedPort } from '../fixtures/loopback.ts';
import { PROMETHEUS } from './missing-programs.ts';
import { startProgram } from './start-program.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

/**
 * Runs until the test ends, and sends its alerts to an Alertmanager.
 * @param rules path of a file with rules
 */
export async function startPrometheus(rules: string, alertmanagerUrl: string): Promise<void> {
  const folder = temporaryDirectory();
  const config = join(folder, 'prometheus.yml');
  const alertmanagers = [{ static_configs: [{ targets: [new URL(alertmanagerUrl).host] }] }];
  const settings = { global: { evaluation_interval: '1s' }, rule_files: [rules], alerting: { alertmanagers } };
  // JSON is YAML.
  writeFileSync(config, JSON.stringify(settings));
  const options = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${await closedPort()}`,
    '--rules.alert.resend-delay=1s',
  ];
  onTestFinished(startProgram(PROMETHEUS, options));
}
