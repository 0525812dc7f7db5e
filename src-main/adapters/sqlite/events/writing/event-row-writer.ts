/**
 * Writes the rows of events with their texts. No event is lost because of its content: if it cannot be decoded, or the
 * database refuses it, its row has only the raw text and a mark. The caller holds the transaction.
 */
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { AppError } from '../../../../../src-shared/api/errors.ts';
import type { DecodedEvent, EventMark, ReceivedEvent } from '../../../../../src-shared/domain/event/event.ts';
import { emptyEvent } from '../../../../../src-shared/domain/event/decode-event.ts';
import { isOfAnotherDomain } from '../../../../../src-shared/domain/event/session-event.ts';
import { type Decoder, undecodableEvent } from '../rows/decoder.ts';
import { type EventColumns, eventColumns } from '../rows/event-columns.ts';
import { eventNames } from '../rows/event-names.ts';
import type { FacetRowWriter } from '../columns/facet-row-writer.ts';
import type { BlockEntry, SequencedEvent } from '../texts/received-block.ts';
import { storeError } from '../store-error.ts';
import type { TextStore } from './text-store.ts';
import type { WriteStatements } from '../rows/write-statements.ts';

/** Characters kept of a text that the database cannot hold: enough to recognise the event. */
const STUB_CHARS = 65_536;
const TEXT_LOST: readonly EventMark[] = [{ code: 'text-lost', detail: 'data' }];

export function createEventRowWriter(
  database: Database,
  write: WriteStatements,
  texts: TextStore,
  facets: FacetRowWriter,
  decoder: Decoder,
) {
  /**
   * The next `TextStore.write` writes the text. `streamDomain`: named last by the stream; null if none yet. @throws
   * errors of the decoder or the database; the batch is then written with `appendAlone`
   */
  function append(received: SequencedEvent, streamDomain: string | null): DecodedEvent {
    const { event, decoded } = decodeInStream(received.event, streamDomain);
    write.insertEvent.run(...columns(received.seq, event, decoded));
    texts.add(event === received.event ? received : { ...received, event });
    return decoded;
  }

  /** Appends a batch that the database refused. Finds the event that fails and keeps as much of it as possible. */
  function appendAlone({ seq, event }: SequencedEvent, streamDomain: string | null): DecodedEvent {
    const decode = (received: ReceivedEvent) => decodeInStream(received, streamDomain);
    const insert = ({ event: received, decoded }: { event: ReceivedEvent; decoded: DecodedEvent }) => {
      texts.addAlone({ seq, event: received });
      write.insertEvent.run(...columns(seq, received, decoded));
      return decoded;
    };
    return firstAccepted([
      () => insert(decode(event)),
      (refusal) => insert({ event, decoded: undecodableEvent(refusal) }),
      () => insert(decode(stubOf(event))),
      (refusal) => insert({ event: stubOf(event), decoded: undecodableEvent(refusal) }),
    ]);
  }

  /** Adds the stream's domain to an event of another domain, so that its row can be rebuilt from the event alone. */
  function decodeInStream(
    event: ReceivedEvent,
    streamDomain: string | null,
  ): { event: ReceivedEvent; decoded: DecodedEvent } {
    const decoded = decoder.decode(event);
    if (streamDomain === null || !isOfAnotherDomain(event.kind, decoded.principal, streamDomain))
      return { event, decoded };
    const marked = { ...event, streamDomain };
    return { event: marked, decoded: decoder.decode(marked) };
  }

  function rebuildRow(entry: BlockEntry): void {
    const { seq } = entry;
    if (!entry.isIntact) return deriveDamaged(entry);
    const event = entry.event();
    const put = (decoded: DecodedEvent) => void write.replaceEvent.run(...columns(seq, event, decoded));
    firstAccepted([() => put(decoder.decode(event)), (refusal) => put(undecodableEvent(refusal))]);
  }

  /** Keeps an existing row: it was derived from the intact text. */
  function deriveDamaged(entry: BlockEntry): void {
    if (write.eventSeqs.get(entry.seq, entry.seq) !== undefined) return;
    let event: ReceivedEvent;
    try {
      event = entry.event();
    } catch {
      return; // its time and kind are unknown
    }
    write.replaceEvent.run(...columns(entry.seq, event, emptyEvent('unknown', [...TEXT_LOST])));
  }

  /** A refused way leaves at most an unused facet and a text, which the next way replaces. A storage error ends it. */
  function firstAccepted<Result>(ways: readonly ((refusal: unknown) => Result)[]): Result {
    let refusal: unknown;
    for (const way of ways)
      try {
        return way(refusal);
      } catch (error) {
        refusal = error;
        if (storeError(error, database.name) instanceof AppError || !database.inTransaction) break;
      }
    throw refusal;
  }

  function columns(seq: number, event: ReceivedEvent, decoded: DecodedEvent): EventColumns {
    const names = eventNames(event);
    const noticed = names.marks.length === 0 ? decoded.marks : [...names.marks, ...decoded.marks];
    // The row has the marks of its facet. A full dictionary drops others, which the text still shows.
    const { id: facet, marks } = facets.assign(names.kind, decoded, noticed);
    return eventColumns({ seq, receivedAt: event.receivedAt, id: names.id, decoded, facet, marks });
  }

  return { append, appendAlone, rebuildRow };
}
export type EventRowWriter = ReturnType<typeof createEventRowWriter>;

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
    ...(event.replacedBytes === undefined ? {} : { replacedBytes: event.replacedBytes }),
  };
}
