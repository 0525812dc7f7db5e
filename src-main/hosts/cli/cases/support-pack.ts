import { typedNameWords } from '../../../../src-shared/domain/cases/author-name.ts';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { PackQuery } from '../../../../src-shared/api/reports.ts';
import { caseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import { DEFAULT_PACK_MASKED_FIELDS } from '../../../../src-shared/domain/event/masked-fields.ts';
import { type Filter, resolveTimes } from '../../../../src-shared/domain/filter/filter.ts';
import { readIdentifier } from '../../../../src-shared/service/identifier-text.ts';
import { sizeText } from '../../../../src-shared/words/store-words.ts';
import { localTimeZone } from '../../../../src-shared/lib/local-time-zone.ts';
import { refuseExport } from '../../../core/policy/policy-rules.ts';
import { createSupportPacks } from '../../../core/support-packs/create-support-packs.ts';
import { walk } from '../../../core/timeline/walk.ts';
import { type OpenedCaseProjection, withCaseProjection } from './opened-case-projection.ts';
import { eventFilter } from '../events/event-filter.ts';
import { createOutputFile, refuseOutput } from '../terminal/output-file.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { withProgress } from '../terminal/progress.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import {
  parseOutputFile,
  validateZoneAndAuthor,
  withRequiredOption,
  withReportOptions,
  withStoreOptions,
  type StoreOptions,
  type ReportOptions,
} from '../options.ts';

interface SupportPackOptions extends StoreOptions, ReportOptions {
  readonly eid?: string;
  readonly request?: string;
  readonly query?: string;
  readonly output: string;
  readonly force?: true;
}

const MAX_EVENTS = 10_000;

export function supportPackCommand(terminal: Terminal): Command {
  const command = withReportOptions(
    withStoreOptions(new Command('support-pack'), terminal),
    terminal,
    DEFAULT_PACK_MASKED_FIELDS,
  )
    .option('--eid <E>', 'for this eUICC', readIdentifier)
    .option('--request <R>', 'for this change request')
    .option('--query <Q>', `for the events that match this filter (docs/filter.md), at most ${MAX_EVENTS}`)
    .option('--force', 'overwrite the file if it exists')
    .action((options: SupportPackOptions) => writePack(terminal, options));
  return withRequiredOption(command, '-o, --output <FILE>', 'the zip to write', undefined, parseOutputFile);
}

async function writePack(terminal: Terminal, options: SupportPackOptions): Promise<void> {
  const { mask, by, zone, force = false } = options;
  const filter = filterOf(options);
  validateZoneAndAuthor(options);
  refuseExport(await terminal.policy(), mask);
  const path = resolve(options.output);
  refuseOutput(path, force);
  await withCaseProjection(terminal, options, async (opened) => {
    const files = { create: () => createOutputFile(path, force), hrefOf: () => null };
    const packs = createSupportPacks({ ...opened.reportParts, files });
    const save = async () =>
      packs.save(
        {
          of: await subjectOf(opened, options, filter),
          mask: [...mask],
          parts: ['report', 'raw', 'coverage', 'actions'],
          // The page stores the ticket of a case. This command sets none.
          ticket: '',
          zone: zone ?? localTimeZone(),
          by: typedNameWords(by),
        },
        opened.stopSignal,
      );
    const saved = await withProgress(terminal, 'Writing the support pack', save);
    reportLine(terminal, terminalText(`watchfloor: Wrote ${path} (${sizeText(saved.bytes)}).`));
  });
}

/** Null if no filter selects. @throws AppError BAD_ARGUMENT unless exactly one selection is given */
function filterOf({ eid, request, query }: SupportPackOptions): Filter | null {
  if ([eid, request, query].filter((one) => one !== undefined).length !== 1)
    throw appError('BAD_ARGUMENT', {
      words: 'Choose the content of the pack with one of --eid, --request and --query.',
    });
  return query === undefined ? null : resolveTimes(eventFilter({ query }), Date.now());
}

async function subjectOf(
  { reader, stopSignal }: OpenedCaseProjection,
  { eid, request, query }: SupportPackOptions,
  filter: Filter | null,
): Promise<PackQuery['of']> {
  if (eid !== undefined) return { kind: 'cases', keys: [caseKey({ kind: 'eid', eid })] };
  if (request !== undefined) return { kind: 'cases', keys: [caseKey({ kind: 'request', requestId: request })] };
  const seqs: number[] = [];
  if (filter !== null)
    for await (const { seq } of walk(reader, { filter, direction: 'older' }, stopSignal)) {
      seqs.push(seq);
      if (seqs.length > MAX_EVENTS)
        throw appError('BAD_ARGUMENT', {
          words: `More than ${MAX_EVENTS} events match "${query ?? ''}". Narrow it, for example by time.`,
        });
    }
  if (seqs.length === 0) throw appError('BAD_ARGUMENT', { words: `No stored event matches "${query ?? ''}".` });
  return { kind: 'events', seqs };
}
