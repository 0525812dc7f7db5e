/** Counts as lines of output: the fields as a filter names them, `from` (ISO 8601 UTC) where time is told apart, `count`. */
import type { FacetField } from '../../../src-shared/domain/filter.ts';
import type { CountedGroup } from './event-groups.ts';
import { paddedLine } from './output.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';

export interface CountColumns {
  readonly by: readonly FacetField[];
  readonly hasTimes: boolean;
}

const WIDTHS: Readonly<Record<FacetField, number>> = {
  outcome: 12,
  kind: 21,
  operation: 27,
  state: 12,
  code: 40,
  type: 24,
  country: 8,
  principal: 24,
  mark: 24,
};
const TIME_WIDTH = 25;
const COUNT_WIDTH = 10;

export function countJson({ by, hasTimes }: CountColumns, { values, from, count }: CountedGroup): string {
  const fields = by.map((field, index) => [field, values[index] ?? null]);
  return `${plainJson({ ...Object.fromEntries(fields), ...(hasTimes && { from: iso(from) }), count })}\n`;
}

export function countHead({ by, hasTimes }: CountColumns): string {
  return line(
    by,
    by.map((field) => field.toUpperCase()),
    hasTimes ? 'FROM (UTC)' : null,
    'COUNT',
  );
}

export function countTableLine({ by, hasTimes }: CountColumns, { values, from, count }: CountedGroup): string {
  return line(
    by,
    values.map((value) => value ?? '(none)'),
    hasTimes ? iso(from) : null,
    String(count),
  );
}

function line(by: readonly FacetField[], values: readonly string[], from: string | null, count: string): string {
  const cells = by.map((field, index) => [values[index] ?? '', WIDTHS[field]] as const);
  return paddedLine([
    ...cells,
    ...(from === null ? [] : [[from, TIME_WIDTH] as const]),
    [count.padStart(COUNT_WIDTH), 0],
  ]);
}

const iso = (at: number | null) => new Date(at ?? 0).toISOString();
