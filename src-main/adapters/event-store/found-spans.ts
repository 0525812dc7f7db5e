/**
 * Sessions, gaps, pins, repeats, what was seen and what people did, as they were found in an older database of a store. Several versions of a row may be
 * found, in pages that were replaced long ago; the one that knows most counts.
 */
import type { Database } from 'better-sqlite3';
import type { Spans } from './adopted-spans.ts';
import { type FactRow, FactRows } from './fact-rows.ts';
import type { SeenRange } from './seen-ranges.ts';
import { SeenRows } from './seen-rows.ts';
import type { GapRow, SessionRow } from './statements.ts';
import type { Finds } from './store-finds.ts';

/** What pages alone do not tell apart. */
export interface FoundMarks {
  readonly repeats: readonly { readonly seq: number; readonly count: number }[];
  readonly seen: readonly SeenRange[];
}

export class FoundSpans {
  readonly #sessions = new Map<number, SessionRow>();
  readonly #gaps = new Map<number, GapRow>();
  readonly #pinned = new Set<number>();
  readonly #repeats = new Map<number, number>();
  readonly #seen: SeenRange[] = [];
  readonly #facts: FactRow[] = [];

  add({ sessions, gaps, pinned, seen, facts }: Finds): void {
    for (const session of sessions) {
      const other = this.#sessions.get(session.id);
      if (other === undefined || knowsMore(session, other)) this.#sessions.set(session.id, session);
    }
    for (const gap of gaps) if ((this.#gaps.get(gap.id)?.to ?? null) === null) this.#gaps.set(gap.id, gap);
    for (const seq of pinned) this.#pinned.add(seq);
    this.#seen.push(...seen);
    this.#facts.push(...facts);
  }

  addMarks({ repeats, seen }: FoundMarks): void {
    this.#seen.push(...seen);
    for (const { seq, count } of repeats) this.#repeats.set(seq, Math.max(count, this.#repeats.get(seq) ?? 0));
  }

  get spans(): Spans {
    const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
    return {
      sessions: [...this.#sessions.values()].toSorted(byId),
      gaps: [...this.#gaps.values()].toSorted(byId),
    };
  }

  /** `true` where any of them was not here. As `adoptMarks`. */
  adoptFacts(database: Database, upTo: number): boolean {
    return this.#facts.length > 0 && new FactRows(database).adopt(this.#facts, upTo);
  }

  /** @param upTo the highest seq that had been given. The caller holds the transaction. */
  adoptMarks(database: Database, upTo: number): void {
    const pin = database.prepare(
      'INSERT OR IGNORE INTO pinned (seq) SELECT :seq WHERE EXISTS (SELECT 1 FROM event WHERE seq = :seq)',
    );
    for (const seq of this.#pinned) pin.run({ seq });
    const repeat = database.prepare(
      `INSERT INTO repeat (seq, count) SELECT :seq, :count WHERE EXISTS (SELECT 1 FROM event WHERE seq = :seq)
       ON CONFLICT (seq) DO UPDATE SET count = max(count, excluded.count)`,
    );
    for (const [seq, count] of this.#repeats) repeat.run({ seq, count });
    if (this.#seen.length > 0) new SeenRows(database).mark(this.#seen, true, upTo);
  }
}

function knowsMore(one: SessionRow, other: SessionRow): boolean {
  return one.events > other.events || (one.events === other.events && one.to !== null && other.to === null);
}
