/**
 * Adds what a store needs in a team: who held the seat during a session, and what this member has not brought into the
 * team's log yet. A store that joins no team leaves all of it empty.
 */
import type { Database } from 'better-sqlite3';

export function addTeam(database: Database): void {
  database.exec(`
    -- All are null in rows that this store wrote outside a team.
    ALTER TABLE session ADD COLUMN holder TEXT;
    ALTER TABLE session ADD COLUMN epoch INTEGER; -- null until the log has the session
    ALTER TABLE session ADD COLUMN log_id INTEGER; -- position of the record that opened it; null until the log has it
    ALTER TABLE session ADD COLUMN opened_after INTEGER; -- newest seq when it opened
    ALTER TABLE session ADD COLUMN ended_after INTEGER; -- newest seq when it ended
    ALTER TABLE session ADD COLUMN is_end_sent INTEGER; -- 1: in the log or given up; 2: it went on after its end in the log
    ALTER TABLE session ADD COLUMN opened_at INTEGER; -- start as the log has it; the end of a session corrects from_at
    CREATE UNIQUE INDEX session_log_id ON session (log_id, from_at) WHERE log_id IS NOT NULL;
    CREATE INDEX session_holder ON session (id) WHERE holder IS NOT NULL;
    CREATE INDEX session_late ON session (id) WHERE is_end_sent = 2 OR (is_end_sent = 1 AND log_id IS NULL);
    CREATE INDEX session_unsent ON session (id) WHERE is_end_sent IS NULL AND opened_after IS NOT NULL;

    -- Of the session before the gap. A gap with a holder is derived from the sessions.
    ALTER TABLE gap ADD COLUMN holder TEXT;
    ALTER TABLE gap ADD COLUMN epoch INTEGER;

    -- Actions made here that have no place in the log yet.
    CREATE TABLE action_out (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      json TEXT NOT NULL
    ) STRICT;

    -- Earlier positions in the log, to which this store can go back.
    CREATE TABLE log_mark (
      position INTEGER PRIMARY KEY,
      at INTEGER NOT NULL, -- of the entry, by the clock of the log; UTC epoch ms
      confirmed_seq INTEGER NOT NULL,
      team TEXT NOT NULL,
      action INTEGER NOT NULL, -- number of the newest action that the log had placed
      session_events INTEGER NOT NULL -- events of the session that was open in the log
    ) STRICT;

    -- Events that this member received after another one had taken the seat. A number is never used twice.
    CREATE TABLE late_out (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      json TEXT NOT NULL
    ) STRICT;

    -- Events that members offered, until a holder has brought them into the chain.
    CREATE TABLE offer (
      position INTEGER PRIMARY KEY, -- of the offer in the log
      json TEXT NOT NULL,
      first INTEGER, -- seq of the first of them in this store; null unless this member has placed them
      count INTEGER -- without those that this store had
    ) STRICT;
  `);
}
