import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './chromium.ts';

/** Code without a process, a window or a thread of its own: most of the tests, and most of their time was start-up. */
const IN_ONE_PLACE = ['test/{simulator,renderer}/**/*.test.ts', 'test/unit/{core,doubles,hosts,shared}/**/*.test.ts'];

/** Waits end with the fact they wait for; these only bound how long a busy machine may take. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Journeys and faults wait more than they reckon.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...PATIENCE,
          name: 'node',
          include: IN_ONE_PLACE,
          environment: 'node',
          // Modules are loaded once for all files. Nothing happens at import time, so no file can leave anything behind;
          // one that replaces a module belongs to the other project.
          isolate: false,
        },
      },
      {
        test: {
          ...PATIENCE,
          name: 'node-apart',
          include: ['test/**/*.test.ts'],
          exclude: ['test/electron/**', 'test/long/**', 'test/packed/**', ...IN_ONE_PLACE],
          environment: 'node',
        },
      },
      {
        plugins: [react()],
        test: {
          ...PATIENCE,
          name: 'browser',
          include: ['test/**/*.browser.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: await chromiumLaunchOptions(),
              contextOptions: { locale: 'en-GB', timezoneId: 'UTC' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
