/** Finds failed events that name an identifier of a subscription. Limited, so the count may be "at least". */
import type { RowFailuresResult, FailuresQuery } from '../../../src-shared/api/searches.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { type Filter, FILTER_LIMITS } from '../../../src-shared/domain/filter/filter.ts';
import { exactPattern } from '../../../src-shared/domain/filter/identifier-pattern.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventBatch } from '../ports/event-store.ts';
import { namedIdentifiers } from './named-identifiers.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';

type RowFailures = RowFailuresResult['of'][number];

const TIMEOUT_MS = 1_000;
/** Limit for one query of several rows. More events are a storm, which does not concern a single row. */
const MAX_EVENTS = 500;
const BATCH_EVENTS = 100;
const MAX_NEWEST_EVENTS = 5;

/** `reader`: one that reads texts, so that it does not delay pages. @throws AppError STORE_…; the signal's reason */
export async function recentFailures(
  reader: Pick<EventReader, 'events'>,
  query: Omit<FailuresQuery, 'watch'>,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  signal?: AbortSignal,
): Promise<RowFailuresResult> {
  const since = clock.now() - query.days * DAY_MS;
  const until = clock.monotonic() + TIMEOUT_MS;
  const isLate = () => clock.monotonic() >= until;
  const of: RowFailures[] = [];
  for (const rows of queriesOf(query.of)) {
    of.push(...(await failuresOf(reader, rows, since, isLate, signal)));
  }
  return { of };
}

/** Splits rows into queries whose identifiers fit into one term. The identifiers of a row stay together. */
function queriesOf(rows: readonly (readonly string[])[]): (readonly string[])[][] {
  const questions: (readonly string[])[][] = [];
  let remaining = 0;
  for (const row of rows) {
    if (row.length > remaining || questions.length === 0) {
      questions.push([]);
      remaining = FILTER_LIMITS.values;
    }
    questions.at(-1)?.push(row);
    remaining -= row.length;
  }
  return questions;
}

async function failuresOf(
  reader: Pick<EventReader, 'events'>,
  rows: readonly (readonly string[])[],
  since: number,
  isLate: () => boolean,
  signal: AbortSignal | undefined,
): Promise<RowFailures[]> {
  const found = rows.map(() => ({ count: 0, newest: [] as RowFailures['newest'] }));
  const identifiers = new Set(rows.flat().map((identifier) => identifier.toLowerCase()));
  const filter = failedOf([...identifiers], since);
  let next: number | null = identifiers.size === 0 ? null : Number.MAX_SAFE_INTEGER;
  let remaining = MAX_EVENTS;
  while (next !== null && remaining > 0 && !isLate()) {
    signal?.throwIfAborted();
    const query = { filter, direction: 'older', from: next, limit: Math.min(BATCH_EVENTS, remaining) } as const;
    const batch: EventBatch = await reader.events(query, signal);
    for (const event of batch.events) note(event, rows, found);
    remaining -= batch.events.length;
    ({ next } = batch);
  }
  return rows.map((row, index) => ({
    ...(found[index] ?? { count: 0, newest: [] }),
    isAtLeast: next !== null && row.length > 0,
  }));
}

function failedOf(identifiers: readonly string[], since: number): Filter {
  return {
    terms: [
      { kind: 'since', time: { kind: 'at', at: since } },
      { kind: 'value', field: 'outcome', values: ['failed', 'partial'], negated: false },
      { kind: 'value', field: 'id', values: identifiers.map(exactPattern), negated: false },
    ],
  };
}

function note(
  event: StoredEvent,
  rows: readonly (readonly string[])[],
  found: readonly { count: number; newest: RowFailures['newest'] }[],
): void {
  const named = new Set(namedIdentifiers(event.raw));
  for (const [index, row] of rows.entries()) {
    const by = row.find((identifier) => named.has(identifier.toLowerCase()));
    const of = found[index];
    if (by === undefined || of === undefined) continue;
    of.count += 1;
    if (of.newest.length === MAX_NEWEST_EVENTS) continue;
    const { seq, receivedAt, kind, operation, outcome, errorCode } = event;
    of.newest.push({ seq, receivedAt, kind, operation, outcome: outcome ?? 'unknown', errorCode, by });
  }
}
