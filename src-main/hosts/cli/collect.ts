/** `watchfloor collect`: stream to store without a page, one status line per change on stderr, until told to stop. */
import { Command } from 'commander';
import { readProfileFile } from '../../adapters/profile/profile-file.ts';
import { compose, type Composition } from '../compose.ts';
import { dataDirOption } from './data-dir-option.ts';
import { statusKey, statusLine } from './status-line.ts';
import { untilToldToStop } from './until-told-to-stop.ts';

export function collectCommand(): Command {
  return new Command('collect')
    .description('Keep the notification stream and store every event, without a page, until SIGINT or SIGTERM.')
    .requiredOption('--profile <FILE>', 'the connection profile, a JSON file')
    .addOption(dataDirOption())
    .action(collect);
}

async function collect(options: { profile: string; dataDir: string }): Promise<void> {
  const told = untilToldToStop();
  // Whoever reads the status lines may go away; the collector stays.
  process.stderr.on('error', () => undefined);
  const profile = await readProfileFile(options.profile);
  const composition = compose({ dataDir: options.dataDir });
  const done = new AbortController();
  let unsaved = 0;
  try {
    // Nobody watches the screen of a headless collector: what can never work is told by its exit.
    await composition.checkSignIn(profile);
    await composition.watchProfile(profile);
    await Promise.race([told, tellChanges(composition, done.signal)]);
  } finally {
    done.abort(new Error('told to stop'));
    unsaved = await composition.stop();
  }
  if (unsaved > 0) process.exitCode = 1;
  const end =
    unsaved === 0 ? 'everything received is stored' : `${unsaved} events could not be stored; the log says why`;
  process.stderr.write(`${new Date().toISOString()}  Stopped: ${end}.\n`);
}

/** Returns when watching can go on no more, which only a fault brings about. */
async function tellChanges({ backend }: Composition, signal: AbortSignal): Promise<void> {
  let told = '';
  for await (const { snapshot } of backend.snapshots(signal, 0)) {
    if (snapshot.kind !== 'open' || statusKey(snapshot) === told) continue;
    told = statusKey(snapshot);
    process.stderr.write(`${statusLine(snapshot)}\n`);
    const ended =
      snapshot.stream.kind === 'stopped' ||
      (snapshot.storage.kind === 'failing' && snapshot.storage.code === 'STORE_LOST');
    if (ended && !signal.aborted) {
      process.exitCode = 1;
      return;
    }
  }
}
