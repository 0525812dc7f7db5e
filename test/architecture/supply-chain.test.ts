/** What comes from others: which packages, what they may run when they are installed, under which terms. Read offline, from the lock file. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm's own form
const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, Locked>> };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
const manifest = read('package.json') as Manifest;
const locked = Object.entries(packages).filter(([path]) => path !== '');

/**
 * Packages that run a program of theirs when they are installed. Whoever adds one has read that program; a package that
 * begins to have one is another package.
 */
const RUN_WHEN_INSTALLED = [
  'node_modules/electron-winstaller', // chooses a 7-Zip by platform; a tool of electron-builder, on Windows alone
];

/** Terms under which what is given to people may be used and passed on without giving out sources of ours. */
const SHIPPED_TERMS = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  '(MIT OR CC0-1.0)',
  'WTFPL',
  'WTFPL OR ISC',
  '(WTFPL OR MIT)',
]);
/** Of tools, which stay here; of fonts, which may be passed on with a program. */
const TOOL_TERMS = new Set([...SHIPPED_TERMS, 'MPL-2.0', 'CC-BY-4.0', 'OFL-1.1']);

test('[SAFE-39] nothing runs when packages are installed but what was read', () => {
  const running = locked.filter(([, { hasInstallScript = false }]) => hasInstallScript).map(([path]) => path);
  expect(running).toEqual(RUN_WHEN_INSTALLED);
});

test('[SAFE-40] every package is the one that was locked: one version, one check value, no address of its own', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect({
    loose: wanted.filter(([, version]) => !/^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+$/.test(version)).map(([name]) => name),
    unchecked: locked.filter(([, one]) => one.integrity?.startsWith('sha512-') !== true).map(([path]) => path),
    linked: locked.filter(([, one]) => one.link === true).map(([path]) => path),
    fromElsewhere: locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path),
  }).toEqual({ loose: [], unchecked: [], linked: [], fromElsewhere: [] });
});

test('[SAFE-41] every package is under terms that were agreed to', () => {
  const foreign = locked.filter(
    ([, { license, dev = false }]) => !(dev ? TOOL_TERMS : SHIPPED_TERMS).has(license ?? 'none'),
  );
  expect(foreign.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});
