import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunchOptions } from './chromium.ts';

/** Waits end with the fact they wait for; these only bound how long a busy machine may take. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } };

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    projects: [
      {
        test: {
          ...PATIENCE,
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/electron/**'],
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
