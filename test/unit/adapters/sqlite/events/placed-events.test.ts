import type { Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createStoreWriter } from '../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import { TextStore } from '../../../../../src-main/adapters/sqlite/events/writing/text-store.ts';
import { batchOf, receivedEvent, receivedEvents } from '../../../../doubles/received-events.ts';
import { SOURCE, temporaryStore } from './temporary-store.ts';
import { temporaryDatabase } from './temporary-database.ts';

const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };

const saved = (from: number, to: number) =>
  receivedEvents(from, to).map((event, index) => ({ seq: from + index, event }));

const stored = (database: Database) => ({
  blocks: database.prepare('SELECT id FROM block ORDER BY id').pluck().all(),
  singles: database.prepare('SELECT count(*) FROM received').pluck().get(),
  chunks: database.prepare('SELECT id, events FROM chunk').raw().all(),
});

describe('[STORE-18] events from another database of the lineage', () => {
  it('are stored at their old seqs, once each, next to new events', () => {
    const database = temporaryDatabase();
    const writer = createStoreWriter(database, { source: SOURCE, startAfter: 4_000 });
    writer.append(batchOf('opens', receivedEvents(5_000, 5_010)));
    const counts = [
      writer.insertRecovered(saved(200, 299)),
      writer.insertRecovered(saved(1, 250)),
      writer.insertRecovered(saved(1, 299)),
    ];
    const { extent } = writer.append(batchOf(1, [receivedEvent(5_011)]));
    expect({ counts, extent, ...stored(database) }).toEqual({
      counts: [100, 199, 0],
      extent: { oldestSeq: 1, newestSeq: 4_107, storedEvents: 311 },
      blocks: [0, 1, 2, 3, 4],
      singles: 12,
      chunks: [[0, 299]],
    });
  });

  it('are found like other events', () => {
    const { database, writer, reader } = temporaryStore();
    database.exec("INSERT INTO chunk (id, events, facets) VALUES (0, 0, x'')");
    const later = createStoreWriter(database, { source: SOURCE });
    later.insertRecovered([{ seq: 7, event: receivedEvent(7) }]);
    expect({ event: reader.event(7), extent: reader.extent(), before: writer.newestSeq }).toMatchObject({
      event: { seq: 7, id: 'e-7', repeats: 0, raw: receivedEvent(7).data },
      extent: { oldestSeq: 7, newestSeq: 4_095, storedEvents: 1 },
      before: 0,
    });
  });

  it('replace a damaged text, but no intact one', () => {
    const { database, writer, reader } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 70)));
    const texts = new TextStore(database);
    const { entries } = texts.entries(0);
    const body = database.prepare<[], Buffer>('SELECT body FROM received WHERE seq = 65').pluck().get();
    if (body === undefined) throw new Error('There is no text.');
    body[body.length - 3] = 0x40;
    database.prepare('UPDATE received SET body = ? WHERE seq = 65').run(body);
    const other = [65, 66].map((seq) => ({ seq, event: receivedEvent(seq, { id: 'other' }) }));
    const again = createStoreWriter(database, { source: SOURCE });
    expect({ count: again.insertRecovered(other), ids: [64, 65, 66].map((seq) => reader.event(seq)?.id) }).toEqual({
      count: 1,
      ids: ['e-64', 'other', 'e-66'],
    });
    expect(entries).toHaveLength(63);
  });

  it('can be read although their frame cannot be opened and stays unchanged', () => {
    const { database, writer } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 130)));
    const garbage = Buffer.from('28b52ffdffffffff', 'hex');
    database.prepare('UPDATE block SET body = ? WHERE id = 1').run(garbage);
    const again = createStoreWriter(database, { source: SOURCE });
    const count = again.insertRecovered(saved(64, 127));
    const texts = new TextStore(database);
    expect({
      count,
      frame: database.prepare('SELECT body FROM block WHERE id = 1').pluck().get(),
      whole: saved(64, 127).filter(({ seq }) => texts.entry(seq)?.isIntact === true).length,
      rows: database.prepare('SELECT count(*) FROM event').pluck().get(),
    }).toEqual({ count: 64, frame: garbage, whole: 64, rows: 130 });
  });

  it('are refused if this database has not assigned their seq yet, because it would be used twice', () => {
    const { writer } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 2)));
    expect(() => writer.insertRecovered(saved(2, 3))).toThrow('Seq 3 was not given yet; the newest is 2.');
  });
});

