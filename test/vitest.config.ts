import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions, WITHOUT_OPTIMIZING } from '../build/chromium.ts';
import { LongestFirst } from './support/longest-first.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Files that replace a module. All other files share modules, which each worker loads once, because loading took most
 * of the time.
 */
const REPLACE_MODULES = globSync('test/**/*.test.ts', { cwd: ROOT }).filter((file) =>
  readFileSync(join(ROOT, file), 'utf8').includes('vi.mock('),
);
const PATIENT_WAITS = 'test/support/patient-waits.ts';
const OTHER_SUITES = ['test/electron/**', 'test/long/**'];

/** A wait ends as soon as its condition holds. These limits only end a test that hangs, even on a busy machine. */
const LIMITS = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000, interval: 20 } } };

const chromium = await chromiumLaunchOptions();

/** Commands in the test's process start threads from the bundle that `npm test` has just built. */
const BUILT_WORKERS =
  process.env['WATCHFLOOR_BUNDLE'] === '1'
    ? [
        {
          find: /^.*\/worker-address\.ts$/,
          replacement: fileURLToPath(new URL('support/built-workers.ts', import.meta.url)),
        },
      ]
    : [];

export default defineConfig({
  root: ROOT,
  test: {
    // Some tests wait for processes, so four workers more than cores keep all cores busy.
    maxWorkers: availableParallelism() + 4,
    sequence: { sequencer: LongestFirst },
    fsModuleCache: true,
    projects: [
      {
        resolve: { alias: BUILT_WORKERS },
        test: {
          ...LIMITS,
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [...OTHER_SUITES, ...REPLACE_MODULES],
          environment: 'node',
          setupFiles: [PATIENT_WAITS],
          // Modules have no side effects at import time, so files can share them.
          isolate: false,
        },
      },
      {
        resolve: { alias: BUILT_WORKERS },
        test: {
          ...LIMITS,
          name: 'node-apart',
          include: REPLACE_MODULES,
          environment: 'node',
          setupFiles: [PATIENT_WAITS],
        },
      },
      {
        // Uses React as built for users. The development build takes twice the time, mostly for stack traces of
        // elements.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        optimizeDeps: {
          include: ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'marked'],
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
        },
        test: {
          ...LIMITS,
          testTimeout: 60_000,
          name: 'browser',
          include: ['test/**/*.browser.test.tsx'],
          // Loads the page's 900 modules once per worker. The setup file removes what a test rendered.
          isolate: false,
          // Tests wait for the page, so one worker more than cores keeps all cores busy. Another one would take longer
          // to load, 10 s of CPU time, than it saves.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
          setupFiles: ['test/doubles/page-setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...chromium, args: [...chromium.args, WITHOUT_OPTIMIZING] },
              contextOptions: { locale: 'en-GB', timezoneId: 'UTC' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
