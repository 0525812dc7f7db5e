/**
 * Events, sessions, gaps, followers. An event is a narrow row that points to its facet (the distinct combination of the
 * values one filters by) and to its payload (the received text): pages and counts never touch the texts.
 * A migration that was released is never edited, and imports nothing of ours: the code around it moves on.
 */
import type { Database } from 'better-sqlite3';

export function createEvents(database: Database): void {
  database.exec(`
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Times are UTC epoch ms. A length is elapsed time: the wall clock may have been set between two times.
    -- from_elapsed is the beginning on the scale of the run that wrote it, and null in any later run.
    CREATE TABLE session (
      id INTEGER PRIMARY KEY,
      from_at INTEGER NOT NULL,
      from_elapsed REAL,
      last_event_at INTEGER NOT NULL,
      to_at INTEGER,
      length_ms INTEGER NOT NULL,
      reason TEXT,
      detail TEXT,
      events INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX session_open ON session (id) WHERE to_at IS NULL;
    CREATE INDEX session_last_event_at ON session (last_event_at);

    CREATE TABLE gap (
      id INTEGER PRIMARY KEY,
      from_at INTEGER NOT NULL,
      from_elapsed REAL,
      to_at INTEGER,
      length_ms INTEGER,
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
      count INTEGER NOT NULL -- may fall to 0 where events were decoded again
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

    -- When the events of 4096 neighbouring seqs were received: finds a time span without an index on every row. Clocks
    -- are set, so the order of arrival is not the order of time.
    CREATE TABLE stretch (
      id INTEGER PRIMARY KEY, -- seq >> 12
      earliest INTEGER NOT NULL,
      latest INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE payload (
      seq INTEGER PRIMARY KEY REFERENCES event (seq),
      raw TEXT NOT NULL,
      oversize_bytes INTEGER,
      oversize_sha256 TEXT,
      whole_kind TEXT, -- where the row holds its beginning alone
      whole_id TEXT
    ) STRICT;

    CREATE TABLE follower (
      name TEXT PRIMARY KEY,
      version INTEGER NOT NULL,
      seq INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE follower_record (
      follower TEXT NOT NULL REFERENCES follower (name),
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (follower, key)
    ) STRICT, WITHOUT ROWID;
  `);
}
