/** Entry point of every thread of a store. Runs when it is loaded. */
import { parentPort } from 'node:worker_threads';
import { serveCalls } from '../../adapters/sqlite/threads/call-server.ts';
import { collectWhenIdle } from '../idle-collection.ts';
import { openDatabaseTarget } from './open-database-target.ts';

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  serveCalls(parentPort, openDatabaseTarget);
  collectWhenIdle();
}

main();
