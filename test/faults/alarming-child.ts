/**
 * Watches a stream and never finishes showing its first alarm: prints the alarm, so that the test can kill the process
 * before it is shown. Arguments: data directory, profile file.
 */
import { readProfileFile } from '../../src-main/adapters/profile/profile-file.ts';
import type { Notifier } from '../../src-main/core/ports/notifier.ts';
import { compose } from '../../src-main/hosts/compose.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';

const [dataDir = '', profileFile = ''] = process.argv.slice(2);

const notifier: Notifier = {
  desk: { kind: 'available', service: null, banners: 'unknown' },
  onDeskChanged: () => undefined,
  show({ alarm }) {
    console.log(`committed ${alarm}`);
    return new Promise(() => {});
  },
  withdraw: async () => undefined,
  onOpened: () => undefined,
  close: async () => undefined,
};
// Databases run in this thread, because starting threads from the sources takes seconds.
const composition = compose({ dataDir, notifier, openDatabases: inThreadDatabases });
await composition.watchProfile(await readProfileFile(profileFile), profileFile);
