import type { MetricFactory, ShowFigures } from './metric-factory.ts';

export const TEAM_SERIES = { seat: 2, details: 6 };

export function teamMetrics({ gauge }: MetricFactory): ShowFigures {
  const following = gauge('team_following', '1 while another member of the team holds the seat and this one follows.');
  const holder = gauge(
    'team_holder',
    '1 while this member holds the seat of its team, also if it cannot reach the log.',
  );
  const lag = gauge(
    'team_lag_entries',
    'Entries of the log of the team that this member has not read. Absent while the log does not answer.',
  );
  const unconfirmed = gauge(
    'team_unconfirmed',
    'Events and actions of this member that the log does not have.',
    'kind',
  );
  const voids = gauge('team_void_entries', 'Entries of the log of the team that do not count.');
  const hole = gauge(
    'team_hole_entries',
    'Entries of the log of the team that have expired before this member read them. Events are missing here until a base of the team has them.',
  );
  const refused = gauge(
    'team_refused',
    'What the log of the team does not take from this member although its servers answer: kinds of entries, and actions and events that are too large.',
  );
  return ({ snapshot, team }, { hasTeamDetails }) => {
    if (team === null) return;
    const profile = snapshot.profile.id;
    const { stream } = snapshot;
    following.set({ profile }, Number(stream.kind === 'watching' && stream.team?.kind === 'following'));
    const seat = team.members?.[0]?.seat;
    holder.set({ profile }, Number(seat === 'holds' || seat === 'alone'));
    if (!hasTeamDetails) return;
    if (team.behind !== null) lag.set({ profile }, team.behind);
    unconfirmed.set({ profile, kind: 'events' }, team.unconfirmed.events);
    unconfirmed.set({ profile, kind: 'actions' }, team.unconfirmed.actions);
    const { actions, events } = team.tooLarge;
    refused.set({ profile }, team.refusals.length + actions.length + events);
    voids.set({ profile }, team.voids);
    hole.set({ profile }, team.hole === null ? 0 : team.hole.to - team.hole.from + 1);
  };
}
