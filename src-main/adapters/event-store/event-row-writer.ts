/**
 * Makes rows of events and writes them, with their texts. Nothing that was received is lost for what it contains: what
 * cannot be decoded, or is refused by the database, becomes a row of its raw text with a mark. The caller holds the
 * transaction.
 */
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { AppError } from '../../../src-shared/api/errors.ts';
import type { DecodedEvent, EventMark, ReceivedEvent } from '../../../src-shared/domain/event.ts';
import { emptyEvent } from '../../../src-shared/domain/decode-event.ts';
import { isOfAnotherDomain } from '../../../src-shared/domain/session-event.ts';
import { utcTime } from '../../../src-shared/service/utc-time.ts';
import { type Decoder, undecodableEvent } from './decoder.ts';
import { eventNames } from './event-names.ts';
import type { FacetRowWriter } from './facet-row-writer.ts';
import { packDigits, packUuid } from './packed-values.ts';
import type { BlockEntry, SequencedEvent } from './received-block.ts';
import { storeError } from './store-error.ts';
import type { TextStore } from './text-store.ts';
import type { EventColumns, WriteStatements } from './write-statements.ts';

/** What is shown of a text that the database cannot hold: enough to recognise the event by. */
const STUB_CHARS = 65_536;
const TEXT_LOST: readonly EventMark[] = [{ code: 'text-lost', detail: 'data' }];

export class EventRowWriter {
  readonly #database: Database;
  readonly #write: WriteStatements;
  readonly #texts: TextStore;
  readonly #facets: FacetRowWriter;
  readonly #decoder: Decoder;

  constructor(database: Database, write: WriteStatements, texts: TextStore, facets: FacetRowWriter, decoder: Decoder) {
    this.#database = database;
    this.#write = write;
    this.#texts = texts;
    this.#facets = facets;
    this.#decoder = decoder;
  }

  /**
   * The text is written with the next `TextRows.write`. Gives what was decoded.
   * @param streamDomain as the stream named it last; `null`: not yet
   * @throws what the decoder or the database has against the event: then the batch is written with `appendAlone`.
   */
  append(received: SequencedEvent, streamDomain: string | null): DecodedEvent {
    const { event, decoded } = this.#decoded(received.event, streamDomain);
    this.#write.insertEvent.run(...this.#columns(received.seq, event, decoded));
    this.#texts.add(event === received.event ? received : { ...received, event });
    return decoded;
  }

  /** As `append`, for a batch that the database refused: finds the offender, and keeps what can be kept of it. */
  appendAlone({ seq, event }: SequencedEvent, streamDomain: string | null): DecodedEvent {
    const decode = (received: ReceivedEvent) => this.#decoded(received, streamDomain);
    const insert = ({ event: received, decoded }: { event: ReceivedEvent; decoded: DecodedEvent }) => {
      this.#texts.addAlone({ seq, event: received });
      this.#write.insertEvent.run(...this.#columns(seq, received, decoded));
      return decoded;
    };
    return this.#firstAccepted([
      () => insert(decode(event)),
      (refusal) => insert({ event, decoded: undecodableEvent(refusal) }),
      () => insert(decode(stubOf(event))),
      (refusal) => insert({ event: stubOf(event), decoded: undecodableEvent(refusal) }),
    ]);
  }

  /** With the stream's domain where the event belongs to another one: its row can be made again from it alone. */
  #decoded(event: ReceivedEvent, streamDomain: string | null): { event: ReceivedEvent; decoded: DecodedEvent } {
    const decoded = this.#decoder.decode(event);
    if (streamDomain === null || !isOfAnotherDomain(event.kind, decoded.principal, streamDomain))
      return { event, decoded };
    const marked = { ...event, streamDomain };
    return { event: marked, decoded: this.#decoder.decode(marked) };
  }

  /** Makes the row of a stored text, in the place of the one that is there. */
  rebuildRow(entry: BlockEntry): void {
    const { seq } = entry;
    if (!entry.isIntact) return this.#deriveDamaged(entry);
    const event = entry.event();
    const put = (decoded: DecodedEvent) => void this.#write.replaceEvent.run(...this.#columns(seq, event, decoded));
    this.#firstAccepted([() => put(this.#decoder.decode(event)), (refusal) => put(undecodableEvent(refusal))]);
  }

  /** The row that was made of it when it was whole says more than what is left of it. */
  #deriveDamaged(entry: BlockEntry): void {
    if (this.#write.eventSeqs.get(entry.seq, entry.seq) !== undefined) return;
    let event: ReceivedEvent;
    try {
      event = entry.event();
    } catch {
      return; // its time and kind are not known
    }
    this.#write.replaceEvent.run(...this.#columns(entry.seq, event, emptyEvent('unknown', [...TEXT_LOST])));
  }

  /**
   * Tries one way after the other; a failure of the storage itself ends it. A way that is refused leaves at most a text
   * in the place where the next way puts its own, and a facet that nothing has.
   */
  #firstAccepted<Result>(ways: readonly ((refusal: unknown) => Result)[]): Result {
    let refusal: unknown;
    for (const way of ways)
      try {
        return way(refusal);
      } catch (error) {
        refusal = error;
        if (storeError(error, this.#database.name) instanceof AppError || !this.#database.inTransaction) break;
      }
    throw refusal;
  }

  #columns(seq: number, event: ReceivedEvent, decoded: DecodedEvent): EventColumns {
    const names = eventNames(event);
    const noticed = names.marks.length === 0 ? decoded.marks : [...names.marks, ...decoded.marks];
    // The row says what its facet says: whatever else was noticed can be read in the text.
    const { id: facet, marks } = this.#facets.assign(names.kind, decoded, noticed);
    const { createdAt, createdDateTime } = decoded;
    return [
      seq,
      event.receivedAt,
      facet,
      createdAt,
      isIsoOf(createdDateTime, createdAt) ? null : createdDateTime,
      packUuid(names.id),
      packDigits(decoded.eid),
      packDigits(decoded.iccid),
      packUuid(decoded.requestId),
      decoded.resourceCount,
      decoded.failedCount,
      marks.length > 0 ? JSON.stringify(marks) : null,
    ];
  }
}

/** Whether the text is what `Date.toISOString` makes of the time: 24 signs are valid in that form alone. */
function isIsoOf(text: string | null, time: number | null): boolean {
  return time !== null && text?.length === 24 && text.endsWith('Z') && utcTime(text) === time;
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
