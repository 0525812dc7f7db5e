/** Formats figures as rows. A table has words and intervals; NDJSON and CSV have the values as counted. */
import type { Figures } from '../../../../src-shared/api/quality/figures.ts';
import type { Cause } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { QualityField, QualityLine, Rate } from '../../../../src-shared/domain/quality/quality-schemas.ts';
import { qualityValueWords, rateWords, recoveryWords } from '../../../../src-shared/words/quality/rate-words.ts';
import type { RowLayout } from '../terminal/rows.ts';
import type { Column } from '../terminal/table.ts';
import { isoTime } from '../terminal/times.ts';

export interface QualityRow {
  readonly line: QualityLine;
  readonly of: Figures;
}

const WIDTHS: Readonly<Record<QualityField, number>> = {
  country: 18,
  customer: 24,
  cause: 42,
  step: 22,
  hour: 9,
  weekday: 9,
  day: 10,
};

export function qualityRows(by: readonly QualityField[], kind: Cause['kind']): RowLayout<QualityRow> {
  const rate = (name: 'rate' | 'low' | 'high') => (row: QualityRow) => valueOf(row.line.rate, name);
  const count = (title: string, cell: (row: QualityRow) => number | null): Column<QualityRow> => ({
    title: title.padStart(9),
    width: 9,
    cell: (row) => String(cell(row) ?? '–').padStart(9),
  });
  return {
    fields: {
      ...Object.fromEntries(by.map((field, index) => [field, ({ line }: QualityRow) => line.values[index] ?? null])),
      succeeded: ({ line }) => line.endings.succeeded,
      partial: ({ line }) => line.endings.partial,
      failed: ({ line }) => line.endings.failed,
      unknown: ({ line }) => line.endings.unknown,
      open: ({ line }) => line.endings.open,
      rate: rate('rate'),
      low: rate('low'),
      high: rate('high'),
      shareOfFailed: ({ line }) => valueOf(line.failures, 'rate'),
      weakened: ({ line }) => line.weakened,
      recovered: ({ line }) => line.recovered.reduce((sum, cases) => sum + cases, 0),
      resourcesCompleted: ({ line }) => line.resources.completed,
      resourcesFailed: ({ line }) => line.resources.failed,
      from: ({ of }) => isoTime(of.from),
      to: ({ of }) => isoTime(of.to),
      notWatched: ({ of }) => of.notWatched,
      unknownDays: ({ of }) => of.unknownDays.length,
      keptDays: ({ of }) => of.keptDays,
    },
    columns: [
      ...by.map((field, index) => ({
        title: field.toUpperCase(),
        width: WIDTHS[field],
        cell: ({ line }: QualityRow) => qualityValueWords(field, line.values[index] ?? null, kind),
      })),
      isOfFailures(by)
        ? { title: 'FAILED, OF ALL ENDED', width: 30, cell: ({ line }) => rateWords(line.failures) }
        : { title: 'SUCCEEDED', width: 30, cell: ({ line }) => rateWords(line.rate) },
      ...(isOfFailures(by) ? [] : [count('FAILED', ({ line }) => line.endings.failed + line.endings.partial)]),
      count('UNKNOWN', ({ line }) => line.endings.unknown),
      count('OPEN', ({ line }) => line.endings.open),
      count('WEAKENED', ({ line }) => line.weakened),
      { title: 'RECOVERED', width: 0, cell: ({ line }) => recoveryWords(line.recovered) },
    ],
  };
}

/** A success has no cause, and only its last step: the rate of such a line would be 0 % or 100 %. */
function isOfFailures(by: readonly QualityField[]): boolean {
  return by.includes('cause') || by.includes('step');
}

function valueOf(rate: Rate, name: 'rate' | 'low' | 'high'): number | null {
  return rate.kind === 'rate' ? rate[name] : null;
}
