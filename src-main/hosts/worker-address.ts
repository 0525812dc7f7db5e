/**
 * Where a worker's file is: beside its adapter in the sources, beside the entry in the bundle. Workers are started by
 * path, so a bundler that moves files cannot find this out for us.
 */
export type WorkerName = 'case' | 'case-projection' | 'event-store' | 'inventory-store' | 'keychain';

export function workerUrl(name: WorkerName): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL(`./${name}-worker.js`, import.meta.url);
  // The one that mounts a part of the core, and hence is a host's.
  return new URL(name === 'case' ? './cases/worker.ts' : `../adapters/${name}/worker.ts`, import.meta.url);
}
