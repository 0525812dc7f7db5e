/**
 * Replaces `src-main/hosts/worker-address.ts` in tests after a build: threads load the bundle, which takes a quarter of the
 * time that it takes to load the sources. `npm test` builds it just before the tests.
 */
import type { WorkerName } from '../../src-main/hosts/worker-address.ts';

export function workerUrl(name: WorkerName): URL {
  return new URL(`../../out/main/${name}-worker.js`, import.meta.url);
}
