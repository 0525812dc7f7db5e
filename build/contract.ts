/** `npm run contract`: writes `docs/contract` from the behaviour of the simulator, the schema of the service report and the analyst tables. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publishedTables } from '../src-shared/domain/analyst-tables.ts';
import { serviceReportJsonSchema } from '../src-shared/api/quality/service-report.ts';
import { contractNames } from '../src-simulator/contract/contract.ts';
import { exampleContract } from '../src-simulator/example-contract.ts';

const folder = fileURLToPath(new URL('../docs/contract/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const name of contractNames) writeFileSync(`${folder}${name}.json`, await exampleContract(name));
writeFileSync(`${folder}service-report.json`, JSON.stringify(serviceReportJsonSchema()));
writeFileSync(`${folder}analyst-tables.json`, JSON.stringify(publishedTables()));
