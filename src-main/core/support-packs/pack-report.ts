/** Builds the report of a pack. If there are many cases, each is a row, and the first ones are shown in full. */
import { isSignedInAuthor } from '../../../src-shared/domain/cases/author-id.ts';
import { authorNamer, authorWords, VERIFIED_NOTE } from '../../../src-shared/domain/cases/author-name.ts';
import type { CaseDetail } from '../../../src-shared/api/cases.ts';
import type { PackBlock, PackText } from '../../../src-shared/api/reports.ts';
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import { caseSubject, isCauseKey, parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { causeWords, consequenceWords, stepNames } from '../../../src-shared/words/case-words.ts';
import { actionLineWords } from '../../../src-shared/words/report-words.ts';
import { counted, numberText } from '../../../src-shared/words/store-words.ts';
import type { CaseState } from '../ports/case-projection.ts';
import { COVERED_SPAN, coverageLine, gapWords } from './pack-coverage.ts';
import { type ContentParts, storedEventsOf } from './pack-contents.ts';
import { rawBlock } from './pack-raw.ts';
import { providerBlock, statusPageBlocks } from './pack-provider.ts';
import { requestBlocks } from './pack-request.ts';
import type { Moments, PackReportContext } from './pack-report-context.ts';
import { factList, heading, line, lines, ownText, type PackTextMasker } from './pack-blocks.ts';

const MAX_DETAILED_CASES = 50;
const ROWS = 200;
const MAX_RAW_EVENTS = 20;
const MAX_NAMED_GAPS = 3;

export async function* reportBlocks(
  parts: ContentParts,
  context: PackReportContext,
  signal: AbortSignal | undefined,
): AsyncGenerator<PackBlock, void, undefined> {
  const { contents, words, ticket, moments, now } = context;
  const { cases } = contents;
  const [only] = cases;
  if (ticket !== '') yield factList([['Ticket', words.mask(ticket)]]);
  if (contents.kind === 'events') yield* eventBlocks(parts, context, signal);
  if (cases.length === 1 && only !== undefined) yield* oneCase(parts, context, only, 'What happened', signal);
  else if (cases.length > 1) yield* overview(context);
  if (context.parts.has('coverage')) {
    yield heading('Were we watching?', COVERED_SPAN);
    yield lines(coverageLine(contents, now, moments));
    if (contents.statusPage !== null) yield* statusPageBlocks(words, contents.statusPage, now);
  }
  if (context.parts.has('actions')) yield* actionBlocks(context);
  if (cases.length > 1)
    for (const [index, state] of cases.slice(0, Math.min(MAX_DETAILED_CASES, context.maxRows)).entries()) {
      signal?.throwIfAborted();
      yield* oneCase(parts, context, state, `Case ${index + 1}`, signal);
    }
  if (cases.length > MAX_DETAILED_CASES)
    yield lines(`Details: the first ${MAX_DETAILED_CASES} of ${numberText(cases.length)} cases.`);
  if (context.parts.has('raw')) yield* rawBlocks(parts, context, signal);
}

async function* oneCase(
  parts: ContentParts,
  context: PackReportContext,
  state: CaseState,
  title: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<PackBlock, void, undefined> {
  if (state.kind === 'request') {
    yield* requestBlocks(parts, context, state, title, signal);
    return;
  }
  const detail = await parts.cases.detail(state.key);
  yield heading(title);
  yield factList(localizationRows(context, state, detail));
  if (detail.provider.length > 0) {
    yield heading('What the provider says');
    yield providerBlock(context.words, detail.provider);
  }
  const tried = detail.advice.filter(({ state: how }) => how === 'done' || how === 'failed');
  if (tried.length > 0) {
    yield heading('Steps tried');
    yield lines(...tried.map((stage) => triedLine(context, stage)));
  }
  yield* attemptBlocks(context, detail);
}

function localizationRows({ words, moments }: PackReportContext, state: CaseState, { summary }: CaseDetail) {
  const { eid, iccid, countryCode, operation, errorCode, outcome, firstAt, lastAt, openedAt } = state;
  const cause = state.cause === null ? null : parseCauseKey(state.cause);
  const step: PackText = line(words.code(operation, 'no step given'), ' · ', words.code(errorCode, 'no code'));
  return [
    eid === null ? null : (['EID', words.mask(eid)] as const),
    [
      'ICCID',
      iccid === null
        ? ownText(errorCode === 'START_PROFILE_DOWNLOAD_FAILED' ? 'none: the download failed' : 'none given')
        : words.mask(iccid),
    ] as const,
    ['Country', words.code(countryCode)] as const,
    ['Step and code', step] as const,
    cause === null ? null : (['Means', ownText(consequenceWords(cause, outcome).sentence)] as const),
    ['First report', ownText(moments.both(firstAt))] as const,
    ['Last report', ownText(moments.both(lastAt))] as const,
    openedAt === null ? null : (['Open since', ownText(moments.both(openedAt))] as const),
    ['Attempts', ownText(numberText(summary.attempt))] as const,
    summary.ticket === null ? null : (['Ticket', words.mask(summary.ticket)] as const),
  ] as const;
}

function triedLine(
  { words, moments }: PackReportContext,
  { stage, state, at, by }: CaseDetail['advice'][number],
): PackText {
  const names = { retry: 'Retried', wait: 'Retried after some minutes', provider: 'Reported to the provider' };
  const how = state === 'failed' ? ', and it failed again' : '';
  return line(
    `${names[stage]}${how}${at === null ? '' : `, ${moments.both(at)}`}`,
    ...(by === null ? [] : [' by ', words.mask(authorWords(by))]),
  );
}

const EVIDENCE = {
  reported: 'reported',
  inferred: 'inferred: a later step was reported',
  failed: 'FAILED',
  unknown: 'nothing reported',
};

function* attemptBlocks(
  { words, moments, now }: PackReportContext,
  { attempts }: CaseDetail,
): Generator<PackBlock, void, undefined> {
  for (const attempt of attempts) {
    const until = attempt.to === attempt.from ? '' : ` – ${moments.utc.clock(attempt.to)} UTC`;
    yield heading(`Attempt ${attempt.number}`, moments.both(attempt.from) + until);
    yield {
      kind: 'table',
      head: ['Step', 'Evidence', 'When', 'Event'],
      rows: attempt.steps.map(({ step, evidence, at, seq, weak }) => [
        ownText(stepNames[step]),
        line(
          EVIDENCE[evidence] + (weak ? ' *' : ''),
          ...(evidence === 'failed' ? [' ', words.code(attempt.errorCode, '')] : []),
        ),
        ownText(at === null ? '' : moments.both(at)),
        ownText(seq === null ? '' : String(seq)),
      ]),
    };
    if (attempt.weakenedByGap) yield lines(weakNote(attempt.gaps, now, moments.utc));
  }
}

/** Dates the gaps, because they may be days after the span of the coverage statement. */
function weakNote(gaps: readonly Gap[], now: number, utc: Moments['utc']): string {
  const named = gaps
    .slice(0, MAX_NAMED_GAPS)
    .map((gap) =>
      gapWords({ ...gap, lengthMs: gap.lengthMs ?? now - gap.from }, (at) => `${utc.day(at)} ${utc.clock(at)} UTC`),
    );
  const more = gaps.length > named.length ? [counted(gaps.length - named.length, 'more gap')] : [];
  return `* A report may be missing: ${[...named, ...more].join(', ')}.`;
}

function* overview(context: PackReportContext): Generator<PackBlock, void, undefined> {
  const { contents, words, moments, maxRows } = context;
  const { cases } = contents;
  const shown = cases.slice(0, maxRows);
  yield heading(
    'What happened',
    `${numberText(cases.length)} cases${shown.length < cases.length ? `, the first ${shown.length}` : ''}`,
  );
  if (contents.difference !== null) yield lines(line('What is different: ', words.mask(contents.difference)));
  const head = ['Case', 'ICCID', 'Country', 'What', 'Code', 'Attempts', 'Last report (UTC)'];
  for (let at = 0; at < shown.length; at += ROWS)
    yield {
      kind: 'table',
      head: at === 0 ? head : [],
      rows: shown.slice(at, at + ROWS).map((state) => {
        const cause = state.cause === null ? null : parseCauseKey(state.cause);
        return [
          caseName(words, state),
          words.mask(state.iccid, '–'),
          words.code(state.countryCode, '–'),
          ownText(cause === null ? '–' : causeWords(cause, state.outcome)),
          words.code(state.errorCode ?? cause?.code ?? null, '–'),
          ownText(String(state.run.number)),
          ownText(`${moments.utc.day(state.lastAt)} ${moments.utc.clock(state.lastAt)}`),
        ];
      }),
    };
}

function caseName(words: PackTextMasker, { key }: Pick<CaseState, 'key'>): PackText {
  const subject = caseSubject(key);
  if (subject.kind === 'eid') return words.mask(subject.eid);
  return subject.kind === 'request' ? words.mask(subject.requestId) : ownText(`event ${subject.seq}`);
}

function* actionBlocks({
  contents,
  words,
  zone,
  moments,
  maxRows,
}: PackReportContext): Generator<PackBlock, void, undefined> {
  const shown = contents.actions.slice(-Math.max(maxRows, 20));
  const more = contents.moreActions + contents.actions.length - shown.length;
  yield heading('Notes and who did what', more === 0 ? '' : `${numberText(more)} older ones are not shown`);
  if (shown.length === 0) yield lines('None.');
  const nameOf = authorNamer(shown.map(({ author }) => author));
  if (shown.some(({ author }) => isSignedInAuthor(author))) yield lines(VERIFIED_NOTE);
  for (const { at, author, what, text, subjects } of shown) {
    const cases = subjects.filter((subject) => !isCauseKey(subject)).length;
    const sentence = actionLineWords(
      { at, author, what, text, cases: Math.max(1, cases), cause: null, key: null, failedAgainAt: null },
      zone,
    );
    yield lines(
      line(
        `${moments.both(at)}  `,
        words.mask(nameOf(author)),
        ' ',
        words.mask(sentence),
        ...(text === '' ? [] : [': ', words.mask(text)]),
      ),
    );
  }
}

async function* eventBlocks(parts: ContentParts, context: PackReportContext, signal: AbortSignal | undefined) {
  const { contents, words, moments, maxRows } = context;
  const { seqs } = contents;
  const head = ['Event', 'Received (UTC)', 'Kind', 'Operation', 'State', 'EID or request', 'ICCID', 'Code'];
  yield heading('Events', numberText(seqs.length));
  let rows: PackText[][] = [];
  let isFirst = true;
  const table = (): PackBlock => {
    const block: PackBlock = { kind: 'table', head: isFirst ? head : [], rows };
    isFirst = false;
    rows = [];
    return block;
  };
  for await (const event of storedEventsOf(parts.scanner, seqs.slice(0, maxRows), signal)) {
    const { seq, receivedAt, kind, operation, state, eid, requestId, iccid, errorCode } = event;
    rows.push([
      ownText(String(seq)),
      ownText(`${moments.utc.day(receivedAt)} ${moments.utc.clock(receivedAt)}`),
      words.code(kind),
      words.code(operation, '–'),
      words.code(state, '–'),
      words.mask(eid ?? requestId, '–'),
      words.mask(iccid, '–'),
      words.code(errorCode, '–'),
    ]);
    if (rows.length === ROWS) yield table();
  }
  if (rows.length > 0) yield table();
}

async function* rawBlocks(parts: ContentParts, context: PackReportContext, signal: AbortSignal | undefined) {
  const { seqs } = context.contents;
  const maxEvents = Math.min(MAX_RAW_EVENTS, context.maxRows);
  const remark = `unchanged, except masked values${seqs.length > maxEvents ? `; the first ${maxEvents} of ${numberText(seqs.length)}` : ''}`;
  yield heading(
    seqs.length === 1 ? 'Raw event' : 'Raw events',
    context.isMasked ? remark : remark.replace(', except masked values', ''),
  );
  for await (const event of storedEventsOf(parts.scanner, seqs.slice(0, maxEvents), signal))
    yield await context.pace.runSteps(rawBlock(context, event));
}
