/**
 * Rows, gaps, facts and records that a test lays out, for decisions that depend on where an answer ends: each answer looks
 * at a few rows only. Tests of what is stored use SQLite.
 */
import type { Extent } from '../../src-shared/api/watch.ts';
import type { StoredActionEntry } from '../../src-shared/domain/action.ts';
import type { Gap } from '../../src-shared/domain/coverage.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import { matchesFilter } from '../../src-shared/domain/filter-match.ts';
import type {
  CountBatch,
  CountQuery,
  EventReader,
  EventBatch,
  ActionSubjects,
  ProjectionRecord,
  GapsQuery,
  SummaryBatch,
  BatchQuery,
} from '../../src-main/core/ports/event-store.ts';
import { emptyReader } from './empty-store.ts';

export class MemoryReader implements EventReader {
  readonly facets: EventReader['facets'] = emptyReader.facets;
  readonly histogram: EventReader['histogram'] = emptyReader.histogram;
  readonly groups: EventReader['groups'] = emptyReader.groups;
  readonly searchIndexProgress: EventReader['searchIndexProgress'] = emptyReader.searchIndexProgress;
  readonly event: EventReader['event'] = emptyReader.event;
  coverage: EventReader['coverage'] = emptyReader.coverage;
  readonly figures: EventReader['figures'] = emptyReader.figures;
  readonly check: EventReader['check'] = emptyReader.check;
  close: EventReader['close'] = emptyReader.close;
  /** Oldest first; `seq` may have holes. */
  rows: EventSummary[];
  /** Oldest first; reconnects are left out by whoever fills it. */
  storedGaps: Gap[] = [];
  /** What people did, oldest first. */
  actionEntries: StoredActionEntry[] = [];
  /** What a follower has kept, whatever its name. */
  records: ProjectionRecord[] = [];
  /** As `basis` answers. */
  database = 'one';
  /** Pieces that were asked for. */
  sliceCount = 0;
  /** Runs before each answer: what happens while the store reads. */
  meanwhile: () => void | Promise<void> = () => {};
  readonly #maxRowsPerSlice: number;

  /** @param maxRowsPerSlice how many rows one piece looks at */
  constructor(rows: EventSummary[] = [], maxRowsPerSlice = 7) {
    this.rows = rows;
    this.#maxRowsPerSlice = maxRowsPerSlice;
  }

  async extent(): Promise<Extent> {
    await this.meanwhile();
    return {
      oldestSeq: this.rows[0]?.seq ?? 0,
      newestSeq: this.rows.at(-1)?.seq ?? 0,
      storedEvents: this.rows.length,
    };
  }

  async summaries({ filter, direction, from, to, limit }: BatchQuery): Promise<SummaryBatch> {
    this.sliceCount += 1;
    const within =
      direction === 'older'
        ? this.rows.filter(({ seq }) => seq < from && seq >= (to ?? 0)).toReversed()
        : this.rows.filter(({ seq }) => seq > from && seq <= (to ?? Number.MAX_SAFE_INTEGER));
    const rows: EventSummary[] = [];
    for (const [index, row] of within.entries()) {
      if (matchesFilter(filter, row, () => '')) rows.push(row);
      const isOver = index === within.length - 1;
      if (!isOver && (rows.length === limit || index + 1 === this.#maxRowsPerSlice)) return { rows, next: row.seq };
    }
    return { rows, next: null };
  }

  /** Of the texts nothing is kept. */
  async events(query: BatchQuery): Promise<EventBatch> {
    const { rows, next } = await this.summaries(query);
    return { events: rows.map((row) => ({ ...row, raw: '', whole: null })), next };
  }

  /** Counts from the newest down. */
  async count({ filter, after, to }: CountQuery): Promise<CountBatch> {
    const { rows, next } = await this.summaries({
      filter,
      direction: 'older',
      from: to + 1,
      to: after + 1,
      limit: Infinity,
    });
    return { count: rows.length, next: next === null ? null : next - 1 };
  }

  async gaps({ first, last, direction, limit }: GapsQuery): Promise<Gap[]> {
    const within = this.storedGaps.filter(({ afterSeq }) => afterSeq >= first && afterSeq <= last);
    return (direction === 'older' ? within.toReversed() : within).slice(0, limit);
  }
  async actions(after: number, limit: number, about?: ActionSubjects): Promise<StoredActionEntry[]> {
    const isAbout = ({ subjects }: StoredActionEntry): boolean =>
      about === undefined || subjects.some((subject) => about.includes(subject));
    return this.actionEntries.filter((entry) => entry.number > after && isAbout(entry)).slice(0, limit);
  }
  async projectionRecords(): Promise<ProjectionRecord[]> {
    return this.records;
  }
  async basis(): Promise<string> {
    return this.database;
  }
}
