import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.pw.ts',
  outputDir: '../../test-results',
  // One display, and one window on it at a time.
  workers: 1,
  reporter: 'list',
});
