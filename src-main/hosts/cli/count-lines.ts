/**
 * Counts as lines of output: the fields as a filter names them, `from` where time is told apart, `count`. Programs read
 * UTC; a table shows the time by which somebody counts.
 */
import type { FacetField } from '../../../src-shared/domain/filter.ts';
import type { CountedGroup } from './event-groups.ts';
import { paddedLine } from './output.ts';
import type { Zone } from './time-buckets.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';

export interface CountColumns {
  readonly by: readonly FacetField[];
  /** `null`: time is not told apart. */
  readonly zone: Zone | null;
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

export function countJson({ by, zone }: CountColumns, { values, from, count }: CountedGroup): string {
  const fields = by.map((field, index) => [field, values[index] ?? null]);
  return `${plainJson({ ...Object.fromEntries(fields), ...(zone !== null && { from: iso(from) }), count })}\n`;
}

export function countHead({ by, zone }: CountColumns): string {
  return line(
    { by, zone },
    by.map((field) => field.toUpperCase()),
    zone && headOf(zone),
    'COUNT',
  );
}

export function countTableLine({ by, zone }: CountColumns, { values, from, count }: CountedGroup): string {
  return line(
    { by, zone },
    values.map((value) => value ?? '(none)'),
    zone && timeIn(zone, from ?? 0),
    String(count),
  );
}

const headOf = ({ name }: Zone) => `FROM (${name})`;

/** With its distance from UTC: in autumn an hour is shown twice. */
function timeIn(zone: Zone, at: number): string {
  if (zone.name === 'UTC') return iso(at);
  const shown = zone.shown(at);
  const minutes = Math.round((shown - at) / 60_000);
  const two = (part: number) => String(Math.trunc(part)).padStart(2, '0');
  const distance = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return iso(shown).replace(/\.\d+Z$/, distance);
}

function line({ by, zone }: CountColumns, values: readonly string[], from: string | null, count: string): string {
  const cells = by.map((field, index) => [values[index] ?? '', WIDTHS[field]] as const);
  return paddedLine([
    ...cells,
    ...(from === null ? [] : [[from, Math.max(TIME_WIDTH, zone === null ? 0 : headOf(zone).length)] as const]),
    [count.padStart(COUNT_WIDTH), 0],
  ]);
}

const iso = (at: number | null) => new Date(at ?? 0).toISOString();
