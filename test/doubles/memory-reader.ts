/**
 * Rows, gaps, facts and records that a test lays out, for decisions that depend on where an answer ends: each answer looks
 * at a few rows only. Tests of what is stored use SQLite.
 */
import type { Extent } from '../../src-shared/api/watch.ts';
import type { StoredFact } from '../../src-shared/domain/case-fact.ts';
import type { Gap } from '../../src-shared/domain/coverage.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import { matchesFilter } from '../../src-shared/domain/filter-match.ts';
import type {
  Counted,
  CountQuery,
  EventReader,
  EventSlice,
  FactSubjects,
  FollowerRecord,
  GapsQuery,
  Slice,
  SliceQuery,
} from '../../src-main/core/ports/event-store.ts';
import { emptyReader } from './empty-store.ts';

export class MemoryReader implements EventReader {
  readonly facets: EventReader['facets'] = emptyReader.facets;
  readonly histogram: EventReader['histogram'] = emptyReader.histogram;
  readonly groups: EventReader['groups'] = emptyReader.groups;
  readonly searchReach: EventReader['searchReach'] = emptyReader.searchReach;
  readonly event: EventReader['event'] = emptyReader.event;
  coverage: EventReader['coverage'] = emptyReader.coverage;
  readonly figures: EventReader['figures'] = emptyReader.figures;
  readonly check: EventReader['check'] = emptyReader.check;
  close: EventReader['close'] = emptyReader.close;
  /** Oldest first; `seq` may have holes. */
  rows: EventSummary[];
  /** Oldest first; reconnects are left out by whoever fills it. */
  gapsBehind: Gap[] = [];
  /** What people did, oldest first. */
  done: StoredFact[] = [];
  /** What a follower has kept, whatever its name. */
  records: FollowerRecord[] = [];
  /** As `basis` answers. */
  database = 'one';
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

  /** Of the texts nothing is kept. */
  async events(query: SliceQuery): Promise<EventSlice> {
    const { rows, next } = await this.slice(query);
    return { events: rows.map((row) => ({ ...row, raw: '', whole: null })), next };
  }

  /** Counts from the newest down. */
  async count({ filter, after, to }: CountQuery): Promise<Counted> {
    const { rows, next } = await this.slice({
      filter,
      direction: 'older',
      from: to + 1,
      to: after + 1,
      limit: Infinity,
    });
    return { count: rows.length, next: next === null ? null : next - 1 };
  }

  async gaps({ first, last, direction, limit }: GapsQuery): Promise<Gap[]> {
    const within = this.gapsBehind.filter(({ afterSeq }) => afterSeq >= first && afterSeq <= last);
    return (direction === 'older' ? within.toReversed() : within).slice(0, limit);
  }
  async facts(after: number, limit: number, about?: FactSubjects): Promise<StoredFact[]> {
    const isAbout = ({ subjects }: StoredFact): boolean =>
      about === undefined || subjects.some((subject) => about.includes(subject));
    return this.done.filter((fact) => fact.number > after && isAbout(fact)).slice(0, limit);
  }
  async followerRecords(): Promise<FollowerRecord[]> {
    return this.records;
  }
  async basis(): Promise<string> {
    return this.database;
  }
}
