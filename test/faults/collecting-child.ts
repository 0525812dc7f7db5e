/**
 * A process that collects as fast as it can, until it is killed. Prints a line when the store is open, and one for each
 * batch that was acknowledged: the number of the last event in it. `argv`: data directory, number of the first event, and `threads` for a
 * store behind its two threads, which takes twice as long to start.
 */
import { flushCompileCache } from 'node:module';
import { createEventStoreOpener } from '../../src-main/adapters/event-store/event-store.ts';
import { createInThreadStores } from '../doubles/in-thread-stores.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';

const [dataDir = '', first = '1', how] = process.argv.slice(2);
const stores = how === 'threads' ? createEventStoreOpener({ dataDir }) : createInThreadStores({ dataDir });
const store = await stores.open({
  id: 'killed-store' as ProfileId,
  name: 'Kill',
  practice: false,
  source: 'https://events.example.com',
});
await store.resume();
// Whoever is killed cannot do it at its end; the next one starts the sooner.
flushCompileCache();
console.log('open');

let session: number | 'opens' = 'opens';
let next = Number(first);
// Ends with the process alone: it is there to be killed.
for (;;) {
  const events = Array.from({ length: 1 + (next % 40) }, (_, index) => {
    const number = next + index;
    return {
      receivedAt: number,
      kind: 'HEARTBEAT',
      id: `e-${number}`,
      data: JSON.stringify({ number, operation: '-' }),
    };
  });
  const last = next + events.length - 1;
  ({ sessionId: session } = await store.append({
    session,
    events,
    first: { at: next, elapsed: next },
    last: { at: last, elapsed: last },
  }));
  next = last + 1;
  console.log(String(last));
}
