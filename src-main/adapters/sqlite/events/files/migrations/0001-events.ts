/**
 * Creates the tables. Received texts, sessions, gaps and actions are the source of truth. Rows of events, facets and
 * chunks are derived from the texts and can be rebuilt.
 * A released migration is never edited and imports no other code of Watchfloor, because that code changes.
 */
import type { Database } from 'better-sqlite3';

export function createEvents(database: Database): void {
  database.exec(`
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- What was received, 64 neighbouring seqs in one zstd frame (received-block.ts). It may hold fewer of them.
    CREATE TABLE block (
      id INTEGER PRIMARY KEY, -- seq >> 6
      body BLOB NOT NULL
    ) STRICT;

    -- One each, in the same form: the newest, whose block is not full yet, and those of a block that would be too large.
    CREATE TABLE received (
      seq INTEGER PRIMARY KEY,
      body BLOB NOT NULL
    ) STRICT;

    -- Which database this is: another one of the same lineage has another, a copy has the same.
    INSERT INTO meta (key, value) VALUES ('database', lower(hex(randomblob(16))));

    -- From where on texts came back under seqs that were given before, for what was made of them (search.db). A later
    -- one takes the place of those that lie behind it.
    CREATE TABLE text_change (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      first INTEGER NOT NULL
    ) STRICT;

    -- Of those that arrived again, how often.
    CREATE TABLE repeat (
      seq INTEGER PRIMARY KEY,
      count INTEGER NOT NULL
    ) STRICT;

    -- Kept, however old.
    CREATE TABLE pinned (
      seq INTEGER PRIMARY KEY
    ) STRICT;

    -- What somebody has looked at: disjoint ranges of seqs, both ends inclusive, and none next to another. Not derived.
    CREATE TABLE seen (
      first INTEGER PRIMARY KEY,
      last INTEGER NOT NULL
    ) STRICT;

    -- What people did about failures, each once by its id, in the order of their numbers. Not derived.
    CREATE TABLE action (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      after_seq INTEGER NOT NULL, -- the newest seq that was given then
      at INTEGER NOT NULL,
      json TEXT NOT NULL -- all of it
    ) STRICT;
    -- What each of them is about, derived: one may name ten thousand cases.
    CREATE TABLE action_subject (
      subject TEXT NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (subject, number)
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
      detail TEXT,
      after_seq INTEGER NOT NULL -- the newest seq that was given when it began
    ) STRICT;
    CREATE UNIQUE INDEX gap_open ON gap (ifnull(to_at, 0)) WHERE to_at IS NULL; -- at most one
    CREATE INDEX gap_to_at ON gap (to_at);
    CREATE INDEX gap_after_seq ON gap (after_seq);

    -- Derived. One row for each combination of the values with few values; never changed, never removed.
    CREATE TABLE facet (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      operation TEXT,
      state TEXT,
      outcome TEXT,
      error_code TEXT,
      error_codes TEXT NOT NULL, -- JSON array
      error_types TEXT NOT NULL, -- JSON array
      country_code TEXT,
      principal TEXT,
      mark_codes TEXT NOT NULL -- JSON array
    ) STRICT;

    -- Derived. No index at all: facets are found by their chunk, and the newest are few.
    CREATE TABLE event (
      seq INTEGER PRIMARY KEY,
      received_at INTEGER NOT NULL,
      facet INTEGER NOT NULL,
      created_at INTEGER,
      created_text TEXT, -- null where it is the ISO form of created_at
      upstream_id ANY, -- a UUID as its 16 bytes, else the text
      eid ANY, -- digits as BCD, else the text
      iccid ANY, -- likewise
      request_id ANY, -- as upstream_id
      resource_count INTEGER,
      failed_count INTEGER,
      marks TEXT -- JSON array where there is any
    ) STRICT;

    -- Derived, once the 4096 seqs of it are all there. Every event row lies in a chunk that is here, or behind the
    -- last one. It stays when retention has removed all of its events. Each BLOB ends with its CRC-32.
    CREATE TABLE chunk (
      id INTEGER PRIMARY KEY, -- seq >> 12
      events INTEGER NOT NULL,
      earliest INTEGER, -- received_at; clocks are set, so the order of arrival is not the order of time
      latest INTEGER,
      facets BLOB NOT NULL, -- u32 pairs: facet, events of it
      places BLOB, -- u16 for each seq: index of its facet in \`facets\`, 65535 where there is no event; null where empty
      times BLOB -- u32 for each seq: received_at - earliest; null where empty, or where they span more than 2^32 ms
    ) STRICT;

    -- Which chunks were written since a reader looked, whoever wrote them: a revision is never given twice.
    -- (Not INSERT OR REPLACE: in a trigger, how the statement outside resolves conflicts counts.)
    CREATE TABLE chunk_write (
      revision INTEGER PRIMARY KEY AUTOINCREMENT,
      chunk INTEGER NOT NULL UNIQUE
    ) STRICT;
    CREATE TRIGGER chunk_inserted AFTER INSERT ON chunk BEGIN
      DELETE FROM chunk_write WHERE chunk = new.id;
      INSERT INTO chunk_write (chunk) VALUES (new.id);
    END;
    CREATE TRIGGER chunk_updated AFTER UPDATE ON chunk BEGIN
      DELETE FROM chunk_write WHERE chunk = new.id;
      INSERT INTO chunk_write (chunk) VALUES (new.id);
    END;
    CREATE TRIGGER chunk_deleted AFTER DELETE ON chunk BEGIN
      DELETE FROM chunk_write WHERE chunk = old.id;
      INSERT INTO chunk_write (chunk) VALUES (old.id);
    END;

    CREATE TABLE projection (
      name TEXT PRIMARY KEY,
      version INTEGER NOT NULL,
      seq INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE projection_record (
      projection TEXT NOT NULL REFERENCES projection (name),
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (projection, key)
    ) STRICT, WITHOUT ROWID;
  `);
}
