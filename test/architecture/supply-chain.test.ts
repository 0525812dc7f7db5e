/** Checks the packages of other authors offline, from the lock file: versions, install scripts and licences. */
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
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Folder of the one workspace, which is ours. */
const WORKSPACE = 'build/node';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm's own form
const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, Locked>> };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
const manifests = ['package.json', `${WORKSPACE}/package.json`].map((name) => read(name) as Manifest);
const locked = Object.entries(packages).filter(
  ([path, { resolved }]) => path !== '' && path !== WORKSPACE && resolved !== WORKSPACE,
);

/** Packages with a reviewed install script. A package that gets an install script later needs a new review. */
const RUN_WHEN_INSTALLED = [
  'node_modules/electron-winstaller', // selects a 7-Zip for the platform; a part of electron-builder that runs only on Windows
];

/** Licences that allow to use and distribute the product without publishing our sources. */
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
  'Unlicense', // tweetnacl, which signs for NATS: in the public domain
]);
/** Licences for tools, which are not distributed, and for fonts, which may be distributed with a program. */
const TOOL_TERMS = new Set([...SHIPPED_TERMS, 'MPL-2.0', 'CC-BY-4.0', 'OFL-1.1']);

test('[SAFE-39] only reviewed packages have install scripts', () => {
  const running = locked.filter(([, { hasInstallScript = false }]) => hasInstallScript).map(([path]) => path);
  expect(running).toEqual(RUN_WHEN_INSTALLED);
});

test('[SAFE-39] every package has one exact version and a checksum, and no address of its own', () => {
  const declared = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
  expect({
    loose: declared
      .filter(([, version]) => !/^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
      .map(([name]) => name),
    unchecked: locked.filter(([, one]) => one.integrity?.startsWith('sha512-') !== true).map(([path]) => path),
    linked: locked.filter(([, one]) => one.link === true).map(([path]) => path),
    fromElsewhere: locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path),
  }).toEqual({ loose: [], unchecked: [], linked: [], fromElsewhere: [] });
});

test('[SAFE-39] every package has an accepted licence', () => {
  const fromOtherHosts = locked.filter(
    ([, { license, dev = false }]) => !(dev ? TOOL_TERMS : SHIPPED_TERMS).has(license ?? 'none'),
  );
  expect(fromOtherHosts.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});
