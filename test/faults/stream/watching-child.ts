/**
 * Watches a stream into a real store and prints the number of stored events after each batch. Arguments: address of the
 * service, seconds between heartbeats, data directory.
 */
import { createSystemClock } from '../../../src-main/adapters/clock/system-clock.ts';
import { databasesInThreads } from '../../../src-main/hosts/databases.ts';
import { createNetwork } from '../../../src-main/adapters/network/network.ts';
import { createStreamClient } from '../../../src-main/adapters/stream/stream-client.ts';
import { Intake } from '../../../src-main/core/stream/intake.ts';
import { createStreamSource } from '../../../src-main/core/stream/stream-source.ts';
import { someProfile } from '../../doubles/profile.ts';
import { ScriptedTokens } from '../../doubles/scripted-tokens.ts';
import { SilentLog } from '../../doubles/silent-log.ts';

const [eventsUrl = '', heartbeatSeconds = '', dataDir = ''] = process.argv.slice(2);
const { id, name } = someProfile;
const clock = createSystemClock();
const log = new SilentLog();
const identity = { id, name, practice: false, source: eventsUrl };
const { writer } = await databasesInThreads(dataDir).stores.open(identity, () => undefined);
const { extent: resumed } = await writer.resume();
const intake = new Intake({
  writer,
  newestSeq: resumed.newestSeq,
  clock,
  log,
  onStored: ({ extent }) => console.log(extent.storedEvents),
  onCoverage: () => undefined,
  onStorage: () => undefined,
});
const source = createStreamSource({
  profile: { ...someProfile, eventsUrl, heartbeatSeconds: Number(heartbeatSeconds) },
  tokens: new ScriptedTokens(),
  streams: createStreamClient({ clock, log, network: createNetwork({ env: {} }) }),
  clock,
  log,
  random: () => 0.5,
});
await source.run(
  { lastEventId: null, blindSince: { at: clock.now(), elapsed: clock.elapsed() }, leftRequest: null },
  intake,
  () => undefined,
  new AbortController().signal,
);
