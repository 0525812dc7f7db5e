/** `npm run accessibility`: writes the tables of `docs/accessibility.md` below its introduction. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accessibilityStatement } from './accessibility/document.ts';

const path = fileURLToPath(new URL('../docs/accessibility.md', import.meta.url));
const [introduction = ''] = readFileSync(path, 'utf8').split('\n| state');
writeFileSync(path, accessibilityStatement(introduction));
