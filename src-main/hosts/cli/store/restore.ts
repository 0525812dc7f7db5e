/** `watchfloor restore`: never duplicates or removes an event, and checks the store afterwards. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { AppError, appError } from '../../../../src-shared/api/errors.ts';
import { errorWords } from '../../../../src-shared/words/error-words.ts';
import { eventsText, numberText, percentText, sizeText } from '../../../../src-shared/words/store-words.ts';
import { restoreBackup } from '../../../adapters/sqlite/events/damage/restore.ts';
import { pathsIn, type StorePaths, storePaths } from '../../../adapters/sqlite/store-paths.ts';
import { readProfileFile } from '../../../adapters/profile/profile-file.ts';
import { checkStore } from './check-store.ts';
import { withOutput } from '../terminal/output.ts';
import { chooseStore, isProfileFile, withReader } from './store-choice.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { withRequiredOption, withStoreOptions, type StoreOptions } from '../options.ts';
import { withProgress } from '../terminal/progress.ts';

interface RestoreOptions extends StoreOptions {
  readonly from: string;
}

export function restoreCommand(terminal: Terminal): Command {
  const command = withStoreOptions(
    new Command('restore'),
    terminal,
    '; the file if nothing is left of the store',
  ).action((options: RestoreOptions) => restore(terminal, options));
  return withRequiredOption(command, '--from <FILE>', 'the copy, from `watchfloor backup` or the daily backup');
}

async function restore(terminal: Terminal, options: RestoreOptions): Promise<void> {
  const from = resolve(options.from);
  const copy = await countEventsInCopy(from);
  const { name, paths } = await storeToFill(options);
  await withOutput(terminal, async (output) => {
    const print = (words: string) => output.write(`${terminalText(words)}\n`);
    await print(`The copy ${from} contains ${eventsText(copy)} (${sizeText(statSync(from).size)}).`);
    await print(`The store "${name}" contains ${await storeContents(paths)}: ${paths.events}`);
    await print('Missing events are added with their old numbers. Nothing is duplicated or removed.');
    const { saved, storedEvents } = await withProgress(terminal, 'Adding', async (progress) =>
      restoreBackup(paths, from, ({ share }) => progress.show(`Adding: ${percentText(share)}`)),
    );
    await print(saved === 0 ? 'Nothing was missing.' : `${eventsText(saved)} ${saved === 1 ? 'was' : 'were'} added.`);
    await print(`The store now contains ${numberText(storedEvents)}.`);
    if (!(await withReader(paths.events, (reader) => checkStore(terminal, reader, output)))) terminal.exitCode = 1;
  });
}

/** Finds the selected store. If it is gone, uses the place into which the profile file would be collected. */
async function storeToFill({ dataDir, profile }: RestoreOptions): Promise<{ name: string; paths: StorePaths }> {
  try {
    const { name, path } = await chooseStore(dataDir, profile);
    return { name, paths: pathsIn(dirname(path)) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NO_STORE') throw error;
    if (!isProfileFile(profile))
      throw appError('BAD_ARGUMENT', {
        words: `${errorWords(error.data, 'terminal')} To restore into a new store, add --profile FILE with the profile that was watched.`,
      });
    const { id, name } = await readProfileFile(profile);
    return { name, paths: storePaths(dataDir, { id, practice: false }) };
  }
}

/** A damaged store is accepted: it is moved aside and its readable events are restored, too. */
async function storeContents({ events }: StorePaths): Promise<string> {
  if ((statSync(events, { throwIfNoEntry: false })?.size ?? 0) === 0) return 'no events';
  try {
    return eventsText(await countStoredEvents(events));
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_DAMAGED') return 'damage and is moved aside first';
    throw error;
  }
}

async function countStoredEvents(path: string): Promise<number> {
  return withReader(path, async (reader) => (await reader.extent()).storedEvents);
}

/** @throws AppError BACKUP_UNUSABLE */
async function countEventsInCopy(path: string): Promise<number> {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) throw appError('BACKUP_UNUSABLE', { path, problem: 'no-file' });
  if (!file.isFile() || file.size === 0) throw appError('BACKUP_UNUSABLE', { path, problem: 'not-a-store' });
  try {
    return await countStoredEvents(path);
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_FOREIGN')
      throw appError('BACKUP_UNUSABLE', { path, problem: 'not-a-store' }, { cause: error });
    if (error instanceof AppError && error.code === 'STORE_DAMAGED')
      throw appError('BACKUP_UNUSABLE', { path, problem: 'damaged' }, { cause: error });
    throw error;
  }
}
