/** Entry point of the worker thread that runs the case projection. Runs when it is loaded. */
import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from '../../adapters/sqlite/threads/call-server.ts';
import { type CaseThreadData, openCaseThread } from './case-thread.ts';

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  const data: CaseThreadData = workerData;
  // Throws outside any try block, so that the thread dies. Its owner logs the error and starts the thread again.
  const fail = (failure: unknown): void => {
    setImmediate(() => {
      throw failure;
    });
  };
  serveCalls(parentPort, (emit) => openCaseThread(data, emit, fail));
}

main();
