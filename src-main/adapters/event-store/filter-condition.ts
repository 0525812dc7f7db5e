/**
 * A filter as an SQL condition on `event`, the same meaning as `src-shared/domain/filter-match.ts` (a property test
 * holds the two together). Values are always bound, as JSON lists, so that the text of the condition depends on the
 * shape of the filter alone and statements can be kept. Facet columns are decided once per facet, not per row. A `+`
 * keeps the planner from an index whose many rows it would have to sort by seq for each page.
 */
import type { Filter, FilterTerm, ValueField } from '../../../src-shared/domain/filter.ts';
import { absoluteTime } from '../../../src-shared/domain/filter-match.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';

export interface FilterCondition {
  /** One expression; needs nothing in scope but the table `event`. */
  readonly sql: string;
  /** By name: `f0`, `f1`, … */
  readonly bound: Readonly<Record<string, string | number>>;
}

type ColumnField = Exclude<ValueField, 'code' | 'mark'>;

/** An event's codes and marks are lists: they have no column to compare. */
const COLUMNS: Readonly<Record<ColumnField, string>> = {
  outcome: 'facet.outcome',
  kind: 'facet.kind',
  operation: 'facet.operation',
  state: 'facet.state',
  country: 'facet.country_code',
  principal: 'facet.principal',
  eid: 'event.eid',
  iccid: 'event.iccid',
  request: 'event.request_id',
  id: 'event.upstream_id',
};

/**
 * Calls the SQL function `holds_text(raw, id, words)`, words as a JSON list: `textSearch` of
 * `src-shared/domain/received-text.ts`.
 * @param filter with absolute times, see `resolveTimes`.
 */
export function filterCondition(filter: Filter): FilterCondition {
  const bound: Record<string, string | number> = {};
  const bind = (value: string | number) => {
    const name = `f${Object.keys(bound).length}`;
    bound[name] = value;
    return `:${name}`;
  };
  const ofFacet: string[] = [];
  const ofEvent: string[] = [];
  const ofText: string[] = [];
  for (const term of filter.terms) {
    const sql = condition(term, bind);
    if (isOfFacet(term)) ofFacet.push(sql);
    else if (term.kind === 'text') ofText.push(sql);
    else ofEvent.push(sql);
  }
  const facets = `+event.facet IN (SELECT facet.id FROM facet WHERE ${ofFacet.join(' AND ')})`;
  const all = [...(ofFacet.length > 0 ? [facets] : []), ...ofEvent, ...ofText];
  return { sql: all.length > 0 ? all.join(' AND ') : 'TRUE', bound };
}

/** Decided by an event's facet alone. */
export function isOfFacet(term: FilterTerm): boolean {
  if (term.kind !== 'value' || term.field === 'code' || term.field === 'mark') return false;
  return COLUMNS[term.field].startsWith('facet.');
}

type Bind = (value: string | number) => string;

function condition(term: FilterTerm, bind: Bind): string {
  switch (term.kind) {
    case 'value':
      return signed(
        valueCondition(term.field, `(SELECT value FROM json_each(${bind(JSON.stringify(term.values))}))`),
        term,
      );
    case 'text': {
      const raw = '(SELECT payload.raw FROM payload WHERE payload.seq = event.seq)';
      return signed(`holds_text(${raw}, event.upstream_id, ${bind(JSON.stringify(term.values))})`, term);
    }
    case 'since':
      return `+event.received_at >= ${bind(absoluteTime(term.time))}`;
    case 'until':
      return `+event.received_at <= ${bind(absoluteTime(term.time))}`;
    default:
      return assertNever(term);
  }
}

/** A column that is NULL makes a comparison NULL, which is not true: so a negated term holds there. */
function signed(sql: string, { negated }: { readonly negated: boolean }): string {
  return negated ? `((${sql}) IS NOT TRUE)` : `(${sql})`;
}

function valueCondition(field: ValueField, values: string): string {
  // The facet has an event's own code; the row lists them where they are not just that one.
  if (field === 'code')
    return `+event.facet IN (SELECT facet.id FROM facet WHERE facet.error_code IN ${values})
      OR EXISTS (SELECT 1 FROM json_each(event.error_codes) AS code WHERE code.value IN ${values})`;
  if (field === 'mark')
    return `EXISTS (SELECT 1 FROM json_each(event.marks) AS mark WHERE mark.value ->> 'code' IN ${values})`;
  return `${COLUMNS[field]} IN ${values}`;
}
