/** `watchfloor store`: only reads, and works while another process collects. */
import { dirname } from 'node:path';
import { Command, Option } from 'commander';
import { createSystemClock } from '../../../adapters/clock/system-clock.ts';
import { listBackups } from '../../../adapters/sqlite/events/files/backup.ts';
import type { StoreLocation } from '../../../adapters/sqlite/events/files/store-directory.ts';
import { pathsIn } from '../../../adapters/sqlite/store-paths.ts';
import { isWriterLocked } from '../../../adapters/sqlite/events/files/writer-lock.ts';
import { readStoreReport } from '../../../core/maintenance/store-report.ts';
import type { EventReader } from '../../../core/ports/event-store.ts';
import { checkStore } from './check-store.ts';
import { withOutput } from '../terminal/output.ts';
import { type DescribedStore, storeRows, storeTable } from './store-lines.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { storedIncident } from './stored-incident.ts';
import { chosenFormat, type FormatOptions, withFormatOptions, rowLines } from '../terminal/rows.ts';
import { withStoreOptions, type StoreOptions } from '../options.ts';
import { keepDaysOf, withStore } from './store-choice.ts';

interface StoreCommandOptions extends FormatOptions, StoreOptions {
  readonly check?: true;
}

export function storeCommand(terminal: Terminal): Command {
  const command = withStoreOptions(new Command('store'), terminal).addOption(
    new Option(
      '--check',
      'check everything that is stored and print what is wrong; exit code 1 if anything is',
    ).conflicts(['fields', 'format', 'headers']),
  );
  return withFormatOptions(command, Object.keys(storeRows.fields)).action((options: StoreCommandOptions) =>
    printStore(terminal, options),
  );
}

async function printStore(terminal: Terminal, options: StoreCommandOptions): Promise<void> {
  const chosen = chosenFormat(terminal, options);
  await withStore(options, (reader, store) =>
    withOutput(terminal, async (output) => {
      if (options.check === true) {
        if (!(await checkStore(terminal, reader, output))) terminal.exitCode = 1;
        return;
      }
      const lines = rowLines(storeRows, chosen);
      const described = await describe(store, reader);
      await output.write(chosen.format === 'table' ? storeTable(described) : lines.head + lines.line(described));
    }),
  );
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
