/** `watchfloor backup`: a copy of a store in one file, read again to be sure; also while another process collects. */
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { eventsText, sizeText } from '../../../src-shared/words/store-words.ts';
import { backUpStore, copyStore } from '../../adapters/event-store/backup.ts';
import { pathsIn } from '../../adapters/event-store/store-directory.ts';
import { dataDirOption } from './data-dir-option.ts';
import { printing } from './output.ts';
import { chooseStore, STORE_HELP } from './store-choice.ts';
import { terminalText } from './terminal-text.ts';

interface BackupOptions {
  readonly dataDir: string;
  readonly profile?: string;
  readonly to?: string;
}

export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'Copy a store into one file and read the copy again to be sure; also while another process collects. No secret is in it.',
    )
    .addOption(dataDirOption())
    .option('--profile <NAME|ID|FILE>', `which store, where the directory holds several: ${STORE_HELP}`)
    .option('--to <FILE>', "the copy, a new file; left out, it becomes the newest of the store's two daily copies")
    .action(backUp);
}

async function backUp(options: BackupOptions): Promise<void> {
  const store = await chooseStore(options.dataDir, options.profile);
  const copy =
    options.to === undefined
      ? await backUpStore(pathsIn(dirname(store.path)))
      : await copyStore(store.path, resolve(options.to));
  const words = `Copied ${eventsText(copy.storedEvents)} of "${store.name}" (${sizeText(copy.bytes)}), and read the copy again: ${copy.path}`;
  await printing((output) => output.write(`${terminalText(words)}\n`));
}
