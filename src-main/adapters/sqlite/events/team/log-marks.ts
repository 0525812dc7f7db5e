/** Keeps log positions to go back to when the log has lost its end. The caller holds the transaction. */
import type { Database } from 'better-sqlite3';
import type { LogProgress } from '../../../../core/ports/team-store.ts';
import { preparing } from '../../prepared-statement.ts';

/** A position is kept if its entry is this much later than that of the last one, in ms. */
const MARK_MS = 2_000;
/** Enough for four minutes of a busy log. NATS flushes every two minutes. */
const MAX_MARKS = 128;

interface LogMark extends LogProgress {
  /** Number of the newest action that the log had placed. */
  readonly action: number;
  /** Events of the session that was open in the log. */
  readonly sessionEvents: number;
}

export function createLogMarks(database: Database) {
  const rows = markStatements(database);
  let newestAt: number | null = null;

  function add({ position, at, confirmedSeq, team }: LogProgress): void {
    const action = rows.newestPlaced.get()?.number ?? 0;
    rows.insert.run({ position, at, confirmedSeq, team, action });
    newestAt = at;
  }

  return {
    all: () => rows.all.all(),
    keep(progress: LogProgress): void {
      newestAt ??= rows.newest.get()?.at ?? 0;
      // The clock of the log may have stepped back.
      if (progress.at >= newestAt && progress.at - newestAt < MARK_MS) return;
      add(progress);
      rows.prune.run(MAX_MARKS);
    },
    /** Forgets all positions, and keeps the one at which the store begins to follow a log. */
    start(progress: LogProgress): void {
      rows.clear.run();
      add(progress);
    },
    /** Call with the first one if older actions than those of the marks came later. */
    removeAfter(position: number): void {
      rows.removeAfter.run(position);
      newestAt = null;
    },
  };
}
export type LogMarks = ReturnType<typeof createLogMarks>;

function markStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    all: prepare<[], LogMark>(
      `SELECT position, at, confirmed_seq AS confirmedSeq, team, action, session_events AS sessionEvents
       FROM log_mark ORDER BY position DESC`,
    ),
    newest: prepare<[], { at: number }>('SELECT at FROM log_mark ORDER BY position DESC LIMIT 1'),
    insert: prepare<[LogProgress & { action: number }]>(
      `INSERT OR REPLACE INTO log_mark (position, at, confirmed_seq, team, action, session_events)
       SELECT :position, :at, :confirmedSeq, :team, :action,
         ifnull((SELECT events FROM session WHERE to_at IS NULL AND log_id IS NOT NULL ORDER BY log_id DESC LIMIT 1), 0)`,
    ),
    newestPlaced: prepare<[], { number: number }>(
      `SELECT number FROM action WHERE NOT EXISTS (SELECT 1 FROM action_out WHERE action_out.id = action.id)
       ORDER BY number DESC LIMIT 1`,
    ),
    /** The first position stays. */
    prune: prepare<[kept: number]>(
      `DELETE FROM log_mark WHERE position > 0 AND position <
         (SELECT min(position) FROM (SELECT position FROM log_mark ORDER BY position DESC LIMIT ?))`,
    ),
    clear: prepare<[]>('DELETE FROM log_mark'),
    removeAfter: prepare<[position: number]>('DELETE FROM log_mark WHERE position > ?'),
  };
}
