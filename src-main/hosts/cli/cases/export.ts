/** Writes the tables of `analyst-tables.ts` for other tools. If that ends early, also by Ctrl+C, nothing is left. */
import { lstatSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import { type TableFormat, tableFormats, tableNames } from '../../../../src-shared/domain/analyst-tables.ts';
import { DEFAULT_MASKED_FIELDS, type MaskedField } from '../../../../src-shared/domain/event/masked-fields.ts';
import { localTimeZone } from '../../../../src-shared/lib/local-time-zone.ts';
import { counted, sizeText } from '../../../../src-shared/words/store-words.ts';
import { tablesInFolder, tablesInOneFile } from '../../../adapters/export-files/tables/table-file.ts';
import { createTableFolder, isTableFolder } from '../../../adapters/export-files/tables/table-folder.ts';
import { exportTables, type TablesAbout } from '../../../core/exports/tables/export-tables.ts';
import { refuseExport } from '../../../core/policy/policy-rules.ts';
import type { TableFile } from '../../../core/ports/export-files.ts';
import { type OpenedCaseProjection, withCaseProjection } from './opened-case-projection.ts';
import { parseOutputFile, withMaskOption, withRequiredOption } from '../options.ts';
import { createOutputFile, refuseMissingFolder, refuseOutput, writtenByAnother } from '../terminal/output-file.ts';
import { withProgress } from '../terminal/progress.ts';
import { reportSheetFit } from '../terminal/rows.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { eventFilter } from '../events/event-filter.ts';
import { ExportProgressLine } from '../events/export-progress.ts';
import { type EventSelectionOptions, withFilterOptions } from '../events/filter-options.ts';
import { reportUnreadable } from '../events/print-events.ts';
import { UnreadableEvents } from '../events/unreadable-events.ts';

interface ExportOptions extends EventSelectionOptions {
  readonly format?: TableFormat;
  readonly output: string;
  readonly mask: readonly MaskedField[];
  readonly force?: true;
}

const MASK_HELP =
  'replace these values with stars wherever they occur, or none. Texts that cannot be read for masking are left out';

const EXAMPLES = `
Examples:
  watchfloor export --since 24h --output night        (a folder of Parquet files)
  duckdb -c "SELECT outcome, count(*) FROM 'night/events.parquet' GROUP BY outcome"
  watchfloor export --query 'country:NO' --output norway.sqlite
  watchfloor export --since 8h --output shift.xlsx

Tables: ${tableNames.join(', ')}. docs/analyst-files.md describes them.`;

export function exportCommand(terminal: Terminal): Command {
  const command = withRequiredOption(
    withFilterOptions(terminal, new Command('export')),
    '-o, --output <PATH>',
    'parquet: a new folder, with a file for each table; sqlite and xlsx: a new file. It appears when it is complete',
    undefined,
    parseOutputFile,
  );
  return withMaskOption(command, terminal, MASK_HELP, DEFAULT_MASKED_FIELDS)
    .addOption(
      new Option(
        '--format <F>',
        'default: by the ending of --output (.sqlite, .db, .xlsx), else parquet. xlsx: at most 50,000 rows together',
      ).choices(tableFormats),
    )
    .option('--force', 'replace what an export wrote to --output, and the remains of one that was killed')
    .addHelpText('after', EXAMPLES)
    .action((options: ExportOptions) => exportAll(terminal, options));
}

async function exportAll(terminal: Terminal, options: ExportOptions): Promise<void> {
  const at = Date.now();
  const filter = eventFilter(options);
  const { mask, force = false } = options;
  refuseExport(await terminal.policy(), mask);
  const path = resolve(options.output);
  const format = options.format ?? formatOf(path);
  if (format === 'parquet') refuseFolder(path, force);
  else refuseOutput(path, force);
  const about = await withCaseProjection(
    terminal,
    { ...options, inThreads: true },
    async ({ store, reader, cases, clock, stopSignal }: OpenedCaseProjection) => {
      const file = await createTables(path, format, force);
      const request = { filter, at, to: null, mask, zone: localTimeZone(), profile: store.name, format };
      const line = new ExportProgressLine(null, performance.now());
      return withProgress(terminal, 'Exporting', (progress) =>
        exportTables(
          { reader, cases, file, clock },
          request,
          (now) => progress.show(line.line(now, performance.now())),
          stopSignal,
        ),
      );
    },
  );
  if (about === null) return;
  reportLine(terminal, terminalText(endWords(about, path)));
  reportSheetFit(terminal, { cutCells: about.cutCells, sheets: 1, hiddenRows: 0 });
  reportUnreadable(terminal, new UnreadableEvents(about.unreadable), about.withheld);
}

function formatOf(path: string): TableFormat {
  if (/\.xlsx$/i.test(path)) return 'xlsx';
  if (/\.(?:sqlite3?|db)$/i.test(path)) return 'sqlite';
  if (!/\.(?:parquet|csv|ndjson|jsonl?)$/i.test(path)) return 'parquet';
  throw appError('BAD_ARGUMENT', {
    words: `--output "${path}": Parquet is a folder with a file for each table. Name a new folder, a .sqlite or an .xlsx. CSV and NDJSON: watchfloor events --output.`,
  });
}

/** @throws AppError BAD_ARGUMENT */
function refuseFolder(path: string, force: boolean): void {
  refuseMissingFolder(dirname(path));
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  if (!force) throw appError('BAD_ARGUMENT', { words: `${path} already exists. Name a new folder, or add --force.` });
  if (!isTableFolder(path))
    throw appError('BAD_ARGUMENT', {
      words: `${path} is not a folder that an export wrote, or has other files in it. Name a new folder.`,
    });
}

async function createTables(path: string, format: TableFormat, force: boolean): Promise<TableFile> {
  if (format !== 'parquet') return tablesInOneFile(await createOutputFile(path, force), format);
  const folder = await createTableFolder(path, 0, force);
  if (folder === null) throw writtenByAnother(path);
  return tablesInFolder(folder, path);
}

function endWords({ tables, bytes }: TablesAbout, path: string): string {
  const rows = tableNames.map((name) => counted(tables[name], ROW_NAMES[name])).join(', ');
  return `Wrote ${rows} (${sizeText(bytes)}) to ${path}.`;
}

const ROW_NAMES: Readonly<Record<(typeof tableNames)[number], string>> = {
  events: 'event',
  attempts: 'attempt',
  cases: 'case',
  requests: 'request',
  resources: 'resource',
  gaps: 'gap',
  actions: 'action',
};
