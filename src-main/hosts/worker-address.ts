/**
 * Locates the file of a worker: next to its adapter in the sources, next to the entry file in the bundle. Workers are
 * started by path, which a bundler cannot rewrite.
 */
export type WorkerName = 'case' | 'case-projection' | 'event-store' | 'inventory-store' | 'keychain';

export function workerUrl(name: WorkerName): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL(`./${name}-worker.js`, import.meta.url);
  // The case worker runs a part of the core, so its entry point belongs to a host.
  return new URL(name === 'case' ? './cases/worker.ts' : `../adapters/${name}/worker.ts`, import.meta.url);
}
