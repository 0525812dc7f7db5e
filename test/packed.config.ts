/** Tests the packages for users: packed, unpacked or installed, and used. Needs a build (`out`). */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'packed',
    include: ['test/packed/*.test.ts'],
    environment: 'node',
    setupFiles: ['test/support/patient-waits.ts'],
    // Packing and installing wait for the disk, so two of them run in parallel even on two cores.
    maxWorkers: 2,
    // The tests unpack 300 MB, which takes long on a busy machine. The limits only end a test that hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A command alone may take more than the second that is the default.
    expect: { poll: { timeout: 60_000 } },
  },
});
