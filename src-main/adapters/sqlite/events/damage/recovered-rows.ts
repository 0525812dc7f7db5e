/** Collects rows of an older database. Of several versions, the one with the most information is used. */
import type { Database } from 'better-sqlite3';
import type { SavedGap, SavedSession, Spans } from '../writing/span-merger.ts';
import { type ActionRow, createActionRowWriter } from '../rows/action-rows.ts';
import { type HistoryRow, mergeHistory } from '../rows/history-rows.ts';
import type { SeenRange } from '../rows/seen-ranges.ts';
import { createSeenRowWriter } from '../rows/seen-row-writer.ts';
import type { RecoveredBatch } from './recovery-sources.ts';

export class RecoveredRows {
  readonly #sessions = new Map<number, SavedSession>();
  readonly #gaps = new Map<number, SavedGap>();
  readonly #pinned = new Set<number>();
  readonly #repeats = new Map<number, number>();
  readonly #seen: SeenRange[] = [];
  readonly #actions: ActionRow[] = [];
  readonly #history: HistoryRow[] = [];
  readonly #unplaced: RecoveredBatch['unplaced'][number][] = [];
  readonly #late: RecoveredBatch['late'][number][] = [];

  add({ sessions, gaps, pinned, seen, actions, repeats, history, unplaced, late }: RecoveredBatch): void {
    for (const session of sessions) {
      const other = this.#sessions.get(session.id);
      if (other === undefined || isMoreComplete(session, other)) this.#sessions.set(session.id, session);
    }
    for (const gap of gaps) if ((this.#gaps.get(gap.id)?.to ?? null) === null) this.#gaps.set(gap.id, gap);
    for (const seq of pinned) this.#pinned.add(seq);
    this.#seen.push(...seen);
    this.#actions.push(...actions);
    this.#history.push(...history);
    this.#unplaced.push(...unplaced);
    this.#late.push(...late);
    for (const { seq, count } of repeats) this.#repeats.set(seq, Math.max(count, this.#repeats.get(seq) ?? 0));
  }

  get spans(): Spans {
    const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
    return {
      sessions: [...this.#sessions.values()].toSorted(byId),
      gaps: [...this.#gaps.values()].toSorted(byId),
    };
  }

  /** The caller holds the transaction. `upTo`: newest assigned seq. True if any action was new. */
  merge(database: Database, upTo: number): boolean {
    const pin = database.prepare(
      'INSERT OR IGNORE INTO pinned (seq) SELECT :seq WHERE EXISTS (SELECT 1 FROM event WHERE seq = :seq)',
    );
    for (const seq of this.#pinned) pin.run({ seq });
    const repeat = database.prepare(
      `INSERT INTO repeat (seq, count) SELECT :seq, :count WHERE EXISTS (SELECT 1 FROM event WHERE seq = :seq)
       ON CONFLICT (seq) DO UPDATE SET count = max(count, excluded.count)`,
    );
    for (const [seq, count] of this.#repeats) repeat.run({ seq, count });
    if (this.#seen.length > 0) createSeenRowWriter(database).mark(this.#seen, true, upTo);
    mergeHistory(database, this.#history);
    const hasNewActions = this.#actions.length > 0 && createActionRowWriter(database).merge(this.#actions, upTo);
    const keepUnplaced = database.prepare(
      `INSERT OR IGNORE INTO action_out (id, json) SELECT :id, :json WHERE NOT EXISTS (SELECT 1 FROM action WHERE id = :id)`,
    );
    for (const row of this.#unplaced) keepUnplaced.run(row);
    const keepLate = database.prepare('INSERT OR IGNORE INTO late_out (number, json) VALUES (:number, :json)');
    for (const row of this.#late) keepLate.run(row);
    return hasNewActions;
  }
}

function isMoreComplete(one: SavedSession, other: SavedSession): boolean {
  return one.events > other.events || (one.events === other.events && one.to !== null && other.to === null);
}
