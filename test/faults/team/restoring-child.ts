/** Restores a base into its store as fast as it can until it is killed. Prints a line after each part. Argument: data directory. */
import { flushCompileCache } from 'node:module';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';
import { KILLED_STORE } from '../killed-store.ts';
import { followingStore, numberedBase } from './numbered-base.ts';

const [dataDir = ''] = process.argv.slice(2);
const store = await inThreadDatabases(dataDir).stores.open(KILLED_STORE, () => undefined);
const { member } = await followingStore(store);
flushCompileCache();
for (const line of numberedBase()) {
  if (line.kind === 'end') continue;
  await member.restorePart(line);
  console.log('restored');
}
console.log('all parts');
await new Promise(() => setInterval(() => undefined, 1_000));
