import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import {
  type LicensedPart,
  type LicenceNotices,
  licenceNoticesSchema,
} from '../../../../src-shared/api/licence-notices.ts';
import { nearestWord } from '../../../../src-shared/lib/nearest-word.ts';
import { licencesText } from '../../../../src-shared/words/licence-words.ts';
import { ensurePageBuilt } from '../collect/page-build.ts';
import { withOutput } from '../terminal/output.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import {
  cellForm,
  withCsvOptions,
  type FormatOptions,
  type RowFormat,
  rowFormats,
  printRows,
  type RowLayout,
} from '../terminal/rows.ts';

interface LicensesOptions extends Omit<FormatOptions, 'format'> {
  readonly format: 'text' | RowFormat;
}

export function licensesCommand(terminal: Terminal): Command {
  return withCsvOptions(
    new Command('licenses')
      .argument('[name]', 'only this part, such as react')
      .addOption(
        new Option('--format <F>', 'output format; table, ndjson and csv have a line for each part, without the texts')
          .choices(['text', ...rowFormats])
          .default('text'),
      ),
  ).action(async (name: string | undefined, { format, ...options }: LicensesOptions) => {
    const all = await readNotices(terminal);
    const notices = name === undefined ? all : noticesOfPart(all, name);
    if (format === 'text') await withOutput(terminal, (output) => output.write(licencesText(notices)));
    else await printRows(terminal, partRows, { ...options, format, cells: cellForm(options) }, () => notices.parts);
  });
}

async function readNotices(terminal: Terminal): Promise<LicenceNotices> {
  const build = await ensurePageBuilt(
    terminal.environment,
    (line) => reportLine(terminal, line),
    terminal.stopSignal(),
  );
  const text = await readFile(join(build, 'renderer', 'licences.json'), 'utf8').catch((cause: unknown) => {
    throw appError('PAGE_MISSING', { problem: 'not-built' }, { cause });
  });
  return licenceNoticesSchema.parse(JSON.parse(text));
}

/** @throws AppError BAD_ARGUMENT */
function noticesOfPart(notices: LicenceNotices, name: string): LicenceNotices {
  const parts = notices.parts.filter((part) => part.name === name);
  if (parts.length > 0) return { ...notices, parts };
  const meant = nearestWord(
    name,
    notices.parts.map((part) => part.name),
  );
  throw appError('BAD_ARGUMENT', {
    words: `Watchfloor has no part named "${name}".${meant === null ? '' : ` Did you mean ${meant}?`} Without a name, all are printed.`,
  });
}

/** Omits the texts, because many parts have the same one. */
const partRows: RowLayout<LicensedPart> = {
  fields: {
    name: ({ name }) => name,
    version: ({ version }) => version,
    licence: ({ licence }) => licence,
    places: ({ places }) => places,
  },
  columns: [
    { title: 'PART', width: 38, cell: ({ name }) => name },
    { title: 'VERSION', width: 16, cell: ({ version }) => version },
    { title: 'LICENCE', width: 24, cell: ({ licence }) => licence },
    { title: 'WHERE', width: 0, cell: ({ places }) => places.join(' ') },
  ],
};
