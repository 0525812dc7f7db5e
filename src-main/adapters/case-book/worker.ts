/** A thread of a book of cases, as its writer or as its reader: SQLite blocks, and must block nobody who waits. */
import { parentPort, workerData } from 'node:worker_threads';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { answerCalls } from '../threads/answer-calls.ts';
import type { Callable } from '../threads/remote.ts';
import { openBookReader } from './book-reader.ts';
import { openBookWriter } from './book-writer.ts';

export type BookWorkerData =
  | { readonly role: 'writer'; readonly path: string; readonly from: string | null }
  | { readonly role: 'reader'; readonly path: string };

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  const data: BookWorkerData = workerData;
  answerCalls(parentPort, () => open(data));
}

function open(data: BookWorkerData): Callable {
  switch (data.role) {
    case 'writer':
      return openBookWriter(data.path, { from: data.from });
    case 'reader':
      return openBookReader(data.path);
    default:
      return assertNever(data);
  }
}

main();
