import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // There is one display, which shows one window at a time.
  workers: 1,
  // A wait ends as soon as its condition holds. These limits only end a test that hangs.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  projects: [
    { name: 'checkout', testMatch: '*.pw.ts', testIgnore: 'packed.pw.ts' },
    { name: 'packed', testMatch: 'packed.pw.ts' },
  ],
});
