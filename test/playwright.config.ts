import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions, WITHOUT_OPTIMIZING } from '../build/chromium.ts';
import { isThorough } from './support/breadth.ts';

const LONG = /@long/;
const chromium = await chromiumLaunchOptions();

export default defineConfig({
  testDir: '.',
  testMatch: 'browser/**/*.pw.ts',
  outputDir: '../test-results',
  // Some tests wait, so two workers more than cores keep all cores busy. More than four gain nothing.
  workers: Math.min(4, availableParallelism() + 2),
  // `npm run test:long` runs the tests that take minutes.
  ...(isThorough ? { grep: LONG } : { grepInvert: LONG }),
  // A wait ends as soon as its condition holds. These limits only end a test that hangs, even on a busy machine.
  timeout: isThorough ? 1_200_000 : 240_000,
  expect: { timeout: isThorough ? 300_000 : 60_000 },
  reporter: 'list',
  use: {
    // Tests with the tag `@long` keep pages open for minutes, so the optimizing compiler pays off.
    launchOptions: isThorough ? chromium : { ...chromium, args: [...chromium.args, WITHOUT_OPTIMIZING] },
    // The LANG of the image may be C.UTF-8, from which Chromium makes a locale that Intl refuses.
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    // A trace would record every test; `--trace on` records one that needs it.
    screenshot: 'only-on-failure',
  },
});
