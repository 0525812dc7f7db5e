import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/ports/clock.ts';
import type { StoreIdentity } from '../../core/ports/event-store.ts';
import type { WriterProcesses } from '../../core/ports/writer-processes.ts';
import { handOver } from './hand-over.ts';

interface WriterProcessesParts {
  readonly directoryOf: (store: StoreIdentity) => string;
  readonly isRunning: (store: StoreIdentity) => boolean;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
}

export function createWriterProcesses({ directoryOf, isRunning, clock }: WriterProcessesParts): WriterProcesses {
  return {
    isRunning,
    async ask(store, request, signal) {
      const isServed = () => isRunning(store);
      if (!isServed()) return null;
      const id = randomBytes(16).toString('hex');
      return handOver({ ...request, id }, { directory: directoryOf(store), clock, isServed, signal });
    },
  };
}
