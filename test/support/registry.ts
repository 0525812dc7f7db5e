/** Whether a package registry is reached from here: whoever installs the tarball needs one. */
import { spawnSync } from 'node:child_process';

/** Why nothing can be installed here; `null` where it can. */
export function missingRegistry(): string | null {
  const { status } = spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], { stdio: 'ignore' });
  return status === 0 ? null : 'no package registry is reached; installing needs one';
}
