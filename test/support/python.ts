/** Whether Python is here: the consumer in another language needs it. */
import { spawnSync } from 'node:child_process';

/** Why it cannot run; `null` where it can. Not every `python3` on a path is one. */
export function missingPython(): string | null {
  const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], {
    stdio: 'ignore',
  });
  return status === 0 ? null : 'no python3';
}
