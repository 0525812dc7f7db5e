/**
 * Makes rows of events and writes them. Nothing that was received is lost for what it contains: what cannot be decoded,
 * or is refused by the database, becomes a row of its raw text with a mark. The caller holds the transaction.
 */
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { DecodedEvent, ReceivedEvent } from '../../../src-shared/domain/event.ts';
import { type Decoder, undecodable } from './decoder.ts';
import { eventNames } from './event-names.ts';
import type { Mirror } from './mirror.ts';
import { digestOf } from './recent-events.ts';
import type { FacetValues } from './statements.ts';
import { storeError } from './store-error.ts';
import { stretchOf } from './walk.ts';
import { whole } from './whole.ts';
import type { DecodedColumns, StoredText, WriteStatements } from './write-statements.ts';

/** More facets than a real service gives; beyond, they are looked up rather than remembered. */
const REMEMBERED_FACETS = 10_000;
/** What is shown of a text that the database cannot hold: enough to recognise the event by. */
const STUB_CHARS = 65_536;

/** What a transaction adds, gathered so that each counter is written once. */
export class Tally {
  stored = 0;
  repeated = 0;
  readonly facets = new Map<number, number>();
  readonly stretches = new Map<number, { earliest: number; latest: number }>();

  count(facet: number, by: 1 | -1): void {
    this.facets.set(facet, (this.facets.get(facet) ?? 0) + by);
  }

  noteTime(seq: number, at: number): void {
    const id = stretchOf(seq);
    const times = this.stretches.get(id);
    if (times === undefined) this.stretches.set(id, { earliest: at, latest: at });
    else {
      times.earliest = Math.min(times.earliest, at);
      times.latest = Math.max(times.latest, at);
    }
  }
}

export class EventRows {
  readonly #database: Database;
  readonly #write: WriteStatements;
  readonly #decoder: Decoder;

  constructor(database: Database, write: WriteStatements, decoder: Decoder) {
    this.#database = database;
    this.#write = write;
    this.#decoder = decoder;
  }

