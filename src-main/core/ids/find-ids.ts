/**
 * Finds what an identifier, or a part of one, names: first where it is complete, then where it is the end, then anywhere,
 * each newest first. Only if no event has such an identifier, texts are searched. Stored subscriptions come last.
 */
import type { FoundId, FoundIdField, IdSearchQuery, IdSearchResult } from '../../../src-shared/api/ids/found-ids.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import type { Filter, FilterTerm } from '../../../src-shared/domain/filter/filter.ts';
import { identifierPatterns, matchesIdentifier } from '../../../src-shared/domain/filter/identifier-pattern.ts';
import { identifierKinds, identifiersOf } from '../../../src-shared/service/identifiers.ts';
import { requestDocument } from '../../../src-shared/service/request-message.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventBatch, EventReader } from '../ports/event-store.ts';
import type { InventoryReader } from '../ports/inventory-store.ts';

export interface IdSources {
  /** Must be a reader for texts, so that it does not delay pages. */
  readonly reader: Pick<EventReader, 'events'>;
  readonly inventory: Pick<InventoryReader, 'find'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

interface Stage {
  readonly term: (text: string) => FilterTerm;
  readonly events: number;
  /** More take too long for a user who waits. */
  readonly batches: number;
}

const ofField =
  (field: 'id' | 'event', pattern: (text: string) => string): Stage['term'] =>
  (text) => ({ kind: 'value', field, values: [pattern(text)], negated: false });
const STAGES: readonly Stage[] = [
  { term: ofField('id', (text) => `=${text}`), events: 1, batches: 1 },
  { term: ofField('event', (text) => `=${text}`), events: 1, batches: 1 },
  { term: ofField('id', (text) => `…${text}`), events: 20, batches: 1 },
  { term: ofField('id', (text) => text), events: 100, batches: 4 },
  { term: ofField('event', (text) => text), events: 20, batches: 1 },
  { term: (text) => ({ kind: 'text', values: [text], negated: false }), events: 1, batches: 1 },
];
const PART_STAGE = 3;
const TEXT_STAGE = STAGES.length - 1;
const BATCH_MS = 1_000;
const MAX_STORED_BATCHES = 60;
/** A caller shows fewer. */
const MAX_FOUND = 8;

interface Position {
  readonly stage: number;
  /** Batches of this stage that were read. */
  readonly batches: number;
  /** Distinct identifiers of the batches before, at most. */
  readonly found: number;
  /** Place at which the stage continues, or `start`. */
  readonly from: string;
}

/** @throws AppError STORE_…; the signal's reason */
export async function findIds(
  { reader, inventory, clock }: IdSources,
  { text, after }: Omit<IdSearchQuery, 'watch'>,
  signal?: AbortSignal,
): Promise<IdSearchResult> {
  const at = after === null ? { stage: 0, batches: 0, found: 0, from: 'start' } : parsePosition(after);
  const stage = STAGES[at.stage];
  if (stage === undefined) return findStored(inventory, text, at, signal);
  const filter: Filter = { terms: [stage.term(text)] };
  const events: StoredEvent[] = [];
  const until = clock.monotonic() + BATCH_MS;
  let next: number | null = at.from === 'start' ? Number.MAX_SAFE_INTEGER : Number(at.from);
  do {
    const limit = stage.events - events.length;
    const batch: EventBatch = await reader.events({ filter, direction: 'older', from: next, limit }, signal);
    events.push(...batch.events);
    ({ next } = batch);
  } while (next !== null && events.length < stage.events && clock.monotonic() < until);
  // The time is over, in a large or busy store: the next call continues, so that no stored identifier is denied.
  const isCut = next !== null && events.length < stage.events;
  const ids = distinct(events.flatMap((event) => idsOf(event, text, at.stage)));
  const found = Math.min(9, at.found + ids.length);
  const batches = at.batches + (isCut ? 0 : 1);
  const isLast = next === null || found >= MAX_FOUND || batches >= stage.batches;
  if (!isLast)
    return { ids, stored: [], skips: false, next: printPosition({ ...at, batches, found, from: `${next}` }) };
  // An event was found, so the text search would only repeat it.
  const nextStage = at.stage + 1 === TEXT_STAGE && found > 0 ? TEXT_STAGE + 1 : at.stage + 1;
  const skips = next !== null && at.stage >= PART_STAGE && at.stage !== TEXT_STAGE;
  return { ids, stored: [], skips, next: printPosition({ stage: nextStage, batches: 0, found, from: 'start' }) };
}

async function findStored(
  inventory: IdSources['inventory'],
  text: string,
  at: Position,
  signal: AbortSignal | undefined,
): Promise<IdSearchResult> {
  const { found: stored, next } = await inventory.find({ text, after: at.from === 'start' ? null : at.from }, signal);
  const batches = at.batches + 1;
  // The caller counts rows only here, so `found` starts again with the stage.
  const found = Math.min(9, (at.batches === 0 ? 0 : at.found) + stored.length);
  const skips = next !== null && (found >= MAX_FOUND || batches >= MAX_STORED_BATCHES);
  return {
    ids: [],
    stored,
    skips,
    next: next === null || skips ? null : printPosition({ ...at, batches, found, from: next }),
  };
}

function printPosition({ stage, batches, found, from }: Position): string {
  return [stage, batches, found, from].join(' ');
}

function parsePosition(text: string): Position {
  const [stage, batches, found, ...from] = text.split(' ');
  return { stage: Number(stage), batches: Number(batches), found: Number(found), from: from.join(' ') };
}

/** Returns the identifiers of the event that match, each with the event. */
function idsOf(event: StoredEvent, text: string, stage: number): FoundId[] {
  if (stage === TEXT_STAGE) return [{ field: 'text', value: text, newest: event, resource: null }];
  const patterns = identifierPatterns([text]);
  const named = identifiersOf(event.raw);
  const values: readonly (readonly [FoundIdField, readonly (string | null)[]])[] = [
    ...identifierKinds.map((kind) => [kind, named[kind]] as const),
    ['eid', [event.eid]],
    ['iccid', [event.iccid]],
    ['request', [event.requestId]],
    ['event', [event.id]],
  ];
  return values.flatMap(([field, found]) =>
    found.flatMap((value) =>
      value !== null && patterns.some((pattern) => matchesIdentifier(pattern, value))
        ? [{ field, value, newest: event, resource: resourceOf(event, value) }]
        : [],
    ),
  );
}

function resourceOf({ raw, requestId }: StoredEvent, value: string): FoundId['resource'] {
  if (requestId === value) return null;
  const found = requestDocument(raw)?.resources?.find(({ resourceId, imsi, msisdn, iccid }) =>
    [resourceId, imsi, msisdn, iccid].includes(value),
  );
  if (found === undefined) return null;
  return { state: found.state, failed: found.failed, code: found.infos[0]?.code ?? null };
}

function distinct(ids: readonly FoundId[]): FoundId[] {
  const first = new Map<string, FoundId>();
  for (const id of ids) if (!first.has(`${id.field} ${id.value}`)) first.set(`${id.field} ${id.value}`, id);
  return [...first.values()].slice(0, MAX_BATCH_IDS);
}

/** A part may be in every resource of a request. */
const MAX_BATCH_IDS = 64;
