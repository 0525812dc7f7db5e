import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What takes minutes: `npm run test:long`. Random cases that `npm test` draws some of are drawn in full. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: [
      'test/long/**/*.test.ts',
      'test/conformance/{filter,filter-command,sse/stream-fuzz}.test.ts',
      'test/unit/core/alarms/any-sequence.test.ts',
    ],
    env: { WATCHFLOOR_THOROUGH: '1' },
    environment: 'node',
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
