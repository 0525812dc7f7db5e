import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: 'browser/**/*.pw.ts',
  outputDir: '../test-results',
  workers: 2,
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
