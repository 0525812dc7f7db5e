/**
 * Events, sessions, gaps. An event is a narrow row that points to its facet (the distinct combination of the values one
 * filters by) and to its payload (the received text): pages and counts never touch the texts.
 * A migration that was released is never edited, and imports nothing of ours: the code around it moves on.
 */
import type { Database } from 'better-sqlite3';

export function createEvents(database: Database): void {
  database.exec(`
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE session (
      id INTEGER PRIMARY KEY,
      from_at INTEGER NOT NULL,
      last_event_at INTEGER NOT NULL,
      to_at INTEGER,
      reason TEXT,
      detail TEXT,
      events INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX session_open ON session (id) WHERE to_at IS NULL;
    CREATE INDEX session_last_event_at ON session (last_event_at);

    CREATE TABLE gap (
      id INTEGER PRIMARY KEY,
      from_at INTEGER NOT NULL,
      to_at INTEGER,
      reason TEXT NOT NULL,
      detail TEXT
    ) STRICT;
    CREATE UNIQUE INDEX gap_open ON gap (ifnull(to_at, 0)) WHERE to_at IS NULL; -- at most one
    CREATE INDEX gap_to_at ON gap (to_at);

    CREATE TABLE facet (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      operation TEXT,
      state TEXT,
      outcome TEXT,
      error_code TEXT,
      country_code TEXT,
      principal TEXT,
      count INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX facet_values ON facet (kind, operation, state, outcome, error_code, country_code, principal);

    CREATE TABLE event (
      seq INTEGER PRIMARY KEY,
      received_at INTEGER NOT NULL,
      created_at INTEGER,
      created_text TEXT,
      facet INTEGER NOT NULL REFERENCES facet (id),
      session INTEGER NOT NULL REFERENCES session (id),
      upstream_id TEXT,
      digest TEXT, -- of id, kind and data; finds repeats
      eid TEXT,
      iccid TEXT,
      request_id TEXT,
      error_codes TEXT, -- JSON array where there is more than the facet's one
      resource_count INTEGER,
      failed_count INTEGER,
      marks TEXT, -- JSON array where there is any
      repeats INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX event_received_at ON event (received_at);

    CREATE TABLE payload (
      seq INTEGER PRIMARY KEY REFERENCES event (seq),
      raw TEXT NOT NULL,
      oversize_bytes INTEGER,
      oversize_sha256 TEXT
    ) STRICT;
  `);
}
