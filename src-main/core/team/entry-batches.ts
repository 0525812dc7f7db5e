/** Reads ahead while the store commits, so that small entries are one transaction. A single entry does not wait. */
import { ChangeSignal } from '../lib/change-signal.ts';
import type { LogEntry } from '../ports/team-log.ts';
import { readRecord, type ReadRecord } from './team-records.ts';

export interface ReadEntry {
  readonly entry: LogEntry;
  readonly read: ReadRecord;
}

/** Lets a large record be a batch, or thousands of small ones. A longer transaction delays the events of a holder. */
const MAX_BATCH_CHARS = 500_000;
const MAX_AHEAD = 4;

/** Ends when `read` ends, or soon after the signal is aborted. @throws errors of `read` */
export async function* entryBatches(
  read: (signal: AbortSignal) => AsyncIterable<LogEntry>,
  signal: AbortSignal,
): AsyncGenerator<readonly ReadEntry[], void, undefined> {
  const ends = new AbortController();
  const either = AbortSignal.any([signal, ends.signal]);
  const queue: ReadEntry[][] = [];
  const queued = new ChangeSignal();
  const taken = new ChangeSignal();
  let chars = 0;
  let hasEnded = false;
  async function readAhead(): Promise<void> {
    for await (const entry of read(either)) {
      const one = { entry, read: readRecord(entry) };
      const last = queue.at(-1);
      if (last === undefined || chars >= MAX_BATCH_CHARS) {
        chars = 0;
        queue.push([one]);
      } else last.push(one);
      chars += entry.text?.length ?? 0;
      queued.notify();
      while (queue.length >= MAX_AHEAD && !either.aborted) await next(taken, either);
    }
  }
  const reading = readAhead().finally(() => {
    hasEnded = true;
    queued.notify();
  });
  // The caller gets the error below, after everything that was read before it.
  reading.catch(() => undefined);
  try {
    while (!signal.aborted) {
      const batch = queue.shift();
      if (batch !== undefined) {
        taken.notify();
        yield batch;
      } else if (hasEnded) break;
      else await next(queued, signal);
    }
    await reading;
  } finally {
    ends.abort(new Error('the entries are not needed any more'));
    await reading.catch(() => undefined);
  }
}

const next = (changes: ChangeSignal, signal: AbortSignal) =>
  changes.changedSince(changes.revision, signal).catch(() => undefined);
