/**
 * Reads a log into its store as fast as it can until it is killed, and receives events that the log never has. Prints
 * `read` after each entry, and the number of each received event. Arguments: data directory, number of the first event.
 */
import { flushCompileCache } from 'node:module';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';
import { batchOf } from '../../doubles/received-events.ts';
import { KILLED_STORE, numberedEvent } from '../killed-store.ts';
import { entryAt, MEMBERSHIP } from './numbered-log.ts';

const [dataDir = '', first = '1'] = process.argv.slice(2);
const store = await inThreadDatabases(dataDir).stores.open(KILLED_STORE, () => undefined);
await store.writer.resume();
const followed = await store.team.follow(MEMBERSHIP);
if (followed.kind !== 'follows') throw new Error(`The store does not follow: ${followed.kind}`);
flushCompileCache();
console.log('open');

let number = Number(first);
// Never ends by itself, because the test kills the process.
for (let { position } = followed.progress; ; position += 1) {
  await store.team.applyLog(entryAt(position + 1));
  console.log('read');
  // The next events of the log have the seqs of these.
  if (position % 6 !== 1) continue;
  await store.writer.append(batchOf('opens', [numberedEvent(number), numberedEvent(number + 1)]));
  console.log(String(number + 1));
  number += 2;
}
