import { spawnSync } from 'node:child_process';

/** Names of the programs, as Debian installs them. */
export const ALERTMANAGER = 'prometheus-alertmanager';
export const PROMETHEUS = 'prometheus';
export const PROMTOOL = 'promtool';
export const RSYSLOG = 'rsyslogd';
export const NATS_SERVER = 'nats-server';

/** Each returns why a program cannot run, or null if it can. */
export const missingAlertmanager = () => missingProgram(ALERTMANAGER, '--version');
export const missingPrometheus = () => missingProgram(PROMETHEUS, '--version');
export const missingPromtool = () => missingProgram(PROMTOOL, '--version');
export const missingRsyslog = () => missingProgram(RSYSLOG, '-v');
export const missingNatsServer = () => missingProgram(NATS_SERVER, '--version');
export const missingApprise = () => missingProgram('apprise', '--version') ?? missingProgram('jq', '--version');

function missingProgram(name: string, versionOption: string): string | null {
  return spawnSync(name, [versionOption], { stdio: 'ignore' }).status === 0 ? null : `no ${name}`;
}
