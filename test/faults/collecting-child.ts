/**
 * A process that collects as fast as it can, until it is killed, and meanwhile does what else is done to a store. Prints
 * `open`, then a line for each batch that was acknowledged, with the number of the last event in it, and `piece` for each
 * piece of other work. `argv`: data directory, number of the first event, the work, and `threads` for a store behind its
 * threads, which takes twice as long to start.
 */
import { flushCompileCache } from 'node:module';
import { createEventStoreOpener } from '../../src-main/adapters/event-store/event-store.ts';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { createInThreadStores } from '../doubles/in-thread-stores.ts';
import { KILLED_STORE, numberedEvent, TIDIED } from './killed-store.ts';

/** A chunk is full after eight of them. */
const BATCH = 500;

const [dataDir = '', first = '1', work = 'collect', how] = process.argv.slice(2);
const stores = how === 'threads' ? createEventStoreOpener({ dataDir }) : createInThreadStores({ dataDir });
const store = await stores.open(KILLED_STORE, () => undefined);
const { writer } = store;
const { extent } = await writer.resume();
// Whoever is killed cannot do it at its end; the next one starts the sooner.
flushCompileCache();
console.log('open');

let session: number | 'opens' = 'opens';
let next = Number(first);
let after = extent.newestSeq;
if (work === 'mend') await writer.replace('as if it were damaged');
// Ends with the process alone: it is there to be killed.
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
  if (work === 'tidy') return worker.removeExpired(TIDIED);
  // Whoever only collects has finished what the one before it began.
  return worker.repair();
}
