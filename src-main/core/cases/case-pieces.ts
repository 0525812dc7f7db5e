/**
 * What the book has not taken yet, a piece at a time: events that cases are made of, requests with what their texts say,
 * and what people did between them. Where a piece ends decides nothing: the book is the same whatever their sizes.
 */
import type { StoredFact } from '../../../src-shared/domain/case-fact.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { BookPosition } from '../ports/case-book.ts';
import type { EventReader } from '../ports/event-store.ts';
import { type RequestReading, requestReading } from '../requests/request-reading.ts';

export interface CasePiece {
  readonly to: BookPosition;
  /** In the order of arrival. */
  readonly events: readonly EventSummary[];
  /** By seq. */
  readonly requests: ReadonlyMap<number, RequestReading>;
  /** In the order in which they were stored; none lies behind `to.cursor`. */
  readonly facts: readonly StoredFact[];
  /** There was nothing more when it was read. */
  readonly isLast: boolean;
}

const REQUEST = 'CMP_EVENT';
/** Outcomes of everything else are told elsewhere: sessions and heartbeats are no case. */
export const CASE_EVENTS = ofKinds(['LOCALIZATION', REQUEST]);
const REQUESTS = ofKinds([REQUEST]);
const PIECE_ROWS = 500;
/** A request may be as large as an event can be. */
const PIECE_TEXTS = 50;
/** What people did to ten thousand cases at once names all of them. */
const PIECE_FACTS = 32;

/** @param from as far as everything was taken. @throws AppError STORE_…; the signal's reason */
export async function readPiece(
  reader: Pick<EventReader, 'extent' | 'slice' | 'events' | 'facts'>,
  from: BookPosition,
  signal: AbortSignal,
): Promise<CasePiece> {
  const { newestSeq } = await reader.extent();
  const within = { direction: 'newer', from: from.cursor, to: newestSeq } as const;
  const { rows, next } = await reader.slice({ filter: CASE_EVENTS, ...within, limit: PIECE_ROWS }, signal);
  const read = next ?? Math.max(from.cursor, newestSeq);
  // After the events: what is stored meanwhile lies behind them, and waits for the next piece.
  const known = await reader.facts(from.facts, PIECE_FACTS);
  const last = known.at(-1);
  // There may be further facts between the last of them and the last event.
  const cursor = last === undefined ? read : Math.max(from.cursor, Math.min(read, last.afterSeq));
  const facts = known.filter(({ afterSeq }) => afterSeq <= cursor);
  const events = rows.filter(({ seq }) => seq <= cursor);
  return {
    to: { cursor, facts: facts.at(-1)?.number ?? from.facts },
    events,
    requests: await readRequests(reader, events, { ...within, to: cursor }, signal),
    facts,
    isLast: next === null && last === undefined,
  };
}

async function readRequests(
  reader: Pick<EventReader, 'events'>,
  events: readonly EventSummary[],
  within: { readonly direction: 'newer'; readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<ReadonlyMap<number, RequestReading>> {
  const readings = new Map<number, RequestReading>();
  const first = events.find(({ kind }) => kind === REQUEST);
  let from: number | null = first === undefined ? null : Math.max(within.from, first.seq - 1);
  while (from !== null) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other: texts may be large
    const page = await reader.events({ ...within, filter: REQUESTS, from, limit: PIECE_TEXTS }, signal);
    for (const event of page.events) readings.set(event.seq, requestReading(event));
    from = page.next;
  }
  return readings;
}

function ofKinds(values: string[]): Filter {
  return { terms: [{ kind: 'value', field: 'kind', values, negated: false }] };
}
