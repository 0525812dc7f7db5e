import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What takes minutes: `npm run test:long`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { include: ['test/long/**/*.test.ts'], environment: 'node', testTimeout: 600_000, hookTimeout: 60_000 },
});
