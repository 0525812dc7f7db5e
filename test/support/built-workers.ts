/**
 * Replaces `src-main/hosts/worker-address.ts` in tests after a build. Threads then load the bundle, which takes a
 * quarter of the time of loading the sources. `npm test` builds it before the tests.
 */
import type { WorkerName } from '../../src-main/hosts/worker-address.ts';

export function workerUrl(name: WorkerName): URL {
  return new URL(`../../out/main/${name}-worker.js`, import.meta.url);
}
