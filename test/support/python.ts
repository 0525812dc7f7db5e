import { spawnSync } from 'node:child_process';

/** Returns why Python cannot run, or null if it can. A `python3` on the path may be too old or broken. */
export function missingPython(): string | null {
  const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], {
    stdio: 'ignore',
  });
  return status === 0 ? null : 'no python3';
}
