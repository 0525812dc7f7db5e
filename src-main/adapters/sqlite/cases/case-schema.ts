import type { Database } from 'better-sqlite3';

export function emptyTables(database: Database): void {
  database.exec(`DROP TABLE attempt; DROP TABLE stay; DROP TABLE cause_group; DROP TABLE case_file;
    DROP TABLE cause_key; DROP TABLE book;`);
  createTables(database);
}

export function createTables(database: Database): void {
  database.exec(`
    CREATE TABLE book (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      basis TEXT NOT NULL, -- JSON
      cursor INTEGER NOT NULL,
      facts INTEGER NOT NULL
    ) STRICT;

    -- Other tables have the number of a cause, which is shorter than its key.
    CREATE TABLE cause_key (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE
    ) STRICT;

    -- The fields of \`case-row.ts\`.
    CREATE TABLE case_file (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      kind INTEGER NOT NULL, -- 0 localization, 1 request
      outcome TEXT NOT NULL,
      cause INTEGER,
      consequence INTEGER, -- from 0, the worst
      first_seq INTEGER NOT NULL,
      last_seq INTEGER NOT NULL,
      first_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      opened_at INTEGER,
      ended_at INTEGER,
      ended TEXT,
      failed_at INTEGER,
      failed_seq INTEGER,
      operation TEXT,
      error_code TEXT,
      codes TEXT NOT NULL, -- of its last attempt, one in a line
      iccid TEXT,
      country TEXT,
      target TEXT, -- in small letters, as created_by and owner
      created_by TEXT,
      owner_id TEXT,
      owner_name TEXT,
      owner TEXT,
      owned_at INTEGER,
      touched_at INTEGER,
      muted_until INTEGER,
      remind_at INTEGER,
      failed_resources INTEGER NOT NULL,
      resources INTEGER NOT NULL,
      state TEXT NOT NULL -- JSON of what is in no column
    ) STRICT;
    -- Everything that is asked of the open ones, so that they lie together wherever their cases are.
    CREATE INDEX case_open ON case_file (cause, kind, consequence, opened_at, first_seq, last_seq, first_at, failed_at,
      failed_seq, outcome, key, operation, error_code, codes, iccid, country, target, created_by, owner_id, owner_name,
      owner, owned_at, touched_at, muted_until, remind_at, failed_resources, resources) WHERE opened_at IS NOT NULL;
    CREATE INDEX case_newest ON case_file (kind, last_seq);
    CREATE INDEX case_request ON case_file (last_at, outcome) WHERE kind = 1;
    CREATE INDEX case_cause ON case_file (cause, failed_at, outcome) WHERE cause IS NOT NULL;
    CREATE INDEX case_ended ON case_file (ended, ended_at) WHERE ended IS NOT NULL;

    CREATE TABLE cause_group (
      cause INTEGER PRIMARY KEY,
      owner TEXT, -- in small letters
      touched_at INTEGER,
      state TEXT NOT NULL -- JSON
    ) STRICT;

    -- Those that another attempt of their case followed.
    CREATE TABLE attempt (
      case_id INTEGER NOT NULL,
      number INTEGER NOT NULL,
      cause INTEGER, -- of one that failed
      failed_at INTEGER,
      state TEXT NOT NULL, -- JSON
      PRIMARY KEY (case_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attempt_cause ON attempt (cause, failed_at) WHERE cause IS NOT NULL;

    -- Those that have ended.
    CREATE TABLE stay (
      id INTEGER PRIMARY KEY,
      case_id INTEGER NOT NULL,
      to_at INTEGER NOT NULL,
      from_seq INTEGER NOT NULL,
      from_at INTEGER NOT NULL,
      state TEXT NOT NULL -- JSON
    ) STRICT;
    CREATE INDEX stay_ended ON stay (to_at, from_seq);
    CREATE INDEX stay_case ON stay (case_id);
  `);
}
