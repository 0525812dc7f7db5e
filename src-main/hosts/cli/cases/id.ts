import { Command } from 'commander';
import { findIds } from '../../../core/ids/find-ids.ts';
import { exactTerm } from '../../../../src-shared/domain/cases/case-search-terms.ts';
import { readNames } from '../../../core/ids/read-names.ts';
import { readSubject } from '../../../core/ids/read-subject.ts';
import { mergedIds } from '../../../../src-shared/api/ids/merged-ids.ts';
import type { FoundId } from '../../../../src-shared/api/ids/found-ids.ts';
import type { Subject, SubjectEvent } from '../../../../src-shared/api/ids/subject.ts';
import { visibleText } from '../../../../src-shared/lib/visible-text.ts';
import { readIdentifierPart } from '../../../../src-shared/service/identifier-text.ts';
import { nameAnswerWords } from '../../../../src-shared/words/ids/name-words.ts';
import { summarize } from '../../../../src-shared/words/events/summarize.ts';
import {
  contradictionWords,
  eventWords,
  isFailed,
  subjectAnswer,
  subjectIdNames,
} from '../../../../src-shared/words/ids/subject-words.ts';
import { zonedWords } from '../../../../src-shared/words/zoned-time-words.ts';
import { type OpenedCaseProjection, withCaseProjection } from './opened-case-projection.ts';
import { ageLine } from '../events/report-age.ts';
import { withOutput } from '../terminal/output.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { isoTime, spanBetween, TIME_HELP } from '../terminal/times.ts';
import { withStoreOptions, type StoreOptions } from '../options.ts';
import {
  chosenFormat,
  type FormatOptions,
  printRows,
  rowLines,
  type RowLayout,
  withFormatOptions,
} from '../terminal/rows.ts';

interface IdOptions extends FormatOptions, StoreOptions {
  readonly since?: string;
  readonly until?: string;
}

const EXAMPLES = `
Examples:
  watchfloor id 8946200011660309494
  watchfloor id …9494 --since yesterday --until '2026-11-21T06:00Z'
  watchfloor id 240071234567890 --format ndjson | jq -r .sentence

VALUE: an EID, ICCID, IMSI, MSISDN, id of a subscription, resource, request or event; a part of at least 4 characters is enough.
For a part of the name of a company or user, one line says what became of its requests.
If several ids have that part, each gets a line. answer: fine (nothing failed and no gap), hurts (it failed), or not-known
(nothing failed in what was watched). With --since or --until: whether it was all right in that span.`;

export function idCommand(terminal: Terminal): Command {
  const command = withStoreOptions(new Command('id').argument('<VALUE>', 'the id, or a part of it'), terminal)
    .option('--since <T>', `start of the span: ${TIME_HELP}`)
    .option('--until <T>', 'end of the span, in the same format');
  return withFormatOptions(command, Object.keys(subjectRows.fields), '. For one id, the table ends with its history')
    .addHelpText('after', EXAMPLES)
    .action((value: string, options: IdOptions) => printId(terminal, value, options));
}

async function printId(terminal: Terminal, typed: string, options: IdOptions): Promise<void> {
  const span = spanBetween(options, Date.now());
  const limits = { from: limitOf(span.from), to: limitOf(span.to) };
  const chosen = chosenFormat(terminal, options);
  const text = readIdentifierPart(typed);
  await withCaseProjection(terminal, options, async (opened) => {
    const { subjects, mention } = await subjectsOf(opened, text, limits);
    const [one, another] = subjects;
    if (one === undefined) {
      const where =
        mention === null
          ? 'No event and no stored search has'
          : `Event ${mention.newest.seq} (${summarize(mention.newest)}, ${timeText(mention.newest.receivedAt)}) contains, but not as an identifier,`;
      const names = await readNames(opened, typed, opened.stopSignal);
      if (names.length === 0) reportLine(terminal, terminalText(`watchfloor: ${where} ${visibleText(text)}.`));
      for (const answer of names) {
        const { field, value } = answer;
        const see = `watchfloor requests --find '${exactTerm(field, value)}'`;
        const line = `watchfloor: ${visibleText(value)}, ${nameAnswerWords(answer, timeText)}. See: ${see}`;
        reportLine(terminal, terminalText(line));
      }
      return;
    }
    if (another !== undefined || chosen.format !== 'table') {
      await printRows(terminal, subjectRows, chosen, () => subjects);
      return;
    }
    await withOutput(terminal, async (output) => {
      for (const line of await answerLines(one, opened)) await output.write(`${line}\n`);
      const lines = rowLines(historyRows, chosen);
      await output.write(lines.head);
      for (const event of one.events) await output.write(lines.line(event));
    });
  });
}

