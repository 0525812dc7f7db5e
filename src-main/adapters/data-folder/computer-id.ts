/** Reads the id that the operating system gives this computer at its installation. It survives a new host name. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { readPlainText } from '../files/plain-file.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 5_000;

/** Hashed, because systemd asks not to disclose the id (machine-id(5)). Null in a container: its id may not last. */
export async function readComputerId(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<string | null> {
  if (isContainer(environment)) return null;
  const id = await readRawId(platform).catch(() => null);
  return id === null ? null : createHash('sha256').update(`watchfloor data folder ${id}`).digest('hex');
}

function isContainer(environment: NodeJS.ProcessEnv): boolean {
  return (
    environment['KUBERNETES_SERVICE_HOST'] !== undefined ||
    environment['container'] !== undefined ||
    existsSync('/.dockerenv') ||
    existsSync('/run/.containerenv')
  );
}

async function readRawId(platform: NodeJS.Platform): Promise<string | null> {
  const options = { timeout: TIMEOUT_MS, windowsHide: true };
  if (platform === 'linux') return parseComputerId(platform, await readPlainText('/etc/machine-id', 1_024));
  if (platform === 'darwin')
    return parseComputerId(
      platform,
      (await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], options)).stdout,
    );
  if (platform === 'win32') {
    const key = String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`;
    return parseComputerId(platform, (await run('reg.exe', ['query', key, '/v', 'MachineGuid'], options)).stdout);
  }
  return null;
}

/** Returns null if the output has no id. An unfinished installation of Linux has the word `uninitialized`. */
export function parseComputerId(platform: NodeJS.Platform, output: string): string | null {
  const pattern =
    platform === 'linux'
      ? /^([0-9a-f]{32})\s*$/
      : platform === 'darwin'
        ? /"IOPlatformUUID" = "([0-9A-F-]{36})"/
        : /MachineGuid\s+REG_SZ\s+([0-9a-f-]{36})/i;
  return pattern.exec(output)?.[1] ?? null;
}
