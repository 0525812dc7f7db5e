/**
 * Builds the list of parts as a CycloneDX 1.6 document (SBOM). Contains no time and no random number, so that builds
 * are reproducible.
 */
import type { ShippedPart } from './shipped-parts.ts';

export interface Product {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly directDependencies: readonly string[];
}

export function sbomOf(
  { name, version, description, directDependencies }: Product,
  parts: readonly ShippedPart[],
): object {
  const self = `pkg:npm/${name}@${version}`;
  const requested = new Set([
    ...parts.filter((part) => part.places.some((location) => location !== 'packages')).map(({ purl }) => purl),
    ...parts.filter((part) => directDependencies.includes(part.name)).map(({ purl }) => purl),
  ]);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { type: 'application', 'bom-ref': self, name, version, description, purl: self },
    },
    components: parts.map((part) => ({
      type: part.name === 'electron' ? 'framework' : 'library',
      'bom-ref': part.purl,
      name: part.name,
      version: part.version,
      purl: part.purl,
      licenses: [/^[\w.+-]+$/.test(part.licence) ? { license: { id: part.licence } } : { expression: part.licence }],
      ...(part.integrity === null ? {} : { hashes: [hashOf(part.integrity)] }),
      properties: part.places.map((location) => ({ name: 'watchfloor:place', value: location })),
    })),
    dependencies: [
      { ref: self, dependsOn: [...requested].toSorted() },
      ...parts.map(({ purl, needs }) => ({ ref: purl, dependsOn: [...new Set(needs)].toSorted() })),
    ],
  };
}

/** @param integrity `sha512-BASE64`; a test checks that every package in the lock file has one */
function hashOf(integrity: string): object {
  const [, base64 = ''] = /^sha512-(\S+)$/.exec(integrity) ?? [];
  return { alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') };
}
