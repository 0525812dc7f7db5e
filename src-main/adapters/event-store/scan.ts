/**
 * Goes over the stored events that match a filter, in pages by sequence number. Rows are narrow and texts are read one
 * at a time, so that neither a long history nor a page of huge events fills the memory.
 */
import type { Outcome, StoredEvent } from '../../../src-shared/domain/event.ts';
import { summaryOf } from './event-summary.ts';
import { textSearch } from './received-text.ts';
import type { EventRow, FacetValues, ReadStatements } from './statements.ts';

/** What is left out does not filter, nor does an empty list; a list means "any of these". */
export interface ScanFilter {
  /** Our receive time, UTC epoch ms, both ends included. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly outcomes?: readonly Outcome[] | undefined;
  readonly codes?: readonly string[] | undefined;
  /** Anywhere in the received text, as written or with its escapes undone, or in the event's id; in any case. */
  readonly text?: string | undefined;
  /** Only the newest so many of those that match. */
  readonly limit?: number | undefined;
}

/** Some milliseconds of reading; a few hundred kilobytes. */
const PAGE_ROWS = 500;

export function* scanEvents(read: ReadStatements, filter: ScanFilter): Generator<StoredEvent, void> {
  const newest = read.newestSeq.get()?.seq ?? 0;
  const span = seqSpan(read, filter, newest);
  if (span === null) return;
  const facets = matchingFacets(read, filter);
  if (facets?.length === 0) return;
  const bounds: Bounds = {
    ...span,
    since: filter.since ?? Number.MIN_SAFE_INTEGER,
    until: filter.until ?? Number.MAX_SAFE_INTEGER,
    facets: facets === null ? null : JSON.stringify(facets),
  };
  const matches = contentFilter(filter);
  if (filter.limit === undefined) {
    for (const event of withTexts(read, forward(read, bounds))) if (matches(event)) yield event;
    return;
  }
  const seqs: number[] = [];
  if (filter.limit <= 0) return;
  for (const event of withTexts(read, backward(read, bounds))) {
    if (matches(event) && seqs.push(event.seq) >= filter.limit) break;
  }
  for (const seq of seqs.toReversed()) {
    const row = read.eventBySeq.get(seq);
    if (row !== undefined) yield* withTexts(read, [row]);
  }
}

interface Bounds {
  readonly first: number;
  readonly last: number;
  readonly since: number;
  readonly until: number;
  readonly facets: string | null;
}

function seqSpan(read: ReadStatements, { since, until }: ScanFilter, newest: number) {
  if (since === undefined && until === undefined) return { first: 1, last: newest };
  const span = read.seqSpan.get({ since: since ?? Number.MIN_SAFE_INTEGER, until: until ?? Number.MAX_SAFE_INTEGER });
  if (span === undefined || span.first === null || span.last === null) return null;
  return { first: span.first, last: Math.min(span.last, newest) };
}

/** `null` where every facet matches. */
function matchingFacets(read: ReadStatements, { kinds = [], outcomes = [], codes = [] }: ScanFilter): number[] | null {
  if (kinds.length === 0 && outcomes.length === 0 && codes.length === 0) return null;
  const matches = (facet: FacetValues) =>
    (kinds.length === 0 || kinds.includes(facet.kind)) &&
    (outcomes.length === 0 || (facet.outcome !== null && outcomes.includes(facet.outcome))) &&
    (codes.length === 0 || facet.errorCode !== null);
  return read.facets
    .all()
    .filter(matches)
    .map((facet) => facet.id);
}

/** What the facet cannot tell: codes after the first, and the text. */
function contentFilter({ codes = [], text = '' }: ScanFilter): (event: StoredEvent) => boolean {
  const holdsText = text === '' ? () => true : textSearch(text);
  return (event) =>
    (codes.length === 0 || event.errorCodes.some((code) => codes.includes(code))) &&
    (holdsText(event.raw) || (event.id !== null && holdsText(event.id)));
}

function* forward(read: ReadStatements, bounds: Bounds): Generator<EventRow, void> {
  for (let after = bounds.first - 1; ;) {
    const rows = read.scanForward.all({ ...bounds, after, limit: PAGE_ROWS });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = last.seq;
  }
}

function* backward(read: ReadStatements, bounds: Bounds): Generator<EventRow, void> {
  for (let before = bounds.last + 1; ;) {
    const rows = read.scanBackward.all({ ...bounds, before, limit: PAGE_ROWS });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    before = last.seq;
  }
}

function* withTexts(read: ReadStatements, rows: Iterable<EventRow>): Generator<StoredEvent, void> {
  for (const row of rows) {
    const payload = read.rawBySeq.get(row.seq);
    if (payload !== undefined) yield { ...summaryOf(row), raw: payload.raw };
  }
}
