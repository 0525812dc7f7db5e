/**
 * Creates the tables. Only texts, sessions, gaps and actions cannot be rebuilt. Once it is released, it is never
 * edited. Imports no other code of Watchfloor, because that code changes.
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

    -- What users have looked at: disjoint ranges of seqs, both ends inclusive, and none next to another. Not derived.
    CREATE TABLE seen (
      first INTEGER PRIMARY KEY,
      last INTEGER NOT NULL
    ) STRICT;

    -- What operators did about failures, each once by its id, in the order of their numbers. Not derived.
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
      events INTEGER NOT NULL,
      -- Who held the seat. All are null in rows that this store wrote outside a team.
      holder TEXT,
      epoch INTEGER, -- null until the log has the session
      log_id INTEGER, -- position of the record that opened it; null until the log has it
      opened_after INTEGER, -- newest seq when it opened
      ended_after INTEGER, -- newest seq when it ended
      is_end_sent INTEGER, -- 1: in the log or given up; 2: it went on after its end in the log
      opened_at INTEGER -- start as the log has it; the end of a session corrects from_at
    ) STRICT;
    CREATE INDEX session_open ON session (id) WHERE to_at IS NULL;
    CREATE INDEX session_last_event_at ON session (last_event_at);
    CREATE UNIQUE INDEX session_log_id ON session (log_id, from_at) WHERE log_id IS NOT NULL;
    CREATE INDEX session_holder ON session (id) WHERE holder IS NOT NULL;
    CREATE INDEX session_late ON session (id) WHERE is_end_sent = 2 OR (is_end_sent = 1 AND log_id IS NULL);
    CREATE INDEX session_unsent ON session (id) WHERE is_end_sent IS NULL AND opened_after IS NOT NULL;

    CREATE TABLE gap (
      id INTEGER PRIMARY KEY,
      from_at INTEGER NOT NULL,
      from_elapsed REAL,
      to_at INTEGER,
      length_ms INTEGER,
      reason TEXT NOT NULL,
      detail TEXT,
      after_seq INTEGER NOT NULL, -- the newest seq that was given when it began
      -- Of the session before the gap. A gap with a holder is derived from the sessions.
      holder TEXT,
      epoch INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX gap_open ON gap (ifnull(to_at, 0)) WHERE to_at IS NULL; -- at most one
    CREATE INDEX gap_to_at ON gap (to_at);
    CREATE INDEX gap_after_seq ON gap (after_seq);

    -- Derived. One row for each combination of the values with few values; never changed. Removed once no event has
    -- it, because it may name a company or user. An id is never used twice.
    CREATE TABLE facet (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      operation TEXT,
      state TEXT,
      outcome TEXT,
      error_code TEXT,
      error_codes TEXT NOT NULL, -- JSON array
      error_types TEXT NOT NULL, -- JSON array
      country_code TEXT,
      company TEXT,
      created_by TEXT,
      targets TEXT NOT NULL, -- JSON array
      size_class TEXT,
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

    -- For a team: what this member has not brought into its log yet. Empty in a store that joins no team.

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

    -- Proof of watch (docs/proof-of-watch.md): a hash chain over received texts, sessions and gaps.
    CREATE TABLE proof (
      number INTEGER PRIMARY KEY,
      body TEXT NOT NULL, -- JSON
      hash TEXT NOT NULL -- of the previous hash and the body
    ) STRICT;
    -- The texts of a block, or of a part of it, as they were sealed.
    CREATE TABLE proof_part (
      seal INTEGER NOT NULL,
      first INTEGER NOT NULL, -- seqs, both inclusive
      last INTEGER NOT NULL,
      events INTEGER NOT NULL,
      hash BLOB NOT NULL,
      removed BLOB, -- seq and hash of each text that retention removed; empty: all of them
      reopened INTEGER, -- number of the record from which on it counts no more
      PRIMARY KEY (seal, first)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX proof_part_first ON proof_part (first);
    CREATE TABLE proof_span (
      kind TEXT NOT NULL,
      id INTEGER NOT NULL, -- of the session or gap
      seal INTEGER NOT NULL,
      hash TEXT NOT NULL,
      reopened INTEGER,
      PRIMARY KEY (kind, id, seal)
    ) STRICT, WITHOUT ROWID;
  `);
}
