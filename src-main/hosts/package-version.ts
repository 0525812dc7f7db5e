import { readFileSync } from 'node:fs';

/** The file is two levels above this folder, both in the sources and in the bundle. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  // Checked by hand: loading zod would take longer than everything else that `--version` does.
  const { version }: { version?: unknown } = JSON.parse(text);
  if (typeof version !== 'string') throw new TypeError('package.json has no version.');
  return version;
}
