import { spawnSync } from 'node:child_process';

/** Name of the program, and of its Debian package. */
export const ALERTMANAGER = 'prometheus-alertmanager';

/** Returns why Alertmanager cannot run, or null if it can. */
export function missingAlertmanager(): string | null {
  return spawnSync(ALERTMANAGER, ['--version'], { stdio: 'ignore' }).status === 0 ? null : `no ${ALERTMANAGER}`;
}
