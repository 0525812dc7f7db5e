/**
 * `watchfloor store`: prints the path, size, retention, copies and incidents of a store. With `--check`, verifies that
 * everything is as it was received. Only reads, and works while another process collects.
 */
import { dirname } from 'node:path';
import { Command } from 'commander';
import { AppError } from '../../../../src-shared/api/errors.ts';
import { type ConnectionProfile, profileFileSchema } from '../../../../src-shared/domain/profile/profile.ts';
import { createSystemClock } from '../../../adapters/clock/system-clock.ts';
import { listBackups } from '../../../adapters/sqlite/events/files/backup.ts';
import { openEventReader } from '../../../adapters/sqlite/events/event-reader.ts';
import { pathsIn, type StoreLocation } from '../../../adapters/sqlite/events/files/store-directory.ts';
import { isWriterLocked } from '../../../adapters/sqlite/events/files/writer-lock.ts';
import { parseProfile } from '../../../adapters/profile/profile-file.ts';
import { readStoreReport } from '../../../core/maintenance/store-report.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import { checkStore } from './check-store.ts';
import { dataDirOption } from '../data-dir-option.ts';
import { withOutput } from '../terminal/output.ts';
import { chosenFormat, type FormatOptions, withFormatOptions } from '../terminal/row-format.ts';
import { rowLines } from '../terminal/rows.ts';
import { chooseReadableStore, STORE_HELP } from './store-choice.ts';
import { type DescribedStore, storeRows, storeTable } from './store-lines.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { storedIncident } from './stored-incident.ts';

interface StoreOptions extends FormatOptions {
  readonly dataDir: string;
  readonly profile?: string;
  readonly check?: true;
}

export function storeCommand(terminal: Terminal): Command {
  const command = new Command('store')
    .description('Print where a store is, its size, retention, copies and incidents.')
    .addOption(dataDirOption(terminal))
    .option('--profile <NAME|ID|FILE>', STORE_HELP)
    .option('--check', 'check everything that is stored and print what is wrong; exit code 1 if anything is');
  return withFormatOptions(command).action((options: StoreOptions) => printStore(terminal, options));
}

async function printStore(terminal: Terminal, options: StoreOptions): Promise<void> {
  const chosen = chosenFormat(terminal, options);
  const store = await chooseReadableStore(options.dataDir, options.profile);
  const reader = openEventReader(store.path);
  try {
    await withOutput(terminal, async (output) => {
      if (options.check === true) {
        if (!(await checkStore(reader, output))) terminal.exitCode = 1;
        return;
      }
      const described = await describe(store, reader);
      if (chosen.format === 'table') return output.write(storeTable(described));
      const lines = rowLines(storeRows, chosen);
      await output.write(lines.head + lines.line(described));
    });
  } finally {
    await reader.close();
  }
}

async function describe(store: StoreLocation, reader: EventReader): Promise<DescribedStore> {
  const paths = pathsIn(dirname(store.path));
  const backups = () => Promise.resolve(listBackups(paths));
  return {
    name: store.name,
    id: store.id,
    path: store.path,
    isWritten: isWriterLocked(store.lock),
    report: await readStoreReport({ reader, backups }, createSystemClock(), keepDaysOf(store)),
    incident: storedIncident(store.path),
  };
}

/** Reads the value from the profile that was watched last; uses the defaults if there is none or it is invalid. */
function keepDaysOf({ profile, path }: StoreLocation): ConnectionProfile['keepDays'] {
  try {
    if (profile !== null) return parseProfile(profile, path).keepDays;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return profileFileSchema.shape.keepDays.parse(undefined);
}
