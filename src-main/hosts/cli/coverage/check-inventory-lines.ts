/** Formats the result of checking a gap. Calls a subscription "possibly missed", never proven. */
import { numberText } from '../../../../src-shared/words/store-words.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import type { Comparison, GapSpan } from '../../../core/subscriptions/gap-check.ts';
import { durationWords } from '../terminal/duration-words.ts';
import { labelledLines } from '../terminal/table.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { type RowLines, rowLines, type ChosenFormat } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

export interface CheckedGap extends Comparison {
  readonly gap: Gap & { readonly to: number };
  readonly span: GapSpan;
  /** Provider's clock minus the local clock. The margin of the span grows by the same amount. */
  readonly offsetMs: number;
}

export function checkLines(chosen: ChosenFormat): RowLines<CheckedGap> {
  if (chosen.format === 'table') return { head: '', line: checkTable, fit: () => null };
  const fields = Object.fromEntries(
    CHECK_FIELDS.map((name) => [name, (record: Readonly<Record<string, unknown>>) => record[name]]),
  );
  const lines = rowLines({ fields, columns: [] }, chosen);
  return {
    head: lines.head,
    line: (checked) =>
      checkRecords(checked)
        .map((record) => lines.line(record))
        .join(''),
    fit: lines.fit,
  };
}

const CHECK_FIELDS = [
  'type',
  'gap',
  'id',
  'changedAt',
  'seq',
  'receivedAt',
  'outcome',
  'from',
  'to',
  'askedFrom',
  'askedTo',
  'marginMs',
  'providerClockOffsetMs',
  'changed',
  'missed',
  'met',
  'unnamed',
];

function checkRecords({ gap, span, offsetMs, counts, missed, met, unnamed }: CheckedGap): Record<string, unknown>[] {
  const of =
    (found: 'missed' | 'met' | 'unnamed') => (row: Comparison['missed'][number] | Comparison['met'][number]) => ({
      type: found,
      gap: gap.id,
      id: row.id,
      changedAt: isoTime(row.changedAt),
      ...('seq' in row && { seq: row.seq, receivedAt: isoTime(row.receivedAt), outcome: row.outcome }),
    });
  const check = {
    type: 'check',
    gap: gap.id,
    from: isoTime(gap.from),
    to: isoTime(gap.to),
    askedFrom: isoTime(span.from),
    askedTo: isoTime(span.to),
    marginMs: span.margin,
    ...(offsetMs !== 0 && { providerClockOffsetMs: offsetMs }),
    ...counts,
  };
  return [check, ...missed.map(of('missed')), ...unnamed.map(of('unnamed')), ...met.map(of('met'))];
}

function checkTable({ gap, span, offsetMs, counts, missed, unnamed }: CheckedGap): string {
  const { changed } = counts;
  const what = [
    `${numberText(changed)} changed`,
    `${numberText(counts.missed)} possibly missed`,
    `${numberText(counts.met)} named by an event`,
    ...(counts.unnamed === 0 ? [] : [`${numberText(counts.unnamed)} not comparable`]),
  ].join(' · ');
  const cause = [gap.reason, gap.detail].filter((part) => part !== null).join(' · ');
  return [
    `Gap ${gap.id}: ${isoTime(gap.from)} to ${isoTime(gap.to)}, ${durationWords(gap.lengthMs ?? gap.to - gap.from)} (${terminalText(cause)})\n`,
    `Searched for changes from ${isoTime(span.from)} to ${isoTime(span.to)} (${durationWords(span.margin)} margin${clockWords(offsetMs)}): ${what}\n`,
    ...listed('Possibly missed: no event received in that time names them; this is not proof', missed),
    ...listed('Not comparable: no field that events have, according to the provider', unnamed),
    '\n',
  ].join('');
}

function clockWords(offsetMs: number): string {
  return offsetMs === 0 ? '' : `: the provider's clock differs by ${durationWords(Math.abs(offsetMs))}`;
}

function listed(title: string, rows: Comparison['missed']): string[] {
  if (rows.length === 0) return [];
  const shown = rows.map(({ changedAt, id }) => [`  ${isoTime(changedAt) ?? ''}`, id ?? ''] as const);
  return [`${title}.\n`, labelledLines([['  CHANGED (UTC)', 'SUBSCRIPTION'], ...shown], 27)];
}
