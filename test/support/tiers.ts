import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Lists all files in `test/long`, and each file with more rounds there (it imports `breadth.ts`). Paths from the root.
 */
export function longVitestFiles(): string[] {
  return globSync('test/**/*.test.ts', { cwd: root }).filter(
    (path) => path.startsWith('test/long/') || readFileSync(`${root}${path}`, 'utf8').includes('support/breadth.ts'),
  );
}
