/**
 * Moves unconfirmed events out of the store, because the log may give their seqs to others. They wait until the holder
 * has brought them into the log. The caller holds the transaction.
 */
import type { Database } from 'better-sqlite3';
import type { LateEvent, LogBatch, OfferedEvents } from '../../../../core/ports/team-store.ts';
import { receivedEventSchema } from '../../../../../src-shared/domain/event/event.ts';
import { parseJsonOrNull } from '../../../../../src-shared/lib/parse-json.ts';
import { preparing } from '../../prepared-statement.ts';
import { resetProjections } from '../rows/history-rows.ts';
import { createSeenRowWriter } from '../rows/seen-row-writer.ts';
import { chunkOf } from '../texts/chunk.ts';
import { isOffered, type Offers } from './offers.ts';
import type { TextStore } from '../writing/text-store.ts';

/** Max length of the JSON in one answer, in characters; a longer event is returned alone. */
const MAX_BATCH_LENGTH = 2_097_152;

export function createLateEvents(database: Database, texts: TextStore, offers: Offers) {
  const rows = lateStatements(database);
  const seenRows = createSeenRowWriter(database);

  /** Projections start again. Events whose text is damaged are lost. Returns the number of moved events. */
  function withdrawAfter(confirmedSeq: number, newestSeq: number): number {
    const first = confirmedSeq + 1;
    const placed = offers.placed();
    let moved = 0;
    for (const { seq } of rows.seqsFrom.all(first)) {
      if (isOffered({ seq }, placed)) continue;
      const entry = texts.entry(seq);
      if (entry?.isIntact !== true) continue;
      rows.insert.run(JSON.stringify(entry.event()));
      moved += 1;
    }
    texts.removeFrom(first);
    for (const table of ['event', 'repeat', 'pinned'] as const) rows[table].run(first);
    // The chunk of the last confirmed event is sealed again when it is complete.
    rows.chunk.run(chunkOf(first));
    seenRows.mark([{ first, last: newestSeq }], false, newestSeq);
    offers.withdrawAfter(confirmedSeq);
    rows.gap.run({ confirmedSeq });
    rows.action.run({ confirmedSeq });
    rows.session.run({ confirmedSeq });
    resetProjections(database);
    return moved;
  }

  function list(after: number, limit: number): LateEvent[] {
    const found: LateEvent[] = [];
    let length = 0;
    for (let row = rows.next.get(after); row !== undefined && found.length < limit; row = rows.next.get(row.number)) {
      length += row.json.length;
      if (length > MAX_BATCH_LENGTH && found.length > 0) break;
      const event = receivedEventSchema.safeParse(parseJsonOrNull(row.json)).data;
      if (event !== undefined) found.push({ number: row.number, event });
    }
    return found;
  }

  /** Adds events that other members offered to a log that was made again. */
  function addOffered(): void {
    add(offers.all());
    offers.clear();
  }

  function add(offered: readonly OfferedEvents[]): void {
    for (const { events } of offered) for (const event of events) rows.insert.run(JSON.stringify(event));
  }

  return {
    withdrawAfter,
    add,
    addOffered,
    list,
    remove: (sent: NonNullable<LogBatch['sentLate']>) => void rows.remove.run(sent),
  };
}
export type LateEvents = ReturnType<typeof createLateEvents>;

function lateStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    seqsFrom: prepare<[seq: number], { seq: number }>('SELECT seq FROM event WHERE seq >= ? ORDER BY seq'),
    insert: prepare<[json: string]>('INSERT INTO late_out (json) VALUES (?)'),
    event: prepare<[seq: number]>('DELETE FROM event WHERE seq >= ?'),
    repeat: prepare<[seq: number]>('DELETE FROM repeat WHERE seq >= ?'),
    pinned: prepare<[seq: number]>('DELETE FROM pinned WHERE seq >= ?'),
    chunk: prepare<[id: number]>('DELETE FROM chunk WHERE id >= ?'),
    gap: prepare<[{ confirmedSeq: number }]>(
      'UPDATE gap SET after_seq = :confirmedSeq WHERE after_seq > :confirmedSeq',
    ),
    action: prepare<[{ confirmedSeq: number }]>(
      'UPDATE action SET after_seq = :confirmedSeq WHERE after_seq > :confirmedSeq',
    ),
    session: prepare<[{ confirmedSeq: number }]>(
      `UPDATE session SET opened_after = min(opened_after, :confirmedSeq), ended_after = min(ended_after, :confirmedSeq)
       WHERE opened_after > :confirmedSeq OR ended_after > :confirmedSeq`,
    ),
    next: prepare<[number: number], { number: number; json: string }>(
      'SELECT number, json FROM late_out WHERE number > ? ORDER BY number LIMIT 1',
    ),
    remove: prepare<[NonNullable<LogBatch['sentLate']>]>(
      'DELETE FROM late_out WHERE number > :after AND number <= :through',
    ),
  };
}
