import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // One display, and one window on it at a time.
  workers: 1,
  // A wait ends with the fact it waits for. These limits only end a test that hangs.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  projects: [
    { name: 'checkout', testMatch: '*.pw.ts', testIgnore: 'packed.pw.ts' },
    { name: 'packed', testMatch: 'packed.pw.ts' },
  ],
});
