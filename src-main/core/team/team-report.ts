import type { TeamReport } from '../../../src-shared/api/team-requests.ts';
import type { TeamSettings } from '../../../src-shared/domain/profile/team-settings.ts';
import type { TeamStore } from '../ports/team-store.ts';
import type { Refusals } from './send/refusals.ts';
import type { SeatState } from './seat-state.ts';
import type { TeamClock } from './team-clock.ts';
import type { TeamMember } from './team-member.ts';
import type { TeamPresence } from './presence/team-presence.ts';
import { EMPTY_TEAM_STATE, type TeamState } from './team-state.ts';

interface ReportParts {
  readonly settings: Pick<TeamSettings, 'member' | 'name' | 'role'>;
  readonly clock: Pick<TeamClock, 'differenceMs'>;
  readonly team: Pick<TeamStore, 'unplacedActions' | 'lateEvents'>;
  readonly seat: Pick<SeatState, 'behind' | 'waiting' | 'hole' | 'problem'> | null;
  /** Null while the store is not that of a member. */
  readonly running: {
    readonly member: Pick<TeamMember, 'seat'>;
    readonly store: { readonly state: TeamState };
  } | null;
  readonly refusals: Pick<Refusals, 'current' | 'largeAmong'>;
  readonly others: ReturnType<TeamPresence['members']>;
  readonly isSelfDoubled: boolean;
  readonly isStoring: boolean;
  /** Newest seq of a store that is about to fill the log, which was made again; null otherwise. */
  readonly fillsThrough: number | null;
}

/** Returns the team as this member knows it, without asking the log. */
export async function teamReport(parts: ReportParts): Promise<TeamReport> {
  const { settings, clock, team, seat, running, others, refusals, fillsThrough, isSelfDoubled, isStoring } = parts;
  const { member, name, role } = settings;
  const { position, holder, epoch, voids, history } = running?.store.state ?? EMPTY_TEAM_STATE;
  const behind = seat?.behind ?? null;
  const unplaced = await team.unplacedActions();
  const toSend = fillsThrough === null ? null : { sentSeq: 0, lastSeq: Math.max(1, fillsThrough) };
  return {
    members: running && [
      {
        member,
        name,
        role,
        seat: running.member.seat.seat.kind,
        position,
        behind,
        clockDifferenceMs: clock.differenceMs,
        isStoring,
        isDoubled: isSelfDoubled,
      },
      ...others,
    ],
    holder: holder?.member ?? null,
    epoch,
    unconfirmed: {
      events: (seat?.waiting ?? 0) + (await lateCount(team)),
      actions: unplaced.length,
    },
    voids,
    behind,
    hole: seat?.hole ?? null,
    problem: seat?.problem ?? null,
    refusals: refusals.current,
    tooLarge: refusals.largeAmong(unplaced),
    history: history?.by === member ? { sentSeq: history.place.seq, lastSeq: history.through } : toSend,
  };
}

const LATE_PER_PAGE = 500;

/** Counts the events that this member received while another one held the seat, and that the log does not have. */
async function lateCount(team: Pick<TeamStore, 'lateEvents'>): Promise<number> {
  for (let after = 0, count = 0; ;) {
    const page = await team.lateEvents(after, LATE_PER_PAGE);
    count += page.length;
    const last = page.at(-1);
    if (last === undefined) return count;
    after = last.number;
  }
}
