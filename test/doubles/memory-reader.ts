/**
 * Stored events in memory, answered as the port says: in pieces, each of which looks at a few rows only. What SQLite
 * makes of the port is tested with SQLite.
 */
import type { Extent } from '../../src-shared/api/watch.ts';
import type { StoredFact } from '../../src-shared/domain/case-fact.ts';
import type { Gap } from '../../src-shared/domain/coverage.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import type { FacetField, FilterTerm } from '../../src-shared/domain/filter.ts';
import { facetValues, isOfFacet, matchesFilter } from '../../src-shared/domain/filter-match.ts';
import type {
  Checked,
  Counted,
  CountQuery,
  EventReader,
  EventSlice,
  FacetCounts,
  FactSubjects,
  FollowerRecord,
  GapsQuery,
  Groups,
  GroupsQuery,
  Histogram,
  HistogramQuery,
  SearchReach,
  Slice,
  SliceQuery,
  StoreFigures,
} from '../../src-main/core/ports/event-store.ts';

export class MemoryReader implements EventReader {
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

  async count(query: CountQuery): Promise<Counted> {
    const { rows, next } = await this.#tallied(query);
    return { count: rows.length, next };
  }

  async facets({ fields, ...query }: Parameters<EventReader['facets']>[0]): Promise<FacetCounts> {
    const { terms } = query.filter;
    const others = { terms: terms.filter((term) => !isOfFacet(term)) };
    const { rows, next } = await this.#tallied({ ...query, filter: others });
    const under = (isAsked: (term: FilterTerm) => boolean) =>
      rows.filter((row) => matchesFilter({ terms: terms.filter(isAsked) }, row, () => ''));
    return {
      count: under(() => true).length,
      fields: fields.map((field) => ({
        field,
        values: under((term) => !(isOfFacet(term) && term.field === field)).flatMap((row) =>
          valuesOf(row, field).map((value) => ({ value, count: 1 })),
        ),
      })),
      next,
    };
  }

  async histogram({ edges, ...query }: HistogramQuery): Promise<Histogram> {
    const { rows, next } = await this.#tallied(query);
    const outcomes = rows.map(({ outcome, receivedAt }) => ({
      outcome,
      counts: edges
        .slice(1)
        .map((end, bucket) => Number(receivedAt < end && receivedAt >= (edges[bucket] ?? Number.POSITIVE_INFINITY))),
    }));
    return { outcomes, next };
  }

  async groups({ by, edges, ...query }: GroupsQuery): Promise<Groups> {
    const { rows, next } = await this.#tallied(query);
    const groups = rows.flatMap((row) => {
      const bucket =
        edges === null
          ? 0
          : edges.findIndex((edge, place) => edge <= row.receivedAt && row.receivedAt < (edges[place + 1] ?? edge));
      const combined = by.reduce<(string | null)[][]>(
        (heads, field) => heads.flatMap((head) => valuesOf(row, field).map((value) => [...head, value])),
        [[]],
      );
      return bucket < 0 ? [] : combined.map((values) => ({ values, bucket, count: 1 }));
    });
    return { groups, next };
  }

  async searchReach(): Promise<SearchReach> {
    return { upTo: 0, behind: this.rows.length };
  }

  /** From the newest down. */
  async #tallied({ filter, after, to }: CountQuery): Promise<Slice> {
    const query = { filter, direction: 'older' as const, from: to + 1, to: after + 1, limit: Number.POSITIVE_INFINITY };
    const { rows, next } = await this.slice(query);
    return { rows, next: next === null ? null : next - 1 };
  }

  async event(): Promise<null> {
    return null;
  }
  async coverage() {
    return { sessions: [], gaps: [] };
  }
  async gaps({ first, last, direction, limit }: GapsQuery): Promise<Gap[]> {
    const within = this.gapsBehind.filter(({ afterSeq }) => afterSeq >= first && afterSeq <= last);
    return (direction === 'older' ? within.toReversed() : within).slice(0, limit);
  }
  async figures(): Promise<StoreFigures> {
    const beside = { search: 0, cases: 0, inventory: 0 };
    return { bytes: 0, freeBytes: 0, beside, oldestAt: this.rows[0]?.receivedAt ?? null };
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
  async check(): Promise<Checked> {
    return { flaws: [], next: null };
  }
  async close(): Promise<void> {}
}

/** Each of its own, to be added up by whoever asked. */
function valuesOf(row: EventSummary, field: FacetField): (string | null)[] {
  const values = facetValues(row, field);
  return values.length === 0 ? [null] : [...new Set(values)];
}
