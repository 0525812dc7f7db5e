/**
 * `npm test`: every suite, one after the other, all of them even when one fails. The last lines name each suite with
 * its result; one that cannot run here is named with the reason. Fails when anything failed.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installedElectron } from '../src-main/hosts/electron/availability.ts';
import { missingForDesktopPackage } from './packed/desktop-package.ts';
import { missingKeyring } from './support/keyring.ts';
import { missingPython } from './support/python.ts';
import { missingRegistry } from './support/registry.ts';
import { missingNotificationDaemon } from './support/session-bus.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const tool = (path: string) => `node_modules/${path}`;

interface Suite {
  readonly name: string;
  /** Arguments for Node. */
  readonly call: readonly string[];
  /** Why it cannot run on this machine. */
  readonly missing?: string;
}

/** Compiled code is kept between the suites, and from one run to the next: most of their time was start-up. */
process.env['NODE_COMPILE_CACHE'] ??= `${root}node_modules/.cache/watchfloor-compiled`;

const BUILD = 'build (electron-vite)';
const electron = installedElectron();
const keyring = missingKeyring();
const notificationDaemon = missingNotificationDaemon();
const python = missingPython();
const registry = missingRegistry();
const desktopPackage = missingForDesktopPackage();
const suites: readonly Suite[] = [
  { name: 'types (tsc -b)', call: [tool('typescript/bin/tsc'), '-b', '--force'] },
  { name: 'lint (oxlint, type-aware)', call: [tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'format (oxfmt)', call: [tool('oxfmt/bin/oxfmt'), '--check'] },
  { name: 'unused code (knip)', call: [tool('knip/bin/knip.js'), '--no-progress'] },
  { name: BUILD, call: [tool('electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'] },
  { name: 'manual page', call: ['build/man.ts'] },
  {
    name: 'unit, conformance, faults, journeys (vitest)',
    call: [tool('vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts'],
  },
  // Where it can run, it is one of the journeys.
  ...(keyring === null ? [] : [{ name: 'real keychain (gnome-keyring)', call: [], missing: keyring }]),
  // So is this one.
  ...(notificationDaemon === null
    ? []
    : [{ name: 'real notification daemon (dunst)', call: [], missing: notificationDaemon }]),
  // And this one of the simulator's.
  ...(python === null ? [] : [{ name: 'consumer in another language (Python)', call: [], missing: python }]),
  {
    name: 'packed: what is given to people (vitest)',
    call: [tool('vitest/vitest.mjs'), 'run', '--config', 'test/packed.config.ts'],
  },
  ...(registry === null ? [] : [{ name: 'packed: installed from the tarball', call: [], missing: registry }]),
  ...(desktopPackage === null
    ? []
    : [{ name: 'packed: desktop package (electron-builder, stub Electron)', call: [], missing: desktopPackage }]),
  {
    name: 'web host in Chromium (playwright)',
    call: [tool('@playwright/test/cli.js'), 'test', '--config', 'test/playwright.config.ts'],
  },
  {
    name: 'real Electron (playwright)',
    call: ['test/electron/run.ts'],
    ...(electron.kind === 'missing' ? { missing: electron.why } : {}),
  },
  {
    name: 'long (vitest)',
    call: [],
    missing: 'minutes of reconnects, and the page over a million events; run `npm run test:long`',
  },
];

const results = suites.map(({ name, call, missing }) => {
  if (missing !== undefined) return { name, result: `not run here: ${missing}`, failed: false, ran: false };
  console.log(`\n── ${name} ──`);
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, call, { cwd: root, stdio: 'inherit' });
  // What was just built is what the commands of the later suites run.
  if (name === BUILD && status === 0) process.env['WATCHFLOOR_BUNDLE'] = '1';
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  return { name, result: `${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`, failed: status !== 0, ran: true };
});

console.log('\n── suites ──');
for (const { name, result } of results) console.log(`${name}: ${result}`);
const failed = results.filter((result) => result.failed).length;
const ran = results.filter((result) => result.ran).length;
console.log(`suites: ${ran - failed} passed, ${failed} failed, ${results.length - ran} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
