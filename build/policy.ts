/** `npm run policy`: writes `docs/policy` from the table of the settings. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { policyFiles } from './policy-files.ts';

for (const [name, content] of Object.entries(policyFiles())) {
  const path = fileURLToPath(new URL(`../docs/policy/${name}`, import.meta.url));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
