/** Open requests by company and failure group, with the smaller ones of each summed up as others. Pure. */
import type { ValueCount } from '../../../src-shared/api/cases.ts';
import { type CaseField, exactTerm } from '../../../src-shared/domain/cases/case-search-terms.ts';
import { parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { openCasesHref } from '../../address/case-links.ts';
import { hrefOf } from '../../address/use-address.ts';

export interface MatrixCell {
  readonly requests: number;
  readonly failedResources: number;
  /** Lists exactly its requests. */
  readonly href: string;
}

/** A company or a failure group: its value, or the number of values that it sums up. */
export interface MatrixLine {
  readonly name:
    | { readonly kind: 'value'; readonly value: string | null }
    | { readonly kind: 'others'; readonly count: number };
  readonly all: MatrixCell;
}

export interface RequestMatrix {
  readonly all: MatrixCell;
  readonly companies: readonly (MatrixLine & {
    /** By failure group; null: no request. */ readonly cells: readonly (MatrixCell | null)[];
  })[];
  readonly groups: readonly MatrixLine[];
}

/** With the others. */
export const MATRIX_LIMITS = { companies: 8, groups: 6 };
/** Characters of the terms that exclude the shown values. Both and a term of the list fit into the longest `find`. */
const MAX_TERM_CHARS = { companies: 900, groups: 2_300 };

/** @param counts of open requests, by `company` and across `cause` */
export function requestMatrix(counts: readonly ValueCount[], limits = MATRIX_LIMITS): RequestMatrix {
  const companies = linesOf(counts, 'company', ({ value }) => value, limits.companies, MAX_TERM_CHARS.companies);
  const groups = linesOf(counts, 'cause', ({ across }) => across, limits.groups, MAX_TERM_CHARS.groups);
  return {
    all: cellOf(counts, ALL, ALL),
    companies: companies.map((company) => ({
      name: company.name,
      all: cellOf(counts, company, ALL),
      cells: groups.map((group) => {
        const cell = cellOf(counts, company, group);
        return cell.requests === 0 ? null : cell;
      }),
    })),
    groups: groups.map((group) => ({ name: group.name, all: cellOf(counts, ALL, group) })),
  };
}

interface Line extends Pick<MatrixLine, 'name'> {
  readonly has: (count: ValueCount) => boolean;
  readonly terms: readonly string[];
}
const ALL: Line = { name: { kind: 'others', count: 0 }, has: () => true, terms: [] };

function linesOf(
  counts: readonly ValueCount[],
  field: CaseField,
  valueOf: (count: ValueCount) => string | null,
  maxLines: number,
  maxChars: number,
): Line[] {
  const sums = new Map<string | null, { failedResources: number; count: number }>();
  for (const count of counts) {
    const sum = sums.get(valueOf(count)) ?? { failedResources: 0, count: 0 };
    sum.failedResources += count.failedResources;
    sum.count += count.count;
    sums.set(valueOf(count), sum);
  }
  const values = [...sums]
    .toSorted(([, one], [, other]) => other.failedResources - one.failedResources || other.count - one.count)
    .map(([value]) => value);
  let chars = 0;
  const fit = values.findIndex((value) => (chars += exactTerm(field, value, '!=').length + 1) > maxChars);
  const most = values.length <= maxLines ? values.length : maxLines - 1;
  const shown = values.slice(0, fit === -1 ? most : Math.min(fit, most));
  const lines = shown.map((value): Line => ({
    name: { kind: 'value', value },
    has: (count) => valueOf(count) === value,
    terms: [exactTerm(field, value)],
  }));
  if (shown.length === values.length) return lines;
  const others: Line = {
    name: { kind: 'others', count: values.length - shown.length },
    has: (count) => !shown.includes(valueOf(count)),
    terms: shown.map((value) => exactTerm(field, value, '!=')),
  };
  return [...lines, others];
}

function cellOf(counts: readonly ValueCount[], company: Line, group: Line): MatrixCell {
  const within = counts.filter((count) => company.has(count) && group.has(count));
  const cause = group.name.kind === 'value' && group.name.value !== null ? parseCauseKey(group.name.value) : null;
  return {
    requests: within.reduce((sum, { count }) => sum + count, 0),
    failedResources: within.reduce((sum, { failedResources }) => sum + failedResources, 0),
    href:
      cause === null || group.name.kind !== 'value'
        ? openCasesHref('request', ...company.terms, ...group.terms)
        : hrefOf('requests', { group: group.name.value ?? '', find: company.terms.join(' ') }),
  };
}
