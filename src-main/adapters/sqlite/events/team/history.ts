/** Reads what a store had before the team, part by part. The caller holds the transaction. */
import type { Database } from 'better-sqlite3';
import type { StoredActionEntry } from '../../../../../src-shared/domain/cases/action.ts';
import type { HistoryPart, HistoryPlace, PlacedAction } from '../../../../core/ports/team-store.ts';
import { preparing } from '../../prepared-statement.ts';
import { actionStatements, readActionsAfter } from '../rows/action-rows.ts';
import {
  FROM_BEFORE_LOG,
  GAPS,
  type GapRow,
  SESSIONS,
  type SessionRow,
  withoutNullHolding,
} from '../rows/statements.ts';
import type { TextStore } from '../writing/text-store.ts';

/** Max bytes of received texts in one part; a longer text is returned alone. Their JSON is up to twice as long. */
const MAX_PART_BYTES = 700_000;

export function createHistory(database: Database, texts: TextStore) {
  const rows = historyStatements(database);
  const actionRows = actionStatements(database);

  /** The events first, up to a hole. Everything else follows after the last event. */
  function next(place: HistoryPlace, through: number, limit: number): HistoryPart {
    const events = nextEvents(place, through, limit);
    if (events.events.length > 0) return { ...NOTHING, ...events, isLast: false };
    const actions = readActionsAfter(actionRows, place.action, limit, undefined).filter(
      ({ afterSeq }) => afterSeq <= through,
    );
    const sessions = rows.sessions.all(place.session, limit);
    const gaps = rows.gaps.all(place.gap, limit);
    return {
      first: through + 1,
      events: [],
      actions: actions.map(placedAction),
      spans: { sessions: sessions.map(withoutNullHolding), gaps: gaps.map(withoutNullHolding) },
      place: {
        seq: through,
        action: actions.at(-1)?.number ?? place.action,
        session: sessions.at(-1)?.id ?? place.session,
        gap: gaps.at(-1)?.id ?? place.gap,
      },
      isLast: actions.length + sessions.length + gaps.length === 0,
    };
  }

  function nextEvents(place: HistoryPlace, through: number, limit: number): FoundEvents {
    const seqs = rows.eventSeqs.all({ after: place.seq, through, limit });
    const found: HistoryPart['events'] = [];
    let first = 0;
    let bytes = 0;
    for (const { seq } of seqs) {
      const entry = texts.entry(seq);
      if (entry?.isIntact !== true) continue;
      if (found.length === 0) first = seq;
      bytes += entry.all.length;
      if (seq !== first + found.length || (bytes > MAX_PART_BYTES && found.length > 0)) break;
      found.push(entry.event());
    }
    if (found.length > 0) return { first, events: found, place: { ...place, seq: first + found.length - 1 } };
    const last = seqs.at(-1)?.seq;
    if (last !== undefined) return nextEvents({ ...place, seq: last }, through, limit);
    return { first: through + 1, events: [], place: { ...place, seq: through } };
  }

  return { next };
}
function placedAction({ afterSeq, ...stored }: StoredActionEntry): PlacedAction {
  const { number: _, ...action } = stored;
  return { action, afterSeq };
}
export type History = ReturnType<typeof createHistory>;

type FoundEvents = Pick<HistoryPart, 'first' | 'events' | 'place'>;

const NOTHING = { actions: [], spans: { sessions: [], gaps: [] } };

function historyStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    eventSeqs: prepare<[{ after: number; through: number; limit: number }], { seq: number }>(
      'SELECT seq FROM event WHERE seq > :after AND seq <= :through ORDER BY seq LIMIT :limit',
    ),
    sessions: prepare<[after: number, limit: number], SessionRow>(
      `${SESSIONS} WHERE ${FROM_BEFORE_LOG} AND id > ? ORDER BY id LIMIT ?`,
    ),
    gaps: prepare<[after: number, limit: number], GapRow>(
      `${GAPS} WHERE holder IS NULL AND id > ? ORDER BY id LIMIT ?`,
    ),
  };
}
