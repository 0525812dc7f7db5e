/** Finds a complete identifier through its index, a fragment in the newest part of the received texts. */
import type { IdentifierField } from '../../../src-shared/domain/event/event-fields.ts';
import type { TimelinePage, TimelinePageQuery } from '../../../src-shared/api/timeline.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import { type Filter, FILTER_LIMITS, type FilterTerm } from '../../../src-shared/domain/filter/filter.ts';
import { parseFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { onlyValue } from '../../../src-shared/domain/filter/filter-edit.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { readIdentifierPart } from '../../../src-shared/service/identifier-text.ts';

const idFields = ['eid', 'iccid', 'request', 'event'] as const satisfies readonly IdentifierField[];
export type IdField = (typeof idFields)[number];

export interface FoundId {
  readonly field: IdField;
  readonly value: string;
  readonly newest: EventSummary;
}

export interface FoundIds {
  /** Exact matches first, then newest first. */
  readonly ids: readonly FoundId[];
  /** `partly`: older events were not searched and may match, too. */
  readonly progress: 'looking' | 'whole' | 'partly';
}

/** Shorter texts match almost everything. Ctrl+K shows this number as a word. */
const MIN_ID_LENGTH = 4;
const MAX_ID_LENGTH = FILTER_LIMITS.valueLength - 1;
const MAX_IDS = 8;
/** A page with few matches takes about a second of the store's time. */
const MAX_PAGES = 4;
const ROWS_PER_PAGE = 100;

export function fieldFilter(text: string): Filter | null {
  const parsed = parseFilter(text);
  return parsed.kind === 'filter' && parsed.filter.terms.some(({ kind }) => kind !== 'text') ? parsed.filter : null;
}

/** Returns the identifier as events have it. Null if the text is too short, is a filter, or has no digit. */
export function idText(typed: string): string | null {
  const text = readIdentifierPart(typed);
  const isOne = text.length >= MIN_ID_LENGTH && text.length <= MAX_ID_LENGTH && /\d/.test(text);
  return isOne && fieldFilter(typed) === null ? text : null;
}

export function isTooShortForIds(typed: string): boolean {
  const text = readIdentifierPart(typed);
  return /\d/.test(text) && text.length < MIN_ID_LENGTH && fieldFilter(typed) === null;
}

/** Reports results until `progress` is not `looking`; nothing after `signal` aborts. @throws BackendError */
export async function lookUpIds(
  page: (query: TimelinePageQuery) => Promise<TimelinePage>,
  { watch, text }: { readonly watch: WatchId; readonly text: string },
  signal: AbortSignal,
  onProgress: (found: FoundIds) => void,
): Promise<void> {
  const read = (filter: Filter, limit: number, cursor: number | null) =>
    page({ watch, filter, direction: 'older', cursor, limit });
  const anywhere: FilterTerm = { kind: 'text', values: [text], negated: false };
  const exactReads = idFields.map((field) => read(onlyValue(field, text), 1, null));
  const rows = (await Promise.all(exactReads)).flatMap((found) => found.rows);
  let cursor: number | null = null;
  for (let pages = 1; !signal.aborted; pages += 1) {
    const ids = idsContaining(text, rows);
    if (ids.length > 0) onProgress({ ids, progress: 'looking' });
    const found = await read({ terms: [anywhere] }, ROWS_PER_PAGE, cursor);
    if (signal.aborted) return;
    rows.push(...found.rows);
    cursor = found.olderCursor;
    const all = idsContaining(text, rows);
    if (!found.hasOlder) return onProgress({ ids: all, progress: 'whole' });
    if (all.length >= MAX_IDS || pages === MAX_PAGES) return onProgress({ ids: all, progress: 'partly' });
  }
}

/** @param rows in any order */
export function idsContaining(text: string, rows: readonly EventSummary[]): FoundId[] {
  const lowerCase = text.toLowerCase();
  const found = new Map<string, FoundId>();
  for (const newest of rows.toSorted((a, b) => b.seq - a.seq)) {
    for (const field of idFields) {
      const value = idOf(newest, field);
      if (value === null || !value.toLowerCase().includes(lowerCase)) continue;
      if (!found.has(`${field} ${value}`)) found.set(`${field} ${value}`, { field, value, newest });
    }
  }
  const matchRank = ({ value }: FoundId) => (value.toLowerCase() === lowerCase ? 0 : 1);
  return [...found.values()].toSorted((a, b) => matchRank(a) - matchRank(b)).slice(0, MAX_IDS);
}

function idOf(event: EventSummary, field: IdField): string | null {
  if (field === 'request') return event.requestId;
  return field === 'event' ? event.id : event[field];
}
