/**
 * Lets `vi.waitFor` and `vi.waitUntil` wait as long as `expect.poll` does. Their own limit is one second, which a busy
 * machine exceeds, and Vitest has no setting for it.
 */
import { vi } from 'vitest';

type WaitOptions = Parameters<typeof vi.waitFor>[1];

/** Only ends a test that hangs. */
const TIMEOUT_MS = 60_000;

const withPatience = (options: WaitOptions): WaitOptions =>
  typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options };

// Vitest runs this file again for each test file of a worker.
const key = Symbol.for('watchfloor.patient-waits');
if (!(key in vi)) {
  Object.defineProperty(vi, key, { value: true });
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, withPatience(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, withPatience(options));
}
