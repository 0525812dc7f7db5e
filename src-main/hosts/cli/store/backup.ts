import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import { eventsText, percentText, sizeText } from '../../../../src-shared/words/store-words.ts';
import { backUpStore, copyStore } from '../../../adapters/sqlite/events/files/backup.ts';
import { pathsIn } from '../../../adapters/sqlite/store-paths.ts';
import { refuseExport } from '../../../core/policy/policy-rules.ts';
import { withOutput } from '../terminal/output.ts';
import { chooseReadableStore } from './store-choice.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { withStoreOptions, type StoreOptions } from '../options.ts';
import { withProgress } from '../terminal/progress.ts';

interface BackupOptions extends StoreOptions {
  readonly to?: string;
}

export function backupCommand(terminal: Terminal): Command {
  return withStoreOptions(new Command('backup'), terminal)
    .option('--to <FILE>', "the copy, a new file; default: the newest of the store's two daily copies")
    .action((options: BackupOptions) => backUp(terminal, options));
}

async function backUp(terminal: Terminal, options: BackupOptions): Promise<void> {
  const to = options.to === undefined ? null : newFile(options.to);
  refuseExport(await terminal.policy(), null);
  const store = await chooseReadableStore(options.dataDir, options.profile);
  const copy = await withProgress(terminal, 'Copying', (progress) => {
    const onProgress = (share: number) =>
      progress.show(share < 1 ? `Copying: ${percentText(share)}` : 'Checking the copy');
    return to === null
      ? backUpStore(pathsIn(dirname(store.path)), { onProgress })
      : copyStore(store.path, to, { onProgress });
  });
  const words = `Copied ${eventsText(copy.storedEvents)} of "${store.name}" (${sizeText(copy.bytes)}) and checked the copy: ${copy.path}`;
  await withOutput(terminal, (output) => output.write(`${terminalText(words)}\n`));
}

/** @returns the absolute path @throws AppError BAD_ARGUMENT */
function newFile(path: string): string {
  const target = resolve(path);
  const isFolder = (at: string) => statSync(at, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder(dirname(target)))
    throw appError('BAD_ARGUMENT', {
      words: `--to "${path}": the folder ${dirname(target)} does not exist. Create it first.`,
    });
  if (isFolder(target))
    throw appError('BAD_ARGUMENT', { words: `--to "${path}": this is a folder. Name a new file in it.` });
  return target;
}
