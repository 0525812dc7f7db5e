/** Locates the file of a worker, which is started by path: a bundler cannot rewrite it. */
export type WorkerName = 'database' | 'keychain';

const SOURCES = { database: './database-worker/main.ts', keychain: '../adapters/keychain/worker.ts' } as const;

export function workerUrl(name: WorkerName): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? SOURCES[name] : `./${name}-worker.js`, import.meta.url);
}