describe('[STORE-18] sessions and gaps from another database of the lineage', () => {
  const lost = { reason: 'connection-lost', detail: null } as const;
  const crashed = { reason: 'crashed', detail: null } as const;
  const ended = { id: 1, from: 1_000, lastEventAt: 5_000, to: 5_000, lengthMs: 4_000, ...lost, events: 5 };
  const open = {
    id: 2,
    from: 9_000,
    lastEventAt: 11_000,
    to: null,
    lengthMs: 2_000,
    reason: null,
    detail: null,
    events: 3,
  };
  const gap = { id: 1, from: 5_000, to: 9_000, lengthMs: 4_000, ...lost, afterSeq: 5 };

  it('are added once, and a session that was open there has ended', () => {
    const { writer, reader } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(20, 22)));
    const spans = { sessions: [ended, open], gaps: [gap] };
    writer.mergeSpans(spans);
    writer.mergeSpans(spans);
    const coverage = reader.coverage(EVER);
    expect(coverage).toMatchObject({
      sessions: [
        { id: 2, to: 5_000 },
        { id: 3, from: 9_000, to: 11_000, ...crashed, events: 3 },
        { id: 1, from: 20_000, to: null },
      ],
      gaps: [gap, { from: 11_000, to: 20_000, lengthMs: 9_000, ...crashed }],
    });
  });

  it('[DAMAGE-8] put the gap of a session that was open there after its last event', () => {
    const { writer, reader } = temporaryStore();
    writer.append(batchOf('opens', [...receivedEvents(8, 11), ...receivedEvents(20, 22)]));
    writer.mergeSpans({ sessions: [open], gaps: [] });
    expect(reader.gaps({ first: 0, last: 9, direction: 'older', limit: 9 })).toMatchObject([
      { from: 11_000, afterSeq: 4, ...crashed },
    ]);
  });

  it('are continued if the session continues here', () => {
    const { writer, reader } = temporaryStore();
    writer.continueSession({
      id: 2,
      from: 9_000,
      elapsed: 9_000,
      lastEventAt: 11_000,
      lengthMs: 2_000,
      events: 3,
      holder: null,
    });
    writer.append(batchOf(2, receivedEvents(12, 13)));
    writer.mergeSpans({ sessions: [ended, open], gaps: [gap] });
    expect({ ...reader.coverage(EVER), open: writer.openSession?.id }).toEqual({
      sessions: [ended, { ...open, lastEventAt: 13_000, lengthMs: 4_000, events: 5 }],
      gaps: [gap],
      open: 2,
    });
  });

  it('leave at most one gap open', () => {
    const { writer, reader } = temporaryStore();
    const stopped = { reason: 'stopped', detail: null } as const;
    writer.openGap({ at: 30_000, elapsed: 1 }, { at: 30_000, elapsed: 1 }, { reason: 'unreachable', detail: null });
    const lasting = { to: null, lengthMs: null, ...stopped, afterSeq: 5 };
    writer.mergeSpans({
      sessions: [ended],
      gaps: [
        { id: 4, from: 5_000, ...lasting },
        { id: 5, from: 40_000, ...lasting },
      ],
    });
    expect(reader.coverage(EVER).gaps).toMatchObject([
      { id: 4, from: 5_000, to: 30_000, lengthMs: 25_000, ...stopped },
      { id: 1, from: 30_000, to: null },
    ]);
  });
});
