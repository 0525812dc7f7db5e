import { parentPort, workerData } from 'node:worker_threads';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { serveCalls } from '../threads/call-server.ts';
import type { CallTarget } from '../threads/remote.ts';
import { openCaseProjectionReader } from './case-reader.ts';
import { openCaseProjectionWriter } from './case-writer.ts';

export type CaseWorkerData =
  | { readonly role: 'writer'; readonly path: string; readonly from: string | null }
  | { readonly role: 'reader'; readonly path: string };

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  const data: CaseWorkerData = workerData;
  serveCalls(parentPort, () => open(data));
}

function open(data: CaseWorkerData): CallTarget {
  switch (data.role) {
    case 'writer':
      return openCaseProjectionWriter(data.path, { copyFrom: data.from });
    case 'reader':
      return openCaseProjectionReader(data.path);
    default:
      return assertNever(data);
  }
}

main();
