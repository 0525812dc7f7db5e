/** The version of the package that the simulator came with, from its own file. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** It lies two levels above this folder in the sources, and above the bundle's. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
