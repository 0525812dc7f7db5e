/** `npm run contract`: writes `docs/contract` from the behaviour of the simulator. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contractNames } from '../src-simulator/contract/contract.ts';
import { exampleContract } from '../src-simulator/example-contract.ts';

const folder = fileURLToPath(new URL('../docs/contract/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const name of contractNames) writeFileSync(`${folder}${name}.json`, await exampleContract(name));
