/**
 * Writes the licence notices and the SBOM with each build, so that no build can lack them. Vite's own `build.license`
 * lists neither fonts nor additional notices, and skips packages without a text.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { PartLocation } from '../../src-shared/api/licence-notices.ts';
import { licencesText } from '../../src-shared/words/licence-words.ts';
import { readLock } from './lock-file.ts';
import { type Product, sbomOf } from './sbom.ts';
import { noticesOf, shippedParts } from './shipped-parts.ts';

/**
 * @param root folder of the checkout
 * @returns a plugin for each part of the build. The page's must run last, as electron-vite does: it writes
 *   `out/renderer/licences.json`, `out/THIRD-PARTY-LICENSES.txt` and `out/sbom.cdx.json`.
 */
export function noticesPlugin(root: string): (location: PartLocation) => Plugin {
  const bundled = new Map<string, Set<PartLocation>>();
  return (location) => ({
    name: 'watchfloor:notices',
    apply: 'build',
    generateBundle(_options, bundle) {
      const { config } = this.environment;
      const lock = readLock(root);
      const sources = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => resolve(config.root, name)),
      );
      for (const source of sources) {
        const path = packagePath(root, source);
        if (path === null) continue;
        if (!lock.has(path)) throw new Error(`${source} ships, and package-lock.json has no package for it.`);
        bundled.set(path, (bundled.get(path) ?? new Set()).add(location));
      }
      if (location !== 'page') return;
      const { product } = productOf(root);
      const parts = shippedParts(root, bundled);
      const notices = noticesOf(product.version, parts);
      this.emitFile({ type: 'asset', fileName: 'licences.json', source: JSON.stringify(notices) });
      const out = resolve(config.root, config.build.outDir, '..');
      mkdirSync(out, { recursive: true });
      writeFileSync(join(out, 'THIRD-PARTY-LICENSES.txt'), licencesText(notices));
      writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(sbomOf(product, parts), null, 2)}\n`);
    },
  });
}

function productOf(root: string): { product: Product } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file
  const { name, version, description, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Omit<Product, 'directDependencies'> &
    Record<'dependencies' | 'optionalDependencies', Readonly<Record<string, string>>>;
  const directDependencies = Object.entries({ ...dependencies, ...optionalDependencies }).map(
    // `npm:@napi-rs/keyring@2.1.2` is an alias.
    ([alias, range]) => /^npm:(.+)@[^@]+$/.exec(range)?.[1] ?? alias,
  );
  return { product: { name, version, description, directDependencies } };
}

/**
 * @param source path of a module, or a bundler's name for its own code, such as `\0rolldown/runtime.js` @returns null
 * for code of this project
 */
export function packagePath(root: string, source: string): string | null {
  const path = source.replace(/^\0/, '').split('?', 1)[0]!.split(sep).join('/');
  const [, installed] = /^.*?\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  if (installed !== undefined) return installed;
  const fromRoot = relative(root, path);
  if (source.startsWith('\0') && !path.startsWith('/'))
    return `node_modules/${path.split('/', path.startsWith('@') ? 2 : 1).join('/')}`;
  if (/^(?:src-\w+|docs)[\\/]/.test(fromRoot)) return null;
  throw new Error(`Nobody knows whose code ${source} is, and it ships.`);
}