  /** @throws what the decoder or the database has against the event: then the batch is written with `appendAlone`. */
  append(event: ReceivedEvent, session: number, mirror: Mirror, tally: Tally): void {
    if (this.#countRepeat(event, mirror, tally)) return;
    this.#insert(event, this.#decoder.decode(event), session, mirror, tally);
  }

  /** As `append`, for a batch that the database refused: finds the offender, and keeps what can be kept of it. */
  appendAlone(event: ReceivedEvent, session: number, mirror: Mirror, tally: Tally): void {
    if (this.#countRepeat(event, mirror, tally)) return;
    const insert = (received: ReceivedEvent, decoded: DecodedEvent) =>
      this.#insert(received, decoded, session, mirror, tally);
    this.#firstOf(mirror, [
      () => insert(event, this.#decoder.decode(event)),
      (refusal) => insert(event, undecodable(refusal)),
      () => insert(stubOf(event), this.#decoder.decode(stubOf(event))),
      (refusal) => insert(stubOf(event), undecodable(refusal)),
    ]);
  }

  /** Writes what this decoder makes of a stored event over what an older one made of it. */
  decodeAgain(stored: StoredText, mirror: Mirror, tally: Tally): void {
    const names = { kind: stored.wholeKind ?? stored.kind, id: stored.wholeId ?? stored.id };
    const { oversizeBytes, sha256 } = stored;
    const event: ReceivedEvent = {
      ...names,
      receivedAt: stored.receivedAt,
      data: stored.raw,
      ...(oversizeBytes === null || sha256 === null ? {} : { oversize: { bytes: oversizeBytes, sha256 } }),
    };
    const update = (decoded: DecodedEvent) => {
      const columns = this.#columns(event, decoded, mirror);
      this.#write.updateEvent.run(...columns, stored.seq);
      if (columns[0] === stored.facet) return;
      tally.count(stored.facet, -1);
      tally.count(columns[0], 1);
    };
    this.#firstOf(mirror, [() => update(this.#decoder.decode(event)), (refusal) => update(undecodable(refusal))]);
  }

  /** Tries one way after the other, each whole or not at all; a failure of the storage itself ends it. */
  #firstOf(mirror: Mirror, ways: readonly ((refusal: unknown) => void)[]): void {
    let refusal: unknown;
    for (const way of ways)
      try {
        this.#database.transaction(() => way(refusal))();
        return;
      } catch (error) {
        mirror.facets.clear(); // one of them may have gone with what was taken back
        refusal = error;
        if (storeError(error, this.#database.name) instanceof AppError) break;
      }
    throw refusal;
  }

  #countRepeat(event: ReceivedEvent, mirror: Mirror, tally: Tally): boolean {
    const digest = digestOf(event);
    const stored = digest === null ? null : mirror.recent.find(digest, mirror.extent.newestSeq + 1);
    // A row that is gone cannot count it: then the event is a new one.
    if (stored === null || this.#write.countRepeat.run(stored).changes === 0) return false;
    tally.repeated += 1;
    return true;
  }

  #insert(event: ReceivedEvent, decoded: DecodedEvent, session: number, mirror: Mirror, tally: Tally): void {
    const { oldestSeq, newestSeq, storedEvents } = mirror.extent;
    const seq = newestSeq + 1;
    const digest = digestOf(event);
    const receivedAt = whole(event.receivedAt);
    const columns = this.#columns(event, decoded, mirror);
    this.#write.insertEvent.run(seq, receivedAt, session, digest, ...columns);
    const { wholeKind, wholeId } = eventNames(event);
    const { oversize, data } = event;
    this.#write.insertPayload.run(seq, data, oversize?.bytes ?? null, oversize?.sha256 ?? null, wholeKind, wholeId);
    // Only now is it certain that the row stays.
    mirror.extent = { oldestSeq: oldestSeq === 0 ? seq : oldestSeq, newestSeq: seq, storedEvents: storedEvents + 1 };
    if (digest !== null) mirror.recent.add(digest, seq);
    mirror.principal = decoded.principal ?? mirror.principal;
    tally.count(columns[0], 1);
    tally.noteTime(seq, receivedAt);
    tally.stored += 1;
  }

  #columns(event: ReceivedEvent, decoded: DecodedEvent, mirror: Mirror): DecodedColumns {
    const names = eventNames(event);
    const { errorCodes } = decoded;
    const marks = [...names.marks, ...decoded.marks];
    return [
      this.#facetOf(names.kind, decoded, mirror),
      names.id,
      decoded.createdAt,
      decoded.createdDateTime,
      decoded.eid,
      decoded.iccid,
      decoded.requestId,
      errorCodes.length === 0 || (errorCodes.length === 1 && errorCodes[0] === decoded.errorCode)
        ? null
        : JSON.stringify(errorCodes),
      decoded.resourceCount,
      decoded.failedCount,
      marks.length > 0 ? JSON.stringify(marks) : null,
    ];
  }

  #facetOf(kind: string, decoded: DecodedEvent, mirror: Mirror): number {
    const { operation, state, outcome, errorCode, countryCode, principal } = decoded;
    const key = JSON.stringify([kind, operation, state, outcome, errorCode, countryCode, principal]);
    const remembered = mirror.facets.get(key);
    if (remembered !== undefined) return remembered;
    const values: FacetValues = { kind, operation, state, outcome, errorCode, countryCode, principal };
    const id = this.#write.facetId.get(values)?.id ?? Number(this.#write.insertFacet.run(values).lastInsertRowid);
    if (mirror.facets.size >= REMEMBERED_FACETS) mirror.facets.clear();
    mirror.facets.set(key, id);
    return id;
  }
}

/** Of what cannot be stored whole, as a rule for its size: its beginning, and what the whole was. */
function stubOf(event: ReceivedEvent): ReceivedEvent {
  const { data, kind, id } = event;
  const hash = createHash('sha256');
  let bytes = 0;
  for (const text of [kind, id ?? '', data]) {
    bytes += Buffer.byteLength(text);
    hash.update(text);
  }
  return {
    receivedAt: event.receivedAt,
    kind: kind.slice(0, STUB_CHARS),
    id: id?.slice(0, STUB_CHARS) ?? null,
    data: data.slice(0, STUB_CHARS),
    oversize: event.oversize ?? { bytes, sha256: hash.digest('hex') },
  };
}
