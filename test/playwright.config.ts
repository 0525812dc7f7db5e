import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: 'browser/**/*.pw.ts',
  outputDir: '../test-results',
  workers: 2,
  // Waits end with the fact they wait for; these only bound how long a busy machine may take.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: await chromiumLaunchOptions(),
    // The image's LANG may be C.UTF-8, from which Chromium makes a locale that Intl refuses.
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
  },
});
