import { describe, expect, it } from 'vitest';
import type { Decoder } from '../../../../src-main/adapters/event-store/decoder.ts';
import { StoreReader } from '../../../../src-main/adapters/event-store/store-reader.ts';
import { StoreWriter } from '../../../../src-main/adapters/event-store/store-writer.ts';
import { decodeEvent } from '../../../../src-shared/domain/decode-event.ts';
import { batchOf, receivedEvent, receivedEvents } from '../../../doubles/received-events.ts';
import { SOURCE, temporaryStore } from './temporary-store.ts';

/** Reads the outcome by its own version, so that a row tells who decoded it. */
function decoderOf(version: number): Decoder {
  return {
    version,
    decode: (event) => ({ ...decodeEvent(event), operation: `by ${version}`, eid: `E-${version}` }),
  };
}

/** 10 events that version 1 decoded, opened by version 2. */
function upgraded() {
  const { database, writer: old, reader } = temporaryStore({ decoder: decoderOf(1) });
  old.append(batchOf('opens', receivedEvents(1, 9)));
  old.append(batchOf(1, [receivedEvent(10, { kind: 'K'.repeat(300), id: 'i'.repeat(300) })]));
  const writer = new StoreWriter(database, { source: SOURCE, decoder: decoderOf(2) });
  const decodedBy = () =>
    Array.from({ length: reader.extent().newestSeq }, (_, index) => {
      const event = reader.event(index + 1);
      return `${event?.operation} ${event?.eid}`;
    });
  const facets = () =>
    database.prepare('SELECT operation, sum(count) AS count FROM facet GROUP BY operation ORDER BY operation').all();
  return { database, writer, reader, decodedBy, facets };
}

const old = 'by 1 E-1';
const anew = 'by 2 E-2';
const times = (text: string, count: number) => Array.from({ length: count }, () => text);

describe('[STORE-13] rows that an older decoder wrote', () => {
  it('are told of, decoded again in pieces, and readable meanwhile; counts follow', () => {
    const { writer, decodedBy, facets } = upgraded();
    const steps = [];
    const toRedecode = writer.resume().toRedecode;
    for (let more = true; more;) {
      more = writer.redecode(4);
      steps.push({ more, rows: decodedBy(), facets: facets() });
    }
    expect({ toRedecode, steps, later: [writer.resume().toRedecode, writer.redecode(4)] }).toEqual({
      toRedecode: true,
      steps: [
        {
          more: true,
          rows: [...times(anew, 4), ...times(old, 6)],
          facets: [
            { operation: 'by 1', count: 6 },
            { operation: 'by 2', count: 4 },
          ],
        },
        {
          more: true,
          rows: [...times(anew, 8), ...times(old, 2)],
          facets: [
            { operation: 'by 1', count: 2 },
            { operation: 'by 2', count: 8 },
          ],
        },
        {
          more: false,
          rows: times(anew, 10),
          facets: [
            { operation: 'by 1', count: 0 },
            { operation: 'by 2', count: 10 },
          ],
        },
      ],
      later: [false, false],
    });
  });

  it('keep what was received: texts, names, times, repeats and seqs', () => {
    const { database, writer } = upgraded();
    const received = () =>
      database
        .prepare(
          `SELECT seq, received_at, session, upstream_id, digest, repeats, kind, raw, whole_kind, whole_id
           FROM event JOIN payload USING (seq) JOIN facet ON facet.id = facet`,
        )
        .all();
    const before = received();
    writer.redecode(100);
    expect(received()).toEqual(before);
  });

  it('keep the mark of a name that was cut', () => {
    const { writer, reader } = upgraded();
    writer.redecode(100);
    expect(reader.event(10)?.marks.filter(({ code }) => code === 'oversize')).toEqual([
      { code: 'oversize', detail: 'event: 300 characters' },
      { code: 'oversize', detail: 'id: 300 characters' },
    ]);
  });

  it('are not confused with those that arrive meanwhile', () => {
    const { writer, decodedBy } = upgraded();
    writer.redecode(4);
    writer.append(batchOf('opens', [receivedEvent(11)]));
    while (writer.redecode(4));
    expect(decodedBy()).toEqual(times(anew, 11));
  });

  it('go on where they were when the process ended in the middle, and from the start for yet another version', () => {
    const { database, writer, decodedBy } = upgraded();
    writer.redecode(4);
    const same = new StoreWriter(database, { source: SOURCE, decoder: decoderOf(2) });
    const left = same.resume().toRedecode;
    same.redecode(1);
    const on = decodedBy();
    const next = new StoreWriter(database, { source: SOURCE, decoder: decoderOf(3) });
    while (next.redecode(4));
    expect({ left, on, next: decodedBy() }).toEqual({
      left: true,
      on: [...times(anew, 5), ...times(old, 5)],
      next: times('by 3 E-3', 10),
    });
  });

  it('that this decoder fails on are rows of their raw text', () => {
    const { database, reader } = upgraded();
    const failing: Decoder = {
      version: 4,
      decode() {
        throw new Error('a bug of ours');
      },
    };
    const writer = new StoreWriter(database, { source: SOURCE, decoder: failing });
    while (writer.redecode(4));
    expect(reader.event(1)).toMatchObject({
      raw: receivedEvent(1).data,
      outcome: 'unknown',
      marks: [{ code: 'undecodable', detail: 'Error: a bug of ours' }],
    });
  });

  it('are none in a store of this decoder, which is not written to when it is opened', () => {
    const { database } = temporaryStore({ decoder: decoderOf(2) });
    const changes = () => database.pragma('data_version', { simple: true });
    const before = [changes(), database.prepare('SELECT total_changes()').pluck().get()];
    const writer = new StoreWriter(database, { source: SOURCE, decoder: decoderOf(2) });
    expect([changes(), database.prepare('SELECT total_changes()').pluck().get()]).toEqual(before);
    expect({ ...writer.resume(), extent: new StoreReader(database).extent() }).toMatchObject({ toRedecode: false });
  });
});
