/** Checks for a package registry, which the installation of the tarball needs. */
import { spawnSync } from 'node:child_process';

export function missingRegistry(): string | null {
  const { status } = spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], { stdio: 'ignore' });
  return status === 0 ? null : 'no package registry is reached; installing needs one';
}
