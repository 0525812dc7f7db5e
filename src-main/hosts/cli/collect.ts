/** `watchfloor collect`: stream to store without a page, one status line per change on stderr, until told to stop. */
import { Command } from 'commander';
import { readProfileFile } from '../../adapters/profile/profile-file.ts';
import type { Backend } from '../../core/backend.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { compose } from '../compose.ts';
import { endWords, findStore } from './collect-end.ts';
import { dataDirOption } from './data-dir-option.ts';
import { leaveSoon } from './leave.ts';
import { withProfileFile } from './required-option.ts';
import { StatusLines } from './status-line.ts';
import { terminalText } from './terminal-text.ts';
import { toldToStop } from './told-to-stop.ts';
import { type VaultKeyFileOption, vaultKeyFileOption } from './vault-key-file-option.ts';

interface CollectOptions extends VaultKeyFileOption {
  readonly profile: string;
  readonly dataDir: string;
  readonly verbose?: true;
}

export function collectCommand(): Command {
  return withProfileFile(
    new Command('collect').description(
      'Keep the notification stream and store every event, without a page, until SIGINT or SIGTERM.',
    ),
  )
    .addOption(dataDirOption())
    .addOption(vaultKeyFileOption())
    .option('--verbose', 'say what the service answered, too, where it is the cause of a trouble')
    .action(collect);
}

async function collect(options: CollectOptions): Promise<void> {
  const told = toldToStop();
  // Whoever reads the status lines may go away; the collector stays.
  process.stderr.on('error', () => undefined);
  try {
    await watchUntilTold(options, told);
  } catch (error) {
    if (!told.aborted || error !== told.reason) throw error;
    sayStopped('nothing was watched yet.');
  } finally {
    // The place of a secret may be such that it never answers.
    leaveSoon();
  }
}

async function watchUntilTold(options: CollectOptions, told: AbortSignal): Promise<void> {
  const profile = await abortable(readProfileFile(options.profile), told);
  const begunAt = Date.now();
  const composition = compose({ dataDir: options.dataDir, vaultKeyFile: options.vaultKeyFile });
  let newestSeq = 0;
  let isOver = false;
  let unsaved = 0;
  try {
    // Nobody watches the screen of a headless collector: what can never work is told by its exit.
    await abortable(composition.watchSignedIn(profile, options.profile, told), told);
    const lines = new StatusLines({ answers: options.verbose === true });
    isOver = (await tellTurns(composition.backend, lines, say, told)) === 'over';
    newestSeq = await newestTold(composition.backend);
  } finally {
    unsaved = await composition.stop();
  }
  const { words, isWell } = endWords({
    unsaved,
    newestSeq,
    begunAt,
    found: await findStore(options.dataDir, profile.id),
  });
  if (isOver || !isWell) process.exitCode = 1;
  sayStopped(words, isOver ? ', since watching cannot go on' : '');
}

function sayStopped(words: string, why = ''): void {
  say(`${new Date().toISOString()}  ${terminalText(`Stopped${why}: ${words}`)}`);
}

/** The highest seq that is known to be stored. */
async function newestTold(backend: Pick<Backend, 'snapshots'>): Promise<number> {
  const enough = new AbortController();
  for await (const { snapshot } of backend.snapshots(enough.signal)) {
    enough.abort();
    return Math.max(0, ...snapshot.watches.map(({ extent }) => extent.newestSeq));
  }
  return 0;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Says each turn, and costs nothing for an event that is none. `over`: watching can go on no more, which only a fault
 * brings about.
 */
export async function tellTurns(
  backend: Pick<Backend, 'turns'>,
  lines: StatusLines,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<'told' | 'over'> {
  for await (const { snapshot } of backend.turns(signal))
    for (const watch of snapshot.watches) {
      for (const line of lines.of(watch, snapshot.at)) tell(line);
      const isOver =
        watch.stream.kind === 'stopped' ||
        (watch.storage.kind === 'failing' && watch.storage.error?.code === 'STORE_LOST');
      if (isOver && !signal.aborted) return 'over';
    }
  return 'told';
}
