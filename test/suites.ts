/** Lists the suites of `npm test` and `npm run test:long` in the order in which they run. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { electronPlan } from './electron/plan.ts';
import { missingForDesktopPackage } from './packed/desktop-package.ts';
import { missingDaemons } from './real/desktop-daemons.ts';
import { missingIntermediaries } from './real/intermediaries/start-program.ts';
import { missingKeepassxc } from './real/keepassxc.ts';
import { missingKeyring } from './support/keyring.ts';
import { missingPython } from './support/python.ts';
import { missingRegistry } from './support/registry.ts';
import { missingFirefox, missingWebKit } from './support/other-browsers.ts';
import { longVitestFiles } from './support/tiers.ts';
import type { NotRun } from './support/unexpected-skips.ts';
import {
  missingAlertmanager,
  missingApprise,
  missingJava,
  missingLibreOffice,
  missingNatsServer,
  missingPrometheus,
  missingPromtool,
  missingPytest,
  missingRsyslog,
} from './support/missing-programs.ts';

export interface Suite {
  readonly name: string;
  /** Usual duration on two quiet cores. */
  readonly seconds: number;
  readonly call: readonly string[];
  /** Test files that it runs, as paths from the root. Missing for a suite without test files. */
  readonly files?: readonly string[];
  /** The runner that writes its JSON report. */
  readonly runner?: 'vitest' | 'playwright';
  /** True if its temporary files may be in memory. */
  readonly isInMemory?: true;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const files = (...patterns: string[]) => globSync(patterns, { cwd: root });

const vitest = 'node_modules/vitest/vitest.mjs';
const playwright = 'node_modules/@playwright/test/cli.js';
const electron = electronPlan();

export const build: readonly Suite[] = [
  {
    name: 'build (electron-vite)',
    seconds: 4,
    call: ['node_modules/electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn'],
  },
  { name: 'types of the simulator', seconds: 4, call: ['build/simulator-types.ts'] },
  { name: 'manual page', seconds: 2, call: ['build/man.ts'] },
];

export const checks: readonly Suite[] = [
  {
    name: 'types and lint (oxlint)',
    seconds: 18,
    call: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  },
  { name: 'format (oxfmt)', seconds: 1, call: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'unused code (knip)', seconds: 5, call: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  {
    name: 'product code that only tests use',
    seconds: 4,
    call: ['node_modules/knip/bin/knip.js', '--no-progress', '--production', '--include', 'files'],
  },
];

/** Returns no suite if Electron cannot run here. */
function inElectron(seconds: number, ...options: string[]): Suite[] {
  if (electron.runs.length === 0) return [];
  const call = ['test/electron/run.ts', ...options];
  return [{ name: 'real Electron (playwright)', seconds, call, files: files('test/electron/*.pw.ts') }];
}

export const tests: readonly Suite[] = [
  {
    name: 'unit, conformance, faults, journeys, packed (vitest)',
    seconds: 210,
    runner: 'vitest',
    isInMemory: true,
    call: [vitest, 'run', '--config', 'test/vitest.config.ts', '--project', 'node', '--project', 'node-apart'],
    files: files('test/**/*.test.ts').filter((path) => !/^test\/(?:electron|long)\//.test(path)),
  },
  {
    name: 'page components in Chromium (vitest)',
    seconds: 50,
    runner: 'vitest',
    call: [vitest, 'run', '--config', 'test/vitest.config.ts', '--project', 'browser'],
    files: files('test/**/*.browser.test.tsx'),
  },
  {
    name: 'web host in Chromium (playwright)',
    seconds: 97,
    runner: 'playwright',
    isInMemory: true,
    call: [playwright, 'test', '--config', 'test/playwright.config.ts'],
    files: files('test/browser/*.pw.ts'),
  },
  ...inElectron(90, '--first'),
];

export const longTests: readonly Suite[] = [
  // Also finds what only the emitted declarations show, such as TS4023.
  { name: 'types (tsc -b)', seconds: 17, call: ['node_modules/typescript/bin/tsc', '-b'] },
  {
    name: 'long: all rounds, kills, reconnects (vitest)',
    seconds: 1_200,
    runner: 'vitest',
    call: [vitest, 'run', '--config', 'test/long/vitest.config.ts'],
    files: longVitestFiles(),
  },
  {
    name: 'long: web host in Chromium, every state (playwright)',
    seconds: 390,
    runner: 'playwright',
    call: [playwright, 'test', '--config', 'test/playwright.config.ts'],
    files: files('test/browser/*.pw.ts'),
  },
  ...inElectron(240),
];

/** Checks this machine, which takes a second. */
export function notRun(): NotRun[] {
  const parts: readonly (readonly [string, string | null])[] = [
    ['real keychains (gnome-keyring, KeePassXC)', missingKeyring() ?? missingKeepassxc()],
    ['real notification daemons (dunst, xfce4-notifyd)', missingDaemons()],
    ['page and event stream in Firefox', missingFirefox()],
    ['page in WebKitGTK', missingWebKit()],
    ['real proxies and load balancers', missingIntermediaries()],
    ['spreadsheet files in LibreOffice', missingLibreOffice()],
    ['consumer in another language (Python)', missingPython()],
    ['example for pytest', missingPytest()],
    ['example in Java', missingJava()],
    ['outlets to a real Alertmanager', missingAlertmanager()],
    ['recipe: heartbeat with a real Prometheus and Alertmanager', missingAlertmanager() ?? missingPrometheus()],
    ['recipe: real rsyslog', missingRsyslog()],
    ['recipe: real Apprise', missingApprise()],
    ['rules and metrics checked by promtool', missingPromtool()],
    ['log of a team on a real NATS server', missingNatsServer()],
    ['packed: installed from the tarball', missingRegistry()],
    ['packed: desktop package (electron-builder, stub Electron)', missingForDesktopPackage()],
  ];
  return [...parts.flatMap(([name, reason]) => (reason === null ? [] : [{ name, reason }])), ...electron.notRun];
}
