/** Tests the SBOM, which vulnerability scanners read, with CycloneDX's own schema. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { sbomOf } from '../../../build/notices/sbom.ts';
import { type ShippedPart, shippedParts } from '../../../build/notices/shipped-parts.ts';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));
const require = createRequire(import.meta.url);
const library = dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json'));

function faults(document: object): unknown[] {
  const schema = (name: string) =>
    JSON.parse(readFileSync(join(library, 'res/schema', `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
  // The schemas use keywords that ajv does not know.
  const ajv = new Ajv({ strict: false, allErrors: true });
  // CycloneDX uses formats for international texts, which this SBOM does not contain.
  addFormats.default(ajv).addFormat('idn-email', true).addFormat('iri-reference', true);
  ajv.addSchema(schema('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json');
  ajv.addSchema(schema('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json');
  ajv.addSchema(schema('cryptography-defs'), 'http://cyclonedx.org/schema/cryptography-defs.SNAPSHOT.schema.json');
  const isValid = ajv.compile(schema('bom-1.6'));
  return isValid(document) ? [] : (isValid.errors ?? []);
}

const part = (changes: Partial<ShippedPart>): ShippedPart => ({
  name: 'one',
  version: '1.0.0',
  licence: 'MIT',
  places: ['packages'],
  purl: 'pkg:npm/one@1.0.0',
  integrity: 'sha512-aGVsbG8=',
  needs: [],
  texts: ['text'],
  ...changes,
});
const product = { name: 'watchfloor', version: '0.1.0', description: 'x', directDependencies: ['one'] };

test('[PACKED-32] the SBOM names each part with its version, licence, place, hash and dependencies', () => {
  const parts = [
    part({ needs: ['pkg:npm/two@2.0.0', 'pkg:npm/two@2.0.0'] }),
    part({ name: 'two', purl: 'pkg:npm/two@2.0.0', licence: '(MIT OR CC0-1.0)', integrity: null }),
    part({ name: 'react', purl: 'pkg:npm/react@19.0.0', places: ['page'] }),
  ];
  expect(sbomOf(product, parts)).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'watchfloor', version: '0.1.0' } },
    components: [
      {
        purl: 'pkg:npm/one@1.0.0',
        version: '1.0.0',
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-512', content: '68656c6c6f' }],
        properties: [{ name: 'watchfloor:place', value: 'packages' }],
      },
      { name: 'two', licenses: [{ expression: '(MIT OR CC0-1.0)' }] },
      { name: 'react', properties: [{ value: 'page' }] },
    ],
    dependencies: [
      { ref: 'pkg:npm/watchfloor@0.1.0', dependsOn: ['pkg:npm/one@1.0.0', 'pkg:npm/react@19.0.0'] },
      { ref: 'pkg:npm/one@1.0.0', dependsOn: ['pkg:npm/two@2.0.0'] },
      { ref: 'pkg:npm/two@2.0.0', dependsOn: [] },
      { ref: 'pkg:npm/react@19.0.0', dependsOn: [] },
    ],
  });
});

test('[PACKED-32] the SBOM of this checkout is a valid CycloneDX 1.6 document, and each dependency is a part of it', () => {
  const parts = shippedParts(checkout, new Map([['node_modules/react', new Set(['page'] as const)]]));
  const document = sbomOf(product, parts);
  expect(faults(document)).toEqual([]);
  const refs = new Set(parts.map(({ purl }) => purl));
  expect(parts.flatMap(({ needs }) => needs).filter((need) => !refs.has(need))).toEqual([]);
  // The check also rejects invalid documents.
  expect(faults({ ...document, specVersion: 1.6 })).not.toEqual([]);
  expect(faults(sbomOf(product, [part({ licence: 'No-Such-Licence' })]))).not.toEqual([]);
});
