import { describe, expect, it } from 'vitest';
import { decodeUint32Column } from '../../../../../src-main/adapters/sqlite/events/texts/chunk.ts';
import type { Decoder } from '../../../../../src-main/adapters/sqlite/events/rows/decoder.ts';
import { openStoreReader } from '../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import { createStoreWriter } from '../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import { decodeEvent } from '../../../../../src-shared/domain/event/decode-event.ts';
import { batchOf, receivedEvent, receivedEvents } from '../../../../doubles/received-events.ts';
import { SOURCE, temporaryStore } from './temporary-store.ts';

/** Writes its version into the operation and the EID, so that each row shows which decoder wrote it. */
function decoderOf(version: number): Decoder {
  return {
    version,
    decode: (event) => ({ ...decodeEvent(event), operation: `by ${version}`, eid: `E-${version}` }),
  };
}

/** Creates 200 events in four blocks, decoded by version 1 and opened by version 2. Each batch decodes one block. */
function upgraded() {
  const { database, writer: old, reader } = temporaryStore({ decoder: decoderOf(1) });
  old.append(batchOf('opens', receivedEvents(1, 199)));
  old.append(batchOf(1, [receivedEvent(200, { kind: 'K'.repeat(300), id: 'i'.repeat(300) })]));
  const opened = (version: number) =>
    createStoreWriter(database, { source: SOURCE, decoder: decoderOf(version), batchMs: 0 });
  const decodedBy = () => {
    const runs: (readonly [string, number])[] = [];
    for (let seq = 1; seq <= reader.extent().newestSeq; seq += 1) {
      const event = reader.event(seq);
      const by = `${event?.operation} ${event?.eid}`;
      const [last, count] = runs.at(-1) ?? ['', 0];
      if (last === by) runs.pop();
      runs.push([by, last === by ? count + 1 : 1]);
    }
    return runs;
  };
  return { database, writer: opened(2), reader, decodedBy, opened };
}

const old = 'by 1 E-1';
const redecoded = 'by 2 E-2';

