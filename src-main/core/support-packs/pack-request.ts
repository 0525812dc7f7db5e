/** A connectivity change request as a pack tells it: what was to change, what came of it, why, and for which lines. */
import type { RequestFacts, Resources } from '../../../src-shared/api/cases.ts';
import type { PackBlock } from '../../../src-shared/api/reports.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { CaseState } from '../ports/case-book.ts';
import type { ContentParts } from './pack-contents.ts';
import { providerFacts } from './pack-provider.ts';
import type { ReportWanted } from './pack-wanted.ts';
import { facts, heading, line, lines, own } from './pack-writing.ts';

/** Each window reads the event again, which may be megabytes. */
const WINDOW = 2_500;
/** Rows that are printed at once. */
const PIECE = 250;

export async function* requestBlocks(
  parts: ContentParts,
  wanted: ReportWanted,
  state: CaseState,
  title: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<PackBlock, void, undefined> {
  const told = await parts.cases.requestFacts(state.key);
  await wanted.pace.rest();
  yield heading(title);
  yield facts(requestRows(wanted, state, told));
  if (told.contradictions.length > 0) yield lines(...told.contradictions.map((words) => wanted.words.told(words)));
  if (told.causes.length > 0) {
    yield heading('Why');
    const causes = told.causes.map(({ type, code, count, sentences }) => ({
      type,
      code,
      count,
      sentence: sentences[0] ?? null,
    }));
    yield providerFacts(wanted.words, causes);
  }
  yield* resourceBlocks(parts, wanted, state, true, signal);
  if (wanted.parts.has('succeeded')) yield* resourceBlocks(parts, wanted, state, false, signal);
}

function requestRows({ words, moments }: ReportWanted, state: CaseState, told: RequestFacts) {
  const { counters, size } = told;
  const target = told.targets
    .slice(0, 5)
    .map(({ value, count }) => (told.targets.length === 1 ? value : `${value} (${count})`));
  const createdBy = state.request?.createdBy ?? null;
  // Masked, name and id of one company are the same.
  const company = new Set(
    [told.companyName, told.companyId].flatMap((part) => (part === null ? [] : [words.plain(part)])),
  );
  return [
    ['Request', words.told(state.requestId, 'not named')] as const,
    [
      'Change',
      line(words.code(told.operation), ...(target.length === 0 ? [] : [' to ', words.told(target.join(', '))])),
    ] as const,
    ['Reported', own(moments.both(state.lastAt))] as const,
    told.timeCreated === null ? null : (['Created', words.told(told.timeCreated)] as const),
    company.size === 0
      ? null
      : ([
          'Company',
          words.told(
            [told.companyName, told.companyId]
              .filter((part) => part !== null)
              .slice(0, company.size)
              .join(' · '),
          ),
        ] as const),
    createdBy === null ? null : (['Created by', words.told(createdBy)] as const),
    ['Result', own(resultWords(counters, size, state.request?.consistent ?? false))] as const,
    told.state === null ? null : (['Envelope says', words.code(told.state)] as const),
    state.own.ticket === null ? null : (['Ticket', words.told(state.own.ticket)] as const),
  ] as const;
}

function resultWords(counters: RequestFacts['counters'], size: number | null, consistent: boolean): string {
  const names = [
    ['completed', counters?.completed],
    ['failed', counters?.failed],
    ['rejected', counters?.rejected],
    ['canceled', counters?.canceled],
    ['pending', counters?.pending],
    ['in progress', counters?.inProgress],
  ] as const;
  const said = names.flatMap(([name, count]) =>
    count === null || count === undefined || count === 0 ? [] : [`${numberText(count)} ${name}`],
  );
  const all = size === null ? 'size not said' : `size ${numberText(size)}`;
  return [
    ...(said.length === 0 ? ['counters not said'] : said),
    `${all}, ${consistent ? 'adds up' : 'does not add up'}`,
  ].join(' · ');
}

async function* resourceBlocks(
  parts: ContentParts,
  { words, mostRows, pace }: ReportWanted,
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
    // oxlint-disable-next-line no-await-in-loop -- a window of many
    const window: Resources = await parts.cases.resources({ key, failed, cause: null, from, limit: WINDOW });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pace.rest();
    const wanted = (failed ? window.resources : window.resources.filter((one) => !one.failed)).slice(
      0,
      mostRows - given,
    );
    if (from === 0) {
      if (window.total === 0) return;
      const first = mostRows < window.total && failed ? `, the first ${mostRows}` : '';
      yield failed ? heading('Failed resources', `${numberText(window.total)}${first}`) : heading('The others');
    }
    for (let at = 0; at < wanted.length; at += PIECE)
      yield {
        kind: 'table',
        head: given + at === 0 ? columns : [],
        rows: wanted
          .slice(at, at + PIECE)
          .map(({ code, state, iccid, imsi, msisdn, sentence }) => [
            words.code(failed ? code : state, '–'),
            words.told(iccid, '–'),
            words.told(imsi, '–'),
            words.told(msisdn, '–'),
            ...(failed ? [sentence === null ? own('–') : words.sentence(sentence)] : []),
          ]),
      };
    given += wanted.length;
    if (given >= mostRows || from + window.resources.length >= window.total || window.resources.length === 0) return;
  }
}
