/** `watchfloor licenses`: the licences of everything that ships and was written by others. Reads what the build wrote. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { appError } from '../../../src-shared/api/errors.ts';
import { type Notices, noticesSchema } from '../../../src-shared/api/notices.ts';
import { nearest } from '../../../src-shared/lib/nearest-word.ts';
import { noticesText } from '../../../src-shared/words/notice-words.ts';
import { builtPage } from './built-page.ts';
import { printing } from './output.ts';
import { reportLine, type Terminal } from './terminal.ts';

interface LicensesOptions {
  readonly format: 'text' | 'ndjson';
}

export function licensesCommand(terminal: Terminal): Command {
  return new Command('licenses')
    .description('Print the licence of every part of Watchfloor that others wrote, with its text. Needs no network.')
    .argument('[name]', 'only this part, such as react')
    .addOption(
      new Option('--format <F>', 'how to print; ndjson has a line for each part, without the texts')
        .choices(['text', 'ndjson'])
        .default('text'),
    )
    .action(async (name: string | undefined, { format }: LicensesOptions) => {
      const all = await readNotices(terminal);
      const notices = name === undefined ? all : noticesOfPart(all, name);
      await printing(terminal, (output) =>
        output.write(format === 'text' ? noticesText(notices) : noticeLines(notices)),
      );
    });
}

async function readNotices(terminal: Terminal): Promise<Notices> {
  const build = await builtPage(terminal.environment, (line) => reportLine(terminal, line), terminal.stopSignal());
  const text = await readFile(join(build, 'renderer', 'licences.json'), 'utf8').catch((cause: unknown) => {
    throw appError('PAGE_MISSING', { problem: 'not-built' }, { cause });
  });
  return noticesSchema.parse(JSON.parse(text));
}

/** @throws AppError BAD_ARGUMENT */
function noticesOfPart(notices: Notices, name: string): Notices {
  const parts = notices.parts.filter((part) => part.name === name);
  if (parts.length > 0) return { ...notices, parts };
  const meant = nearest(
    name,
    notices.parts.map((part) => part.name),
  );
  throw appError('BAD_ARGUMENT', {
    words: `No part of Watchfloor is called "${name}".${meant === null ? '' : ` Did you mean ${meant}?`} Without a name, all are printed.`,
  });
}

/** Without the texts, of which many parts have the same. */
function noticeLines({ parts }: Notices): string {
  return parts
    .map(({ name, version, licence, places }) => `${JSON.stringify({ name, version, licence, places })}\n`)
    .join('');
}
