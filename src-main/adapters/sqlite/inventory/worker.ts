import { parentPort, workerData } from 'node:worker_threads';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { serveCalls } from '../threads/call-server.ts';
import type { CallTarget } from '../threads/remote.ts';
import { openInventoryReader } from './inventory-reader.ts';
import { openInventoryWriter } from './inventory-writer.ts';

export interface InventoryWorkerData {
  readonly role: 'writer' | 'reader';
  readonly path: string;
}

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  const data: InventoryWorkerData = workerData;
  serveCalls(parentPort, () => open(data));
}

function open({ role, path }: InventoryWorkerData): CallTarget {
  switch (role) {
    case 'writer':
      return openInventoryWriter(path);
    case 'reader':
      return openInventoryReader(path);
    default:
      return assertNever(role);
  }
}

main();
