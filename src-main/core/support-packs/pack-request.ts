/** Builds the report blocks of a connectivity change request: the change, its result, the causes and the lines. */
import type { ChangeRequestDetail, ResourcesPage } from '../../../src-shared/api/cases.ts';
import type { PackBlock } from '../../../src-shared/api/reports.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { CaseState } from '../ports/case-projection.ts';
import type { ContentParts } from './pack-contents.ts';
import { providerBlock } from './pack-provider.ts';
import type { PackReportContext } from './pack-report-context.ts';
import { factList, heading, line, lines, ownText } from './pack-blocks.ts';

/** Resources per read. Each read loads the event again, which may be megabytes. */
const WINDOW = 2_500;
const BATCH_ROWS = 250;

export async function* requestBlocks(
  parts: ContentParts,
  context: PackReportContext,
  state: CaseState,
  title: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<PackBlock, void, undefined> {
  const detail = await parts.cases.requestDetail(state.key);
  await context.pace.yieldIfDue();
  yield heading(title);
  yield factList(requestRows(context, state, detail));
  if (detail.contradictions.length > 0) yield lines(...detail.contradictions.map((words) => context.words.mask(words)));
  if (detail.causes.length > 0) {
    yield heading('Why');
    const causes = detail.causes.map(({ type, code, count, sentences }) => ({
      type,
      code,
      count,
      sentence: sentences[0] ?? null,
    }));
    yield providerBlock(context.words, causes);
  }
  yield* resourceBlocks(parts, context, state, true, signal);
  if (context.parts.has('succeeded')) yield* resourceBlocks(parts, context, state, false, signal);
}

function requestRows({ words, moments }: PackReportContext, state: CaseState, detail: ChangeRequestDetail) {
  const { counters, size } = detail;
  const target = detail.targets
    .slice(0, 5)
    .map(({ value, count }) => (detail.targets.length === 1 ? value : `${value} (${count})`));
  const createdBy = state.request?.createdBy ?? null;
  // After masking, the name and the id of a company are the same text.
  const company = new Set(
    [detail.companyName, detail.companyId].flatMap((part) => (part === null ? [] : [words.plain(part)])),
  );
  return [
    ['Request', words.mask(state.requestId, 'not given')] as const,
    [
      'Change',
      line(words.code(detail.operation), ...(target.length === 0 ? [] : [' to ', words.mask(target.join(', '))])),
    ] as const,
    ['Reported', ownText(moments.both(state.lastAt))] as const,
    detail.timeCreated === null ? null : (['Created', words.mask(detail.timeCreated)] as const),
    company.size === 0
      ? null
      : ([
          'Company',
          words.mask(
            [detail.companyName, detail.companyId]
              .filter((part) => part !== null)
              .slice(0, company.size)
              .join(' · '),
          ),
        ] as const),
    createdBy === null ? null : (['Created by', words.mask(createdBy)] as const),
    ['Result', ownText(resultWords(counters, size, state.request?.consistent ?? false))] as const,
    detail.state === null ? null : (['Envelope says', words.code(detail.state)] as const),
    state.own.ticket === null ? null : (['Ticket', words.mask(state.own.ticket)] as const),
  ] as const;
}

function resultWords(counters: ChangeRequestDetail['counters'], size: number | null, consistent: boolean): string {
  const names = [
    ['completed', counters?.completed],
    ['failed', counters?.failed],
    ['rejected', counters?.rejected],
    ['canceled', counters?.canceled],
    ['pending', counters?.pending],
    ['in progress', counters?.inProgress],
  ] as const;
  const counterTexts = names.flatMap(([name, count]) =>
    count === null || count === undefined || count === 0 ? [] : [`${numberText(count)} ${name}`],
  );
  const all = size === null ? 'size not given' : `size ${numberText(size)}`;
  return [
    ...(counterTexts.length === 0 ? ['counters not given'] : counterTexts),
    `${all}, ${consistent ? 'adds up' : 'does not add up'}`,
  ].join(' · ');
}

async function* resourceBlocks(
  parts: ContentParts,
  { words, maxRows, pace }: PackReportContext,
  { key }: CaseState,
  failed: boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<PackBlock, void, undefined> {
  const columns = failed
    ? ['Code', 'ICCID', 'IMSI', 'MSISDN', 'What the provider says']
    : ['State', 'ICCID', 'IMSI', 'MSISDN'];
  let given = 0;
  for (let from = 0; ; from += WINDOW) {
    signal?.throwIfAborted();
    const window: ResourcesPage = await parts.cases.resources({ key, failed, cause: null, from, limit: WINDOW });
    await pace.yieldIfDue();
    const listed = (failed ? window.resources : window.resources.filter((one) => !one.failed)).slice(
      0,
      maxRows - given,
    );
    if (from === 0) {
      if (window.total === 0) return;
      const first = maxRows < window.total && failed ? `, the first ${maxRows}` : '';
      yield failed ? heading('Failed resources', `${numberText(window.total)}${first}`) : heading('The others');
    }
    for (let at = 0; at < listed.length; at += BATCH_ROWS)
      yield {
        kind: 'table',
        head: given + at === 0 ? columns : [],
        rows: listed
          .slice(at, at + BATCH_ROWS)
          .map(({ code, state, iccid, imsi, msisdn, sentence }) => [
            words.code(failed ? code : state, '–'),
            words.mask(iccid, '–'),
            words.mask(imsi, '–'),
            words.mask(msisdn, '–'),
            ...(failed ? [sentence === null ? ownText('–') : words.sentence(sentence)] : []),
          ]),
      };
    given += listed.length;
    if (given >= maxRows || from + window.resources.length >= window.total || window.resources.length === 0) return;
  }
}
