/** Starts the threads of each store with their first call. A thread serves all databases of the store. */
import type { Worker } from 'node:worker_threads';
import type { Log } from '../../../core/ports/log.ts';
import type { StoreClients, ThreadRole } from './store-clients.ts';
import { createWorkerThread } from './worker-thread.ts';

/** @returns the clients of the store in a directory, always the same ones */
export function storeThreads(start: (role: ThreadRole) => Worker, log?: Log): (directory: string) => StoreClients {
  const stores = new Map<string, StoreClients>();
  return (directory) => {
    let clients = stores.get(directory);
    if (clients === undefined) stores.set(directory, (clients = createClients(start, log)));
    return clients;
  };
}

function createClients(start: (role: ThreadRole) => Worker, log: Log | undefined): StoreClients {
  const thread = (role: ThreadRole, idleMs?: number) => createWorkerThread(() => start(role), { log, idleMs });
  const threads = {
    write: thread('write'),
    derive: thread('derive'),
    read: thread('read'),
    scan: thread('scan', IDLE_MS),
  };
  return {
    client: (role, spec, options) => (role === 'copy' ? thread(role) : threads[role]).client(spec, options),
  };
}

/** @returns clients of any store, which share a thread: for a process that runs many short commands */
export function sharedThread(start: (role: ThreadRole) => Worker): StoreClients {
  const thread = createWorkerThread(() => start('derive'), { idleMs: IDLE_MS, lingers: true });
  return { client: (_role, spec, options) => thread.client(spec, options) };
}

/** A thread takes 15 MB, and some are used rarely. Starting one again takes 60 ms. */
const IDLE_MS = 60_000;

/** Limits unused memory. With less young memory, the thread that writes would take 7 % more processor time. */
export function resourceLimits(role: ThreadRole): Worker['resourceLimits'] {
  return { maxYoungGenerationSizeMb: role === 'write' ? 24 : 6, maxOldGenerationSizeMb: 1_024 };
}
