import type { Subject } from '../../../src-shared/api/ids/subject.ts';

export type HistoryEntry = { readonly key: string; readonly at: number } & (
  | { readonly kind: 'event'; readonly of: Subject['events'][number] }
  | { readonly kind: 'row'; readonly of: Subject['rows'][number] }
  | { readonly kind: 'gap'; readonly of: Subject['gaps'][number] }
);

/** Newest first. A gap has the place of its start. */
export function historyEntries({ events, rows, gaps, from, to }: Subject): HistoryEntry[] {
  const isInSpan = ({ at }: HistoryEntry) => at >= (from ?? -Infinity) && at <= (to ?? Infinity);
  return [
    ...events.map((of): HistoryEntry => ({ kind: 'event', key: `event ${of.event.seq}`, at: of.event.receivedAt, of })),
    ...rows
      .map((of): HistoryEntry => ({ kind: 'row', key: `row ${of.search} ${of.ordinal}`, at: of.askedAt, of }))
      .filter(isInSpan),
    ...gaps.map((of): HistoryEntry => ({ kind: 'gap', key: `gap ${of.id}`, at: of.from, of })),
  ].toSorted((one, other) => other.at - one.at);
}