function limitOf(at: number): number | null {
  return Number.isFinite(at) ? at : null;
}

/** Reads each thing that the text names, as Ctrl+K finds it. */
async function subjectsOf(
  { reader, inventory, cases, clock, stopSignal }: OpenedCaseProjection,
  text: string,
  limits: Pick<Subject, 'from' | 'to'>,
): Promise<{ readonly subjects: readonly Subject[]; readonly mention: FoundId | null }> {
  const read = (value: string) => readSubject({ reader, inventory, cases, clock }, { value, ...limits }, stopSignal);
  const exact = await read(text);
  if (exact.ids.length > 0) return { subjects: [exact], mention: null };
  if (text.length < MIN_PART_LENGTH) return { subjects: [], mention: null };
  const found = new Set<string>();
  let mention: FoundId | null = null;
  for await (const { ids, stored } of mergedIds(text, (query) =>
    findIds({ reader, inventory, clock }, query, stopSignal),
  )) {
    mention = ids.find(({ field }) => field === 'text') ?? null;
    for (const { value } of [...ids.filter(({ field }) => field !== 'text'), ...stored]) found.add(value);
  }
  const subjects: Subject[] = [];
  for (const value of found) {
    if (subjects.some(({ ids }) => ids.some((id) => id.value === value))) continue;
    subjects.push(await read(value));
  }
  return { subjects, mention };
}

const MIN_PART_LENGTH = 4;

const words = zonedWords('UTC');
const timeText = (at: number) => `${words.day(at)} ${words.clock(at)} UTC`;

async function answerLines(subject: Subject, opened: OpenedCaseProjection): Promise<string[]> {
  const joined = subject.ids.map(({ kind, value, joined: by }) => {
    const where = by === null ? 'asked for' : by.seq === null ? 'from a stored search' : `from event ${by.seq}`;
    return `${subjectIdNames[kind]} ${visibleText(value)}, ${where}`;
  });
  return [
    subjectAnswer(subject, timeText).sentence,
    '',
    ...joined,
    ...subject.contradictions.map((each) => contradictionWords(each, timeText)),
    `${await ageLine(opened, 'Last event', { newestAt: subject.lastEventAt })}. Last search that held it: ${
      subject.rows[0] === undefined ? 'none' : timeText(subject.rows[0].askedAt)
    }.`,
    '',
  ];
}

const subjectRows: RowLayout<Subject> = {
  fields: {
    id: ({ value }) => value,
    answer: (subject) => subjectAnswer(subject, timeText).mark,
    sentence: (subject) => subjectAnswer(subject, timeText).sentence,
    since: ({ from }) => isoTime(from),
    until: ({ to }) => isoTime(to),
    failures: ({ events }) => events.filter(isFailed).length,
    events: ({ events }) => events.length,
    gaps: ({ gapCount }) => gapCount,
    lastEventAt: ({ lastEventAt }) => isoTime(lastEventAt),
    lastSearchAt: ({ rows }) => isoTime(rows[0]?.askedAt ?? null),
    ids: ({ ids }) => ids.map(({ kind, value }) => ({ kind, value })),
    contradictions: ({ contradictions }) => contradictions.map((each) => contradictionWords(each, timeText)),
    seqs: ({ events }) => events.map(({ event }) => event.seq),
  },
  columns: [
    { title: 'ID', width: 34, cell: ({ value }) => value },
    { title: 'ANSWER', width: 0, cell: (subject) => subjectAnswer(subject, timeText).sentence },
  ],
};

const historyRows: RowLayout<SubjectEvent> = {
  fields: {},
  columns: [
    { title: 'RECEIVED (UTC)', width: 25, cell: ({ event }) => isoTime(event.receivedAt) },
    { title: 'SEQ', width: 10, cell: ({ event }) => String(event.seq) },
    { title: 'WHAT', width: 0, cell: (event) => eventWords(event) },
  ],
};
