import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** The file is two levels above this folder, both in the sources and in the bundle. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
