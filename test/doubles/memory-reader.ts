/**
 * Serves rows, gaps, actions and records of a test. Each answer covers only a few rows, for tests of decisions at the
 * end of a batch. Tests of storage use SQLite.
 */
import { combinationsOf } from './combinations.ts';
import type { Extent } from '../../src-shared/api/watch.ts';
import type { StoredActionEntry } from '../../src-shared/domain/cases/action.ts';
import type { Gap } from '../../src-shared/domain/coverage/coverage.ts';
import { OUTCOME_EVENTS } from '../../src-shared/domain/filter/class-filters.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { facetValues, matchesFilter } from '../../src-shared/domain/filter/filter-match.ts';
import type {
  CaseEventBatch,
  CombinationBatch,
  CombinationsQuery,
  CaseEventQuery,
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
  event: EventReader['event'] = emptyReader.event;
  coverage: EventReader['coverage'] = emptyReader.coverage;
  readonly figures: EventReader['figures'] = emptyReader.figures;
  readonly check: EventReader['check'] = emptyReader.check;
  readonly baseHead: EventReader['baseHead'] = emptyReader.baseHead;
  readonly received: EventReader['received'] = emptyReader.received;
  close: EventReader['close'] = emptyReader.close;
  /** Oldest first; seqs may have holes. */
  rows: EventSummary[];
  /** Oldest first. The test must leave out reconnects. */
  storedGaps: Gap[] = [];
  actionEntries: StoredActionEntry[] = [];
  records: ProjectionRecord[] = [];
  database = 'one';
  sliceCount = 0;
  /** Text in which terms of texts are searched. */
  textOf: (row: EventSummary) => string = () => '';
  /** Runs before each answer, to simulate changes while the store reads. */
  meanwhile: () => void | Promise<void> = () => {};
  readonly #maxRowsPerSlice: number;

  /** @param maxRowsPerSlice rows that one batch covers */
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

  async orderedThrough(): Promise<number> {
    return (await this.extent()).newestSeq;
  }

  async summaries({ filter, direction, from, to, limit }: BatchQuery): Promise<SummaryBatch> {
    this.sliceCount += 1;
    const within =
      direction === 'older'
        ? this.rows.filter(({ seq }) => seq < from && seq >= (to ?? 0)).toReversed()
        : this.rows.filter(({ seq }) => seq > from && seq <= (to ?? Number.MAX_SAFE_INTEGER));
    const rows: EventSummary[] = [];
    for (const [index, row] of within.entries()) {
      if (matchesFilter(filter, row, () => this.textOf(row))) rows.push(row);
      const isOver = index === within.length - 1;
      if (!isOver && (rows.length === limit || index + 1 === this.#maxRowsPerSlice)) return { rows, next: row.seq };
    }
    return { rows, next: null };
  }

  /** Returns rows with empty texts, because this double keeps none. */
  async events(query: BatchQuery): Promise<EventBatch> {
    const { rows, next } = await this.summaries(query);
    return { events: rows.map((row) => ({ ...row, raw: '', whole: null })), next };
  }

  /** Returns a request with its text if the row has it. */
  async caseEvents({ after, to, limit }: CaseEventQuery): Promise<CaseEventBatch> {
    const query = { filter: OUTCOME_EVENTS, direction: 'newer', from: after, to, limit } as const;
    const { rows, next } = await this.summaries(query);
    const entryOf = ({ raw = '', ...event }: EventSummary & { readonly raw?: string }) => ({
      event,
      raw: event.kind === 'CMP_EVENT' ? raw : null,
    });
    return { events: rows.map((row) => entryOf(row)), next };
  }

  /** Counts from the newest row to the oldest. */
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

  /** Makes one combination of each row. */
  async combinations({ fields, filter, after, to }: CombinationsQuery): Promise<CombinationBatch> {
    const rows = this.rows.filter(
      (row) => row.seq > after && row.seq <= to && matchesFilter(filter, row, () => this.textOf(row)),
    );
    const valuesOf = (row: EventSummary) => fields.map((field) => [...new Set(facetValues(row, field))]);
    return { ...combinationsOf(rows.map(valuesOf)), next: null };
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
  async lineage(): Promise<string> {
    return this.database;
  }
}
