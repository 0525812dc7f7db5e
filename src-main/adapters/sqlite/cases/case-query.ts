/**
 * Builds the SQL of a list of cases, with bound values. Open cases are read from an index that contains all columns of
 * the query. A page continues after the last row of the one before, without an offset.
 */
import * as z from 'zod';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import {
  type CaseField,
  type CaseTerm,
  parseCaseTerms,
} from '../../../../src-shared/domain/cases/case-search-terms.ts';
import { outcomes } from '../../../../src-shared/domain/event/outcomes.ts';
import type { CaseProjectionReader } from '../../../core/ports/case-projection.ts';
import { hasPart } from './stored-key.ts';
import { caseFieldSql } from './case-fields.ts';
import { CASE_KINDS } from './case-row.ts';

export type ListQuery = Parameters<CaseProjectionReader['list']>[0];

export interface ListSql {
  /** Ids of a page with their sort values: `id`, `first`, `second`, `seq`. */
  readonly page: string;
  readonly total: string;
  /** Counts by the texts of one or two fields, `value` and `across`; see `case-fields.ts`. */
  readonly values: string;
  /** Times at which its cases failed for their present cause: `id`, `at`. */
  readonly failures: string;
  /** Counts by outcome, without the terms of the outcome. Only for the first page of requests; otherwise null. */
  readonly outcomes: string | null;
  readonly bound: Readonly<Record<string, string | number | null>>;
}

export type PagePosition = readonly [first: number, second: number, seq: number];
const positionSchema = z.tuple([z.number(), z.number(), z.number()]);

export function encodePagePosition(sort: ListQuery['sort'], position: PagePosition): string {
  return `${sort}:${JSON.stringify(position)}`;
}

/** @throws Error if no page of this order returned it: the result would be another page */
function decodePagePosition(sort: ListQuery['sort'], after: string): PagePosition {
  try {
    if (after.startsWith(`${sort}:`)) return positionSchema.parse(JSON.parse(after.slice(sort.length + 1)));
  } catch {}
  throw new Error(`No page of ${sort} ends at ${JSON.stringify(after)}.`);
}

/** An owner or a release of the case itself comes first. Otherwise an open case has the owner of its group. */
const OWNER = 'CASE WHEN c.opened_at IS NULL OR c.owned_at IS NOT NULL THEN c.owner ELSE g.owner END';
const TOUCHED = 'max(ifnull(c.touched_at, 0), ifnull(g.touched_at, 0))';
/** Sort values of a list. The index of open cases has no other times than these. */
function orderOf(sort: ListQuery['sort'], scope: ListQuery['of']): readonly [first: string, second: string] {
  // Start of the failure; of a case that never failed, time of its first event.
  const since = scope === 'open' ? 'c.opened_at' : 'coalesce(c.opened_at, c.failed_at, c.first_at, c.last_at)';
  switch (sort) {
    case 'newest':
      return ['-c.last_seq', '0'];
    case 'worst':
      return ['ifnull(c.consequence, 99)', since];
    case 'waiting':
      return [`${OWNER} IS NULL`, `CASE WHEN ${OWNER} IS NULL THEN ${since} ELSE ${TOUCHED} END`];
    default:
      return assertNever(sort);
  }
}

/**
 * @param named ids of the rows that match a term besides those whose columns do
 * @param by fields whose values are counted
 */
export function listSql(
  query: ListQuery,
  named: readonly (readonly number[])[] = [],
  by: readonly CaseField[] = [],
): ListSql {
  const { kind, cause, since, sort, limit } = query;
  const bound: Record<string, string | number | null> = { kind: CASE_KINDS.indexOf(kind), limit: limit + 1 };
  const terms = parseCaseTerms(query.find);
  const state = terms.find((term) => term.kind === 'is')?.state ?? 'all';
  const scope = query.of === 'all' ? state : query.of;
  const conditions = scopeConditions(scope);
  const ofOutcome: string[] = [];
  if (cause !== null) {
    conditions.push('c.cause = (SELECT id FROM shared_text WHERE text = :cause)');
    bound['cause'] = cause;
  }
  if ((query.of === 'well' || query.of === 'done') && since !== null) {
    conditions.push('c.ended_at >= :since');
    bound['since'] = since;
  }
  for (const [index, term] of terms.entries()) {
    const ids = named[index] ?? [];
    const condition = conditionOf(term, kind, `:find${index}`);
    (term.kind === 'outcome' ? ofOutcome : conditions).push(
      ids.length === 0 ? condition : `(${condition} OR c.id IN (SELECT value FROM json_each(:named${index})))`,
    );
    if (ids.length > 0) bound[`named${index}`] = JSON.stringify(ids);
    if ('texts' in term)
      for (const [form, text] of term.texts.entries()) bound[`find${index}_${form}`] = boundTerm(term.kind, text);
    else if (term.kind === 'exact') bound[`find${index}`] = caseFieldSql[term.field].bind(term.value);
    else if (term.kind === 'failed') [bound[`find${index}_from`], bound[`find${index}_to`]] = [term.from, term.to];
    else if ('text' in term) bound[`find${index}`] = boundTerm(term.kind, term.text);
  }
  const [value = 'NULL', across = 'NULL'] = by.map((field) => caseFieldSql[field].text);
  const [first, second] = orderOf(sort, scope);
  const condition = ['c.kind = :kind', ...conditions, ...ofOutcome].join(' AND ');
  // Joining the group to each of a million cases costs most of a second, so it is joined only if needed.
  const join =
    condition.includes('g.') || first.includes('g.') || `${value} ${across}`.includes('g.')
      ? 'LEFT JOIN cause_group AS g ON g.cause = c.cause'
      : '';
  // SQLite would read all cases of the kind for those of a cause.
  const ofCause = query.of === 'all' && cause !== null ? 'INDEXED BY case_cause' : '';
  const index = scope === 'open' ? 'INDEXED BY case_open' : ofCause;
  const cases = `FROM case_file AS c ${index} ${join}`;
  const from = `${cases} WHERE ${condition}`;
  const after = query.after === null ? null : decodePagePosition(sort, query.after);
  return {
    values: `SELECT ${value} AS value, ${across} AS across, count(*) AS count, sum(c.failed_resources) AS failedResources
      ${from} GROUP BY value, across`,
    total: `SELECT count(*) ${from}`,
    failures: `SELECT c.id AS id, c.failed_at AS at ${from} AND c.failed_at IS NOT NULL
      UNION SELECT c.id, attempt.failed_at ${cases} JOIN attempt ON attempt.case_id = c.id AND attempt.cause = c.cause
      WHERE ${condition} ORDER BY at`,
    // A literal kind, so that the index of requests is used.
    outcomes:
      kind === 'request' && after === null
        ? `SELECT c.outcome AS outcome, count(*) AS count ${cases}
          WHERE ${['c.kind = 1', ...conditions].join(' AND ')} GROUP BY c.outcome`
        : null,
    page: `SELECT c.id, ${first} AS first, ${second} AS second, ${sort === 'newest' ? '0' : 'c.id'} AS seq ${from}
      ${after === null ? '' : `AND ${afterCondition(sort, first, second)}`} ORDER BY ${order(sort, first, second)} LIMIT :limit`,
    bound: after === null ? bound : { ...bound, afterFirst: after[0], afterSecond: after[1], afterSeq: after[2] },
  };
}

