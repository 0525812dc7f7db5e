/**
 * What a filter asks of the store, by where the answer lies: in the facet (held in memory), in the times, in the other
 * columns of a row (a condition in SQL), in the received text. The same meaning as `src-shared/domain/filter-match.ts`:
 * a property test holds the two together. Values are always bound, as JSON lists, so that the text of a condition
 * depends on the shape of the filter alone and statements can be kept.
 */
import type { Filter, FilterTerm, ValueField } from '../../../src-shared/domain/filter.ts';
import { absoluteTime, isOfFacet } from '../../../src-shared/domain/filter-match.ts';
import { packDigits, packUuid, type Packed } from './packed-values.ts';

export type TextTerm = Extract<FilterTerm, { kind: 'text' }>;

export interface FilterCondition {
  /** Receive times, both inclusive; infinite where the filter says nothing. */
  readonly since: number;
  readonly until: number;
  /** An expression on `event` for times and columns; `null` where the filter asks for neither. */
  readonly sql: string | null;
  /** It asks for more than times, which the chunks know, too. */
  readonly asksColumns: boolean;
  /** By name: `f0`, `f1`, … */
  readonly bound: Readonly<Record<string, string | number>>;
  readonly texts: readonly TextTerm[];
}

type Column = readonly [name: string, pack: (text: string) => Packed];

const COLUMNS: Readonly<Partial<Record<ValueField, Column>>> = {
  eid: ['event.eid', packDigits],
  iccid: ['event.iccid', packDigits],
  request: ['event.request_id', packUuid],
  id: ['event.upstream_id', packUuid],
};

/** @param filter with absolute times, see `resolveTimes`. */
export function filterCondition(filter: Filter): FilterCondition {
  const bound: Record<string, string | number> = {};
  const bind = (value: string | number) => {
    const name = `f${Object.keys(bound).length}`;
    bound[name] = value;
    return `:${name}`;
  };
  let since = Number.NEGATIVE_INFINITY;
  let until = Number.POSITIVE_INFINITY;
  const texts: TextTerm[] = [];
  const ofRow: string[] = [];
  for (const term of filter.terms)
    if (isOfFacet(term)) continue;
    else if (term.kind === 'since') since = Math.max(since, absoluteTime(term.time));
    else if (term.kind === 'until') until = Math.min(until, absoluteTime(term.time));
    else if (term.kind === 'text') texts.push(term);
    else {
      const column = COLUMNS[term.field];
      if (column === undefined) throw new Error(`A row has no column for ${term.field}.`);
      ofRow.push(columnCondition(column, term, bind));
    }
  const asksColumns = ofRow.length > 0;
  if (since > Number.NEGATIVE_INFINITY) ofRow.push(`event.received_at >= ${bind(since)}`);
  if (until < Number.POSITIVE_INFINITY) ofRow.push(`event.received_at <= ${bind(until)}`);
  return { since, until, sql: ofRow.length > 0 ? ofRow.join(' AND ') : null, asksColumns, bound, texts };
}

/** A column that is NULL makes a comparison NULL, which is not true: so a negated term holds there. */
function columnCondition(
  [column, pack]: Column,
  { values, negated }: { readonly values: readonly string[]; readonly negated: boolean },
  bind: (value: string) => string,
): string {
  const packed = values.map(pack);
  const texts = packed.filter((value) => typeof value === 'string');
  const bytes = packed.flatMap((value) => (value instanceof Buffer ? [value.toString('hex')] : []));
  // JSON has no bytes: as digits, which are made bytes again.
  const listed = `${column} IN (SELECT value FROM json_each(${bind(JSON.stringify(texts))})
    UNION ALL SELECT unhex(value) FROM json_each(${bind(JSON.stringify(bytes))}))`;
  return negated ? `((${listed}) IS NOT TRUE)` : `(${listed})`;
}
