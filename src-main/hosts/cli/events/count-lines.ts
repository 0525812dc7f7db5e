/** Programs get UTC; the table shows the zone in which the events are counted. */
import { type FacetField, facetTable } from '../../../../src-shared/domain/event/event-fields.ts';
import type { CountedGroup } from './event-groups.ts';
import type { Zone } from '../../../../src-shared/lib/zone.ts';
import type { RowLayout } from '../terminal/rows.ts';
import { isoTime } from '../terminal/times.ts';

export interface CountColumns {
  readonly by: readonly FacetField[];
  readonly zone: Zone | null;
}

const TIME_WIDTH = 25;
const COUNT_WIDTH = 10;

export function countRows({ by, zone }: CountColumns): RowLayout<CountedGroup> {
  return {
    fields: {
      ...Object.fromEntries(by.map((field, index) => [field, ({ values }: CountedGroup) => values[index] ?? null])),
      ...(zone !== null && { from: ({ from }: CountedGroup) => isoTime(from ?? 0) }),
      count: ({ count }) => count,
    },
    columns: [
      ...by.map((field, index) => ({
        title: field.toUpperCase(),
        width: facetTable[field].width,
        cell: ({ values }: CountedGroup) => values[index] ?? '(none)',
      })),
      ...(zone === null
        ? []
        : [
            {
              title: headOf(zone),
              width: Math.max(TIME_WIDTH, headOf(zone).length),
              cell: ({ from }: CountedGroup) => zonedTime(zone, from ?? 0),
            },
          ]),
      { title: 'COUNT'.padStart(COUNT_WIDTH), width: 0, cell: ({ count }) => String(count).padStart(COUNT_WIDTH) },
    ],
  };
}

const headOf = ({ name }: Zone) => `FROM (${name})`;

/** Includes the offset from UTC, because one hour occurs twice in autumn. */
function zonedTime(zone: Zone, at: number): string {
  if (zone.name === 'UTC') return isoTime(at);
  const shown = zone.wallTime(at);
  const minutes = Math.round((shown - at) / 60_000);
  const two = (part: number) => String(Math.trunc(part)).padStart(2, '0');
  const distance = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return isoTime(shown).replace(/\.\d+Z$/, distance);
}
