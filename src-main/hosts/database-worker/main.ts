/** Entry point of every thread of a store. Runs when it is loaded. */
import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from '../../adapters/sqlite/threads/call-server.ts';
import { collectWhenIdle } from '../idle-collection.ts';
import { openDatabaseTarget } from './open-database-target.ts';
import { BACKGROUND, lowerThreadPriority } from './thread-priority.ts';

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  if (workerData === BACKGROUND) lowerThreadPriority();
  serveCalls(parentPort, openDatabaseTarget);
  collectWhenIdle();
}

main();
