/**
 * Configures `npm run test:long`: tests that take minutes, and all rounds of tests of which `npm test` runs only some.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longVitestFiles } from '../support/tiers.ts';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: longVitestFiles(),
    // Many tests wait for processes. By default, one core would stay idle.
    maxWorkers: availableParallelism() + 1,
    env: { WATCHFLOOR_THOROUGH: '1' },
    environment: 'node',
    setupFiles: ['test/support/patient-waits.ts'],
    fsModuleCache: true,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
});
