import type { Unconfirmed as StoredUnconfirmed, UnsentSession } from '../ports/team-store.ts';
import type { Unconfirmed } from './holder-content.ts';
import type { TeamState } from './team-state.ts';

interface PlacedRow {
  /** The row comes after this seq, which is that of another row or was confirmed. */
  readonly after: number;
  readonly row: Unconfirmed;
}

const MAX_DETAIL_LENGTH = 1_000;

export function unconfirmedRows(
  state: TeamState,
  member: string,
  { events, offers, sessions, cursor }: StoredUnconfirmed,
): readonly Unconfirmed[] {
  const lastRead = Math.max(0, ...events.map(({ seq }) => seq), ...offers.map(({ first }) => first - 1));
  // Sessions after the last event that was read come later.
  const last = cursor === null ? lastRead : Number.POSITIVE_INFINITY;
  const isOpen = state.session?.holder === member;
  const rows: readonly PlacedRow[] = [
    ...sessions.flatMap((session) => sessionRows(session, isOpen)),
    ...offers.map(({ position, first, events: offered }) => ({
      after: first - 1,
      row: { kind: 'offer', offer: position, first: Math.max(first, state.nextSeq), events: offered } as const,
    })),
    ...events.map(({ seq, event }) => ({ after: seq - 1, row: { kind: 'event', seq, event } as const })),
  ];
  return rows
    .filter(({ after }) => after <= last)
    .toSorted((one, other) => one.after - other.after)
    .map(({ row }) => row);
}

/** @param isOpen true if the session that is open in the log belongs to this member */
function sessionRows({ opened, ended }: UnsentSession, isOpen: boolean): PlacedRow[] {
  const rows: PlacedRow[] = [];
  if (opened !== null) rows.push({ after: opened.afterSeq, row: { kind: 'session-opened', openedAt: opened.at } });
  if (ended === null || (opened === null && !isOpen)) return rows;
  const { afterSeq, endedAt, lengthMs, reason } = ended;
  const detail = ended.detail?.slice(0, MAX_DETAIL_LENGTH) ?? null;
  rows.push({ after: afterSeq, row: { kind: 'session-ended', endedAt, lengthMs, reason, detail } });
  return rows;
}
