/** Marks, pins, derived rows and what waits here stay in the store. */
import type { Database } from 'better-sqlite3';
import type { BaseHead } from '../../../../core/ports/team-base.ts';
import type { PlacedEvent, RestoredSession } from '../../../../core/ports/team-store.ts';
import { preparing } from '../../prepared-statement.ts';
import {
  FROM_BEFORE_LOG,
  GAPS,
  type GapRow,
  SESSIONS,
  type SessionRow,
  withoutNullHolding,
} from '../rows/statements.ts';
import type { TextReader } from '../texts/text-reader.ts';
import { parseStoredLog, TEAM_LOG } from '../rows/log-state.ts';
import { createOffers } from './offers.ts';

/** Texts lie together, so a batch is limited by time and size before it has as many. */
const MAX_BATCH_EVENTS = 500;

export function createBaseRows(database: Database, texts: TextReader, maxBytes: number) {
  const rows = baseStatements(database);
  const offers = createOffers(database);
  return {
    head(): BaseHead | null {
      const log = parseStoredLog(rows.meta.get(TEAM_LOG)?.value);
      if (log === null || log.position === 0) return null;
      const { created, position, confirmedSeq, team, member } = log;
      return {
        created,
        position,
        confirmedSeq,
        team,
        member,
        sessions: rows.sessions.all(),
        before: {
          sessions: rows.sessionsBefore.all().map(withoutNullHolding),
          gaps: rows.gapsBefore.all().map(withoutNullHolding),
        },
        offered: offers.all(),
        unplaced: rows.unplaced.all().map(({ id }) => id),
      };
    },
    received(after: number, to: number, batchMs: number) {
      const until = performance.now() + batchMs;
      const events: PlacedEvent[] = [];
      const found = rows.seqs.all(after, to, MAX_BATCH_EVENTS);
      let bytes = 0;
      let next = after;
      for (const { seq } of found) {
        const entry = texts.entry(seq);
        bytes += entry?.all.length ?? 0;
        if (next !== after && (bytes > maxBytes || performance.now() >= until)) return { events, next };
        if (entry?.isIntact === true) events.push({ seq, event: entry.event() });
        next = seq;
      }
      return { events, next: found.length < MAX_BATCH_EVENTS ? null : next };
    },
  };
}

function baseStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    meta: prepare<[key: string], { value: string }>('SELECT value FROM meta WHERE key = ?'),
    sessions: prepare<[], RestoredSession>(
      `SELECT log_id AS id, holder, epoch, from_at AS openedAt, last_event_at AS lastEventAt, to_at AS endedAt,
         length_ms AS lengthMs, reason, detail, events, ended_after AS afterSeq
       FROM session WHERE log_id IS NOT NULL ORDER BY from_at, id`,
    ),
    sessionsBefore: prepare<[], SessionRow>(`${SESSIONS} WHERE ${FROM_BEFORE_LOG} ORDER BY id`),
    gapsBefore: prepare<[], GapRow>(`${GAPS} WHERE holder IS NULL AND to_at IS NOT NULL ORDER BY id`),
    unplaced: prepare<[], { id: string }>('SELECT id FROM action_out WHERE number > 0'),
    seqs: prepare<[after: number, to: number, limit: number], { seq: number }>(
      'SELECT seq FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?',
    ),
  };
}
