/**
 * Collects as fast as it can, and does other work on the store, until it is killed. Prints `open`, then for each
 * acknowledged batch the number of its last event, and `piece` for each batch of other work. Arguments: data directory,
 * number of the first event, the work, and `threads` for a store behind threads, which takes twice as long to start.
 */
import { flushCompileCache } from 'node:module';
import { databasesInThreads } from '../../src-main/hosts/databases.ts';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { KILLED_STORE, numberedEvent, TIDIED } from './killed-store.ts';

/** Events per batch. Eight batches nearly fill a chunk. */
const BATCH = 500;

const [dataDir = '', first = '1', work = 'collect', how] = process.argv.slice(2);
const stores = how === 'threads' ? databasesInThreads(dataDir).stores : inThreadDatabases(dataDir).stores;
const store = await stores.open(KILLED_STORE, () => undefined);
const { writer } = store;
const { extent } = await writer.resume();
// A killed process cannot flush its cache at its end. The next process then starts faster.
flushCompileCache();
console.log('open');

let session: number | 'opens' = 'opens';
let next = Number(first);
let after = extent.newestSeq;
if (work === 'mend') await writer.replace('as if it were damaged');
// Never ends by itself, because the test kills the process.
for (;;) {
  const last = next + BATCH - 1;
  const events = Array.from({ length: BATCH }, (_, index) => numberedEvent(next + index));
  const appended = await writer.append({
    session,
    events,
    first: { at: next, elapsed: next },
    last: { at: last, elapsed: last },
    after,
  });
  session = appended.sessionId;
  after = appended.extent.newestSeq;
  next = last + 1;
  console.log(String(last));
  if (await otherWork(store)) console.log('piece');
}

async function otherWork({ writer: worker }: EventStore): Promise<boolean> {
  await worker.seal(next);
  if (work === 'tidy') return worker.removeExpired(TIDIED);
  // A process that only collects completes the repair that an earlier one began.
  return worker.repair();
}
