/**
 * `watchfloor support-pack`: writes what the provider's support needs for a case, a request or a selection into one
 * zip.
 */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { appError } from '../../../src-shared/api/errors.ts';
import type { PackQuery } from '../../../src-shared/api/reports.ts';
import { caseKey } from '../../../src-shared/domain/case-keys.ts';
import {
  type MaskedField,
  maskedFields,
  DEFAULT_PACK_MASKED_FIELDS,
} from '../../../src-shared/domain/masked-fields.ts';
import { type Filter, resolveTimes } from '../../../src-shared/domain/filter.ts';
import { isTimeZone } from '../../../src-shared/words/zoned-time-words.ts';
import { sizeText } from '../../../src-shared/words/store-words.ts';
import { localTimeZone } from '../../../src-shared/lib/local-time-zone.ts';
import { walk } from '../../core/timeline/walk.ts';
import { type OpenedCaseProjection, withCaseProjection } from './private-case-projection.ts';
import { dataDirOption } from './data-dir-option.ts';
import { eventFilter } from './event-filter.ts';
import { createOutputFile, refuseOutput } from './output-file.ts';
import { parseMask } from './mask-option.ts';
import { withRequiredOption } from './required-option.ts';
import { chooseReadableStore, STORE_HELP } from './store-choice.ts';
import { reportLine, type Terminal } from './terminal.ts';
import { terminalText } from './terminal-text.ts';

interface SupportPackOptions {
  readonly dataDir: string;
  readonly profile?: string;
  readonly eid?: string;
  readonly request?: string;
  readonly query?: string;
  readonly out: string;
  readonly force?: true;
  readonly mask: readonly MaskedField[];
  readonly zone?: string;
  readonly by: string;
}

const MAX_EVENTS = 10_000;

export function supportPackCommand(terminal: Terminal): Command {
  const command = new Command('support-pack')
    .description(
      'Write a support pack: a readable report, the received events and what was watched, as one zip. Tokens and sign-in are never in it. Also while another process watches, on a copied directory, and without a network.',
    )
    .addOption(dataDirOption(terminal))
    .option('--profile <NAME|ID|FILE>', `whose, where the directory holds several stores: ${STORE_HELP}`)
    .option('--eid <E>', 'of this eUICC')
    .option('--request <R>', 'of this change request')
    .option('--query <Q>', `of the events that match this filter (docs/filter.md), at most ${MAX_EVENTS}`)
    .option('--force', 'also where a file of that name is there')
    .addOption(
      new Option('--mask <F,F>', `what is masked in every file: ${maskedFields.join(', ')}, or none`)
        .argParser(parseMask)
        .default(DEFAULT_PACK_MASKED_FIELDS, DEFAULT_PACK_MASKED_FIELDS.join(',')),
    )
    .option('--zone <Z>', 'the zone in which times are written beside UTC; left out: of this computer')
    .option('--by <NAME>', 'who makes it', '')
    .action((options: SupportPackOptions) => writePack(terminal, options));
  return withRequiredOption(command, '--out <FILE>', 'the zip to write');
}

async function writePack(terminal: Terminal, options: SupportPackOptions): Promise<void> {
  const { dataDir, profile, mask, by, zone, force = false } = options;
  const filter = filterOf(options);
  if (zone !== undefined && !isTimeZone(zone))
    throw appError('BAD_ARGUMENT', {
      words: `--zone "${zone}" is no time zone that this computer knows. Expected: a name such as Europe/Oslo, or UTC.`,
    });
  if (by.length > 60) throw appError('BAD_ARGUMENT', { words: '--by is a name of at most 60 characters.' });
  const path = resolve(options.out);
  refuseOutput(path, force);
  const store = await chooseReadableStore(dataDir, profile);
  await withCaseProjection(terminal, dataDir, store, async (opened) => {
    const packs = opened.packsInto({ create: () => createOutputFile(path, force), hrefOf: () => null });
    const saved = await packs.save(
      {
        of: await subjectOf(opened, options, filter),
        mask: [...mask],
        parts: ['report', 'raw', 'coverage', 'facts'],
        // The pack contains the ticket that the page stored with the case. This command only reads and sets none.
        ticket: '',
        zone: zone ?? localTimeZone(),
        by,
      },
      opened.stopSignal,
    );
    reportLine(terminal, terminalText(`watchfloor: Wrote ${path} (${sizeText(saved.bytes)}).`));
  });
}

/**
 * Returns null if the pack is not selected by a filter. @throws AppError BAD_ARGUMENT unless exactly one selection is
 * given
 */
function filterOf({ eid, request, query }: SupportPackOptions): Filter | null {
  if ([eid, request, query].filter((one) => one !== undefined).length !== 1)
    throw appError('BAD_ARGUMENT', { words: 'Say of what the pack is: --eid, --request or --query, one of them.' });
  return query === undefined ? null : resolveTimes(eventFilter({ query, kind: [], outcome: [], code: [] }), Date.now());
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
