/** Makes the report of a member of a team, as its metrics show it. */
import type { WatchMetrics } from '../../src-main/hosts/health/metric-factory.ts';
import type { PresentMemberStatus } from '../../src-shared/api/team-requests.ts';

export const teamReport = (
  seat: PresentMemberStatus['seat'] = 'holds',
  behind: number | null = 0,
): NonNullable<WatchMetrics['team']> => ({
  members: [
    {
      member: 'anna',
      name: 'Anna',
      role: 'desk',
      seat,
      position: 7,
      behind,
      clockDifferenceMs: 0,
      isStoring: true,
      isDoubled: false,
    },
  ],
  holder: 'anna',
  epoch: 2,
  unconfirmed: { events: 3, actions: 1 },
  voids: 4,
  hole: { from: 3, to: 9, firstSeq: 41, lastSeq: 60 },
  behind,
  problem: null,
  refusals: [{ of: 'events', why: 'full' }],
  tooLarge: { actions: [{ kind: 'note', at: 0 }], events: 1 },
  history: null,
});
