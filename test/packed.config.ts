/** What is given to people: packed, unpacked or installed, and used. Takes what was just built (`out`). */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'packed',
    include: ['test/packed/*.test.ts'],
    environment: 'node',
    // Packing and installing wait for the disk, so they run side by side also on two cores.
    maxWorkers: 2,
    // Three hundred megabytes are unpacked, on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
