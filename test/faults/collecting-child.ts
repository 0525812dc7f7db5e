/**
 * A process that collects as fast as it can, until it is killed. Prints a line when the store is open, and one for each
 * batch that was acknowledged: the number of the last event in it. `argv`: data directory, number of the first event.
 */
import { createEventStoreOpener } from '../../src-main/adapters/event-store/event-store.ts';

const [dataDir = '', first = '1'] = process.argv.slice(2);
const store = await createEventStoreOpener({ dataDir }).open({ profileName: 'Kill', practice: false });
await store.resume();
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
  ({ sessionId: session } = await store.append({ session, events }));
  next += events.length;
  console.log(String(next - 1));
}
