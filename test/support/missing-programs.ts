/**
 * Programs that others wrote, which the tests run. `test/real/install.sh` installs the Debian packages of
 * `test/real/packages.txt`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Names of the programs, as Debian installs them. */
export const ALERTMANAGER = 'prometheus-alertmanager';
export const PROMETHEUS = 'prometheus';
export const PROMTOOL = 'promtool';
export const RSYSLOG = 'rsyslogd';
export const NATS_SERVER = 'nats-server';
export const LIBREOFFICE = 'soffice';

/** Each returns why a program cannot run, or null if it can. */
export const missingAlertmanager = () => missingProgram(ALERTMANAGER, '--version');
export const missingPrometheus = () => missingProgram(PROMETHEUS, '--version');
export const missingPromtool = () => missingProgram(PROMTOOL, '--version');
export const missingRsyslog = () => missingProgram(RSYSLOG, '-v');
export const missingNatsServer = () => missingProgram(NATS_SERVER, '--version');
export const missingLibreOffice = () => missingProgram(LIBREOFFICE, '--version');
export const missingApprise = () => missingProgram('apprise', '--version') ?? missingProgram('jq', '--version');
export const missingPython = () => missingProgram('python3', '--version');
export const missingPytest = () => missingProgram('python3', '-c', 'import pytest');
export const missingJava = () => missingProgram('javac', '-version');

function missingProgram(name: string, ...versionCall: readonly string[]): string | null {
  return spawnSync(name, versionCall, { stdio: 'ignore' }).status === 0 ? null : `no ${name}`;
}

/** Debian packages of these programs. */
const packages: readonly string[] = readFileSync(new URL('../real/packages.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Returns "nginx-light 1.22.1-9, …" for the installed packages; null on a system without Debian packages. */
export function installedVersions(): string | null {
  const call = ['--show', '--showformat', '${Package} ${Version}\n', ...packages];
  // The exit code is 1 as soon as one of them is not installed.
  const { stdout, error } = spawnSync('dpkg-query', call, { encoding: 'utf8' });
  return error === undefined ? stdout.trim().split('\n').join(', ') : null;
}
