/**
 * Where a worker's file is: beside its adapter in the sources, beside the entry in the bundle. Workers are started by
 * path, so a bundler that moves files cannot find this out for us.
 */
export type WorkerName = 'case-book' | 'event-store' | 'inventory-store' | 'keychain';

export function workerUrl(name: WorkerName): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL(`../adapters/${name}/worker.ts`, import.meta.url)
    : new URL(`./${name}-worker.js`, import.meta.url);
}