describe('[STORE-15] rows that an older decoder wrote', () => {
  it('are reported, decoded again in batches, and readable meanwhile', () => {
    const { writer, decodedBy } = upgraded();
    const steps = [];
    const needsRedecode = writer.resume().needsRedecode;
    for (let more = true; more;) {
      more = writer.redecode();
      steps.push({ more, rows: decodedBy() });
    }
    const step = (more: boolean, count: number) => ({
      more,
      rows: [
        [redecoded, count],
        [old, 200 - count],
      ],
    });
    expect({ needsRedecode, steps, later: [writer.resume().needsRedecode, writer.redecode()] }).toEqual({
      needsRedecode: true,
      steps: [step(true, 63), step(true, 127), step(true, 191), { more: false, rows: [[redecoded, 200]] }],
      later: [false, false],
    });
  });

  it('keep what was received: texts, names, times and seqs', () => {
    const { database, writer } = upgraded();
    const received = () => [
      database.prepare('SELECT * FROM block').all(),
      database.prepare('SELECT * FROM received').all(),
      database.prepare('SELECT seq, received_at, upstream_id, kind FROM event JOIN facet ON facet.id = facet').all(),
    ];
    const before = received();
    while (writer.redecode());
    expect(received()).toEqual(before);
  });

  it('update their chunks batch by batch', () => {
    const { database, writer: first } = temporaryStore({ decoder: decoderOf(1) });
    for (let from = 1; from < 4_100; from += 500) first.append(batchOf('opens', receivedEvents(from, from + 499)));
    const writer = createStoreWriter(database, { source: SOURCE, decoder: decoderOf(2), batchMs: 0 });
    const counted = () => {
      const [facets] = database.prepare<[], Buffer>('SELECT facets FROM chunk').pluck().all();
      return [...decodeUint32Column(facets ?? Buffer.alloc(0))];
    };
    const before = counted();
    writer.redecode();
    const between = counted();
    while (writer.redecode());
    expect({ before, between, after: counted() }).toEqual({
      before: [1, 4_095],
      between: [2, 63, 1, 4_032],
      after: [2, 4_095],
    });
  });

  it('keep the mark of a truncated name', () => {
    const { writer, reader } = upgraded();
    while (writer.redecode());
    expect(reader.event(200)?.marks.filter(({ code }) => code === 'oversize')).toEqual([
      { code: 'oversize', detail: 'event: 300 characters' },
      { code: 'oversize', detail: 'id: 300 characters' },
    ]);
  });

  it('are not confused with events that arrive meanwhile', () => {
    const { writer, decodedBy } = upgraded();
    writer.redecode();
    writer.append(batchOf('opens', [receivedEvent(201)]));
    while (writer.redecode());
    expect(decodedBy()).toEqual([[redecoded, 201]]);
  });

  it('continue where they were if the process ended in the middle, and restart for another version', () => {
    const { writer, decodedBy, opened } = upgraded();
    writer.redecode();
    const same = opened(2);
    const left = same.resume().needsRedecode;
    same.redecode();
    const on = decodedBy();
    const next = opened(3);
    while (next.redecode());
    expect({ left, on, next: decodedBy() }).toEqual({
      left: true,
      on: [
        [redecoded, 127],
        [old, 73],
      ],
      next: [['by 3 E-3', 200]],
    });
  });

  it('become rows of their raw text with a mark if this decoder fails on them', () => {
    const { database, reader } = upgraded();
    const failing: Decoder = {
      version: 4,
      decode() {
        throw new Error('a bug of ours');
      },
    };
    const writer = createStoreWriter(database, { source: SOURCE, decoder: failing });
    while (writer.redecode());
    expect(reader.event(1)).toMatchObject({
      raw: receivedEvent(1).data,
      outcome: 'unknown',
      marks: [{ code: 'undecodable', detail: 'Error: a bug of ours' }],
    });
  });

  it('do not exist in a store of this decoder, which is not written to when it opens', () => {
    const { database } = temporaryStore({ decoder: decoderOf(2) });
    const changes = () => database.pragma('data_version', { simple: true });
    const before = [changes(), database.prepare('SELECT total_changes()').pluck().get()];
    const writer = createStoreWriter(database, { source: SOURCE, decoder: decoderOf(2) });
    expect([changes(), database.prepare('SELECT total_changes()').pluck().get()]).toEqual(before);
    expect({ ...writer.resume(), extent: openStoreReader(database.name).extent() }).toMatchObject({
      needsRedecode: false,
    });
  });
});

describe('[DECODE-5] an event of another principal than its stream', () => {
  const of = (seq: number, kind: string, principal: string | null) =>
    receivedEvent(seq, { kind, data: JSON.stringify({ principal, operation: 'ENABLED', state: 'COMPLETED' }) });

  it('is marked, also if its row is rebuilt after the events that named the domain are gone', () => {
    const { database, writer, reader } = temporaryStore();
    writer.append(batchOf('opens', [of(1, 'LOCALIZATION', 'globex'), of(2, 'SUBSCRIPTION_STARTED', 'acme')]));
    writer.append(
      batchOf(1, [
        of(3, 'LOCALIZATION', 'acme'),
        of(4, 'LOCALIZATION', 'globex'),
        of(5, 'NEWS', 'acme/emea'),
        of(6, 'HEARTBEAT', 'initech'),
        of(7, 'LOCALIZATION', null),
        of(8, 'SUBSCRIPTION_STARTED', 'globex'),
        of(9, 'LOCALIZATION', 'globex'),
      ]),
    );
    const marked = () =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((seq) =>
        reader.event(seq)?.marks.some(({ code }) => code === 'another-principal'),
      );
    const before = marked();
    database.exec('DELETE FROM event WHERE seq > 1');
    createStoreWriter(database, { source: SOURCE }).rederive(1, 9);
    expect([before, marked()]).toEqual([
      [4, 5, 6],
      [4, 5, 6],
    ]);
    expect(reader.event(4)?.marks).toContainEqual({
      code: 'another-principal',
      detail: 'globex; the session is of acme',
    });
  });
});
