import type { Database } from 'better-sqlite3';

export function emptyTables(database: Database): void {
  database.exec(`DROP TABLE attempt; DROP TABLE stay; DROP TABLE tally; DROP TABLE cause_group; DROP TABLE case_file;
    DROP TABLE shared_text; DROP TABLE book;`);
  createTables(database);
}

export function createTables(database: Database): void {
  database.exec(`
    CREATE TABLE book (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      basis TEXT NOT NULL, -- JSON
      cursor INTEGER NOT NULL,
      actions INTEGER NOT NULL
    ) STRICT;

    -- Texts that many rows have: keys of causes, operations, codes, names. Other tables have their numbers.
    CREATE TABLE shared_text (
      id INTEGER PRIMARY KEY,
      text TEXT NOT NULL UNIQUE,
      folded TEXT -- in small letters, if LIKE would not find it otherwise
    ) STRICT;

    -- The fields of \`case-row.ts\`.
    CREATE TABLE case_file (
      id INTEGER PRIMARY KEY, -- seq of its first event, which no other case has
      key_hash INTEGER NOT NULL,
      key ANY NOT NULL, -- see \`stored-key.ts\`
      kind INTEGER NOT NULL, -- 0 localization, 1 request
      outcome INTEGER NOT NULL, -- index in \`outcomes\`
      cause INTEGER, -- number of a text
      consequence INTEGER, -- from 0, the worst
      last_seq INTEGER NOT NULL,
      first_at INTEGER, -- null: the same as last_at
      last_at INTEGER NOT NULL,
      opened_at INTEGER,
      ended_at INTEGER,
      ended TEXT,
      failed_at INTEGER,
      failed_seq INTEGER,
      operation INTEGER, -- number of a text, as the next two
      error_code INTEGER,
      codes INTEGER, -- of its last attempt, one in a line
      iccid TEXT,
      country TEXT,
      target INTEGER, -- number of a text, as the next three
      created_by INTEGER,
      company INTEGER,
      principal INTEGER,
      owner_id TEXT,
      owner_name TEXT,
      owner TEXT, -- in small letters
      owned_at INTEGER,
      touched_at INTEGER,
      muted_until INTEGER,
      remind_at INTEGER,
      failed_resources INTEGER NOT NULL,
      resources INTEGER NOT NULL,
      retry INTEGER, -- of its last attempt, if it is open
      state TEXT NOT NULL, -- JSON list of what is in no column
      past TEXT -- most of its past attempts, see \`serializePast\`
    ) STRICT;
    CREATE INDEX case_key ON case_file (key_hash);
    -- Everything that is asked of the open ones, so that they lie together wherever their cases are.
    CREATE INDEX case_open ON case_file (cause, kind, consequence, opened_at, last_seq, failed_at, failed_seq, outcome,
      key, operation, error_code, codes, iccid, country, target, created_by, company, owner_id, owner_name, owner, owned_at,
      touched_at, muted_until, remind_at, failed_resources, resources, retry) WHERE opened_at IS NOT NULL;
    CREATE INDEX case_newest ON case_file (kind, last_seq);
    CREATE INDEX case_request ON case_file (last_at, outcome) WHERE kind = 1;
    CREATE INDEX case_cause ON case_file (cause, failed_at, outcome) WHERE cause IS NOT NULL;
    CREATE INDEX case_ended ON case_file (ended, ended_at) WHERE ended IS NOT NULL;

    CREATE TABLE cause_group (
      cause INTEGER PRIMARY KEY, -- number of a text
      owner TEXT, -- in small letters
      touched_at INTEGER,
      state TEXT NOT NULL -- JSON
    ) STRICT;

    -- Those that another attempt of their case followed, if they have a cause or many attempts before them.
    CREATE TABLE attempt (
      case_id INTEGER NOT NULL,
      number INTEGER NOT NULL,
      cause INTEGER, -- number of a text; of one that failed
      failed_at INTEGER,
      state TEXT NOT NULL, -- JSON list
      PRIMARY KEY (case_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attempt_cause ON attempt (cause, failed_at) WHERE cause IS NOT NULL;

    -- Those that have ended.
    CREATE TABLE stay (
      id INTEGER PRIMARY KEY,
      case_id INTEGER NOT NULL,
      cause INTEGER NOT NULL, -- number of a text
      to_at INTEGER NOT NULL,
      from_seq INTEGER NOT NULL,
      from_at INTEGER NOT NULL,
      state TEXT NOT NULL -- JSON list
    ) STRICT;
    CREATE INDEX stay_ended ON stay (to_at, from_seq);
    CREATE INDEX stay_case ON stay (case_id);
    CREATE INDEX stay_cause ON stay (cause, to_at);

    -- What each UTC day counts. Not removed with its cases.
    CREATE TABLE tally (
      day INTEGER NOT NULL, -- days since 1970
      head INTEGER NOT NULL, -- of its combination
      combination INTEGER NOT NULL, -- number of a text, see \`day-tally.ts\`
      weakened INTEGER NOT NULL, completed INTEGER NOT NULL, failed INTEGER NOT NULL,
      slot_0 INTEGER NOT NULL, slot_1 INTEGER NOT NULL, slot_2 INTEGER NOT NULL, slot_3 INTEGER NOT NULL,
      slot_4 INTEGER NOT NULL, slot_5 INTEGER NOT NULL, slot_6 INTEGER NOT NULL, slot_7 INTEGER NOT NULL,
      slot_8 INTEGER NOT NULL, slot_9 INTEGER NOT NULL, slot_10 INTEGER NOT NULL, slot_11 INTEGER NOT NULL,
      slot_12 INTEGER NOT NULL, slot_13 INTEGER NOT NULL, slot_14 INTEGER NOT NULL, slot_15 INTEGER NOT NULL,
      slot_16 INTEGER NOT NULL, slot_17 INTEGER NOT NULL, slot_18 INTEGER NOT NULL, slot_19 INTEGER NOT NULL,
      slot_20 INTEGER NOT NULL, slot_21 INTEGER NOT NULL, slot_22 INTEGER NOT NULL, slot_23 INTEGER NOT NULL,
      PRIMARY KEY (day, head, combination)
    ) STRICT, WITHOUT ROWID;
  `);
}