/** Orders only by a column of an index if that is enough. */
function order(sort: ListQuery['sort'], first: string, second: string): string {
  return sort === 'newest' ? 'c.last_seq DESC' : `${first}, ${second}, c.id`;
}

function afterCondition(sort: ListQuery['sort'], first: string, second: string): string {
  return sort === 'newest'
    ? 'c.last_seq < -:afterFirst'
    : `(${first}, ${second}, c.id) > (:afterFirst, :afterSecond, :afterSeq)`;
}

function scopeConditions(scope: ListQuery['of']): string[] {
  switch (scope) {
    case 'open':
      return ['c.opened_at IS NOT NULL'];
    case 'well':
    case 'done':
      return [`c.ended = '${scope}'`];
    case 'all':
      return [];
    default:
      return assertNever(scope);
  }
}

const PIECE_COLUMNS = ['c.iccid', 'c.country'];
const PIECE_TEXTS = ['c.codes', 'c.error_code', 'c.operation', 'c.target', 'c.company', 'c.created_by'];

function conditionOf(term: CaseTerm, kind: ListQuery['kind'], name: string): string {
  switch (term.kind) {
    case 'piece':
      return anyForm(term, name, (bound, text) => [
        hasPart(kind, text, bound),
        ...PIECE_COLUMNS.map((column) => isLike(column, bound)),
        ...PIECE_TEXTS.map((column) => hasTextLike(column, bound)),
      ]);
    case 'outcome':
      return `c.outcome = ${name}`;
    case 'country':
      return `lower(c.country) = ${name}`;
    case 'code':
      return anyForm(term, name, (bound) =>
        ['c.error_code', 'c.codes'].map((column) =>
          hasTextLike(column, bound, 'char(10) || ifnull(folded, text) || char(10)'),
        ),
      );
    case 'target':
      return anyForm(term, name, (bound) => [hasTextLike('c.target', bound)]);
    case 'company':
      return anyForm(term, name, (bound) => [hasTextLike('c.company', bound)]);
    case 'user':
      return anyForm(term, name, (bound) => [hasTextLike('c.created_by', bound)]);
    case 'owner':
      return anyForm(term, name, (bound) => [isLike(`(${OWNER})`, bound)]);
    case 'nobodys':
      return `(${OWNER}) IS NULL`;
    case 'is':
      return scopeConditions(term.state).join(' AND ');
    case 'failed': {
      const within = (column: string) => `${column} BETWEEN ${name}_from AND ${name}_to`;
      return `(${within('c.failed_at')} OR EXISTS (SELECT 1 FROM attempt
        WHERE attempt.case_id = c.id AND attempt.cause = c.cause AND ${within('attempt.failed_at')}))`;
    }
    case 'consequence':
      // SQLite cannot read an empty list from a chosen index.
      return `c.consequence IN (${term.ranks.join(', ') || 'NULL'})`;
    case 'exact': {
      const { text, has } = caseFieldSql[term.field];
      return `(${has(text, name)}) IS ${term.isNot ? 'NOT TRUE' : 'TRUE'}`;
    }
    default:
      return assertNever(term);
  }
}

function isLike(value: string, bound: string): string {
  return `${value} LIKE ${bound} ESCAPE '\\'`;
}

/** Looks through the texts once, not through those of each row. */
function hasTextLike(column: string, bound: string, text = 'ifnull(folded, text)'): string {
  return `${column} IN (SELECT id FROM shared_text WHERE ${isLike(text, bound)})`;
}

function anyForm(
  { texts }: { readonly texts: readonly string[] },
  name: string,
  conditions: (bound: string, text: string) => readonly string[],
): string {
  return `(${texts.flatMap((text, form) => conditions(`${name}_${form}`, text)).join(' OR ')})`;
}

function boundTerm(kind: CaseTerm['kind'], text: string): string | number {
  if (kind === 'outcome') return outcomes.findIndex((outcome) => outcome === text);
  if (kind === 'country') return text;
  const plain = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return kind === 'code' ? `%\n${plain}\n%` : `%${plain}%`;
}
