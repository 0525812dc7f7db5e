/** The thread of a book of cases that follows the events. An entry point: it runs when it is loaded. */
import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from '../../adapters/threads/call-server.ts';
import { type CaseThreadData, openCaseThread } from './case-thread.ts';

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  const data: CaseThreadData = workerData;
  // Thrown where nobody catches it: whoever has the thread says so in the log, and starts it again.
  const fail = (failure: unknown): void => {
    setImmediate(() => {
      throw failure;
    });
  };
  serveCalls(parentPort, (tell) => openCaseThread(data, tell, fail));
}

main();
