/**
 * Stored events in memory, answered as the port says: in pieces, each of which looks at a few rows only. What SQLite
 * makes of the port is tested with SQLite.
 */
import type { Extent } from '../../src-shared/api/watch.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import type { Filter } from '../../src-shared/domain/filter.ts';
import { matchesFilter } from '../../src-shared/domain/filter-match.ts';
import type { EventReader, Slice, SliceQuery } from '../../src-main/core/ports/event-store.ts';

export class MemoryReader implements EventReader {
  /** Oldest first; `seq` may have holes. */
  rows: EventSummary[];
  /** Pieces that were asked for. */
  pieces = 0;
  /** Runs before each answer: what happens while the store reads. */
  meanwhile: () => void | Promise<void> = () => {};
  readonly #piece: number;

  /** @param piece how many rows one piece looks at */
  constructor(rows: EventSummary[] = [], piece = 7) {
    this.rows = rows;
    this.#piece = piece;
  }

  async extent(): Promise<Extent> {
    await this.meanwhile();
    return {
      oldestSeq: this.rows[0]?.seq ?? 0,
      newestSeq: this.rows.at(-1)?.seq ?? 0,
      storedEvents: this.rows.length,
    };
  }

  async slice({ filter, direction, from, to, limit }: SliceQuery): Promise<Slice> {
    this.pieces += 1;
    const within =
      direction === 'older'
        ? this.rows.filter(({ seq }) => seq < from && seq >= (to ?? 0)).toReversed()
        : this.rows.filter(({ seq }) => seq > from && seq <= (to ?? Number.MAX_SAFE_INTEGER));
    const rows: EventSummary[] = [];
    for (const [index, row] of within.entries()) {
      if (matchesFilter(filter, row, () => '')) rows.push(row);
      const isOver = index === within.length - 1;
      if (!isOver && (rows.length === limit || index + 1 === this.#piece)) return { rows, next: row.seq };
    }
    return { rows, next: null };
  }

  async count({ filter, after, to }: { filter: Filter; after: number; to: number }) {
    const { rows, next } = await this.slice({ filter, direction: 'newer', from: after, to, limit: Infinity });
    return { count: rows.length, next };
  }

  async event(): Promise<null> {
    return null;
  }
  async coverage() {
    return { sessions: [], gaps: [] };
  }
  async close(): Promise<void> {}
}
