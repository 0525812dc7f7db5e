/** The team of a watch, in memory. The test emits states. */
import type { Watch } from '../../src-main/core/watch.ts';
import type { SharedView } from '../../src-shared/api/views.ts';
import type { TeamMemberStatus, TeamStatus } from '../../src-shared/api/team.ts';
import type { HandedOver, TakenOver } from '../../src-shared/domain/team.ts';
import { filterOf } from './filters.ts';
import { PageFeed } from './page-feed.ts';
import { START } from './page-watch.ts';
import { PagePart, type Served } from './routed-client.ts';

function aMember(name: string, part: Partial<TeamMemberStatus> = {}): TeamMemberStatus {
  return {
    member: `${name.toLowerCase()}-desk`,
    name: `${name}'s desk`,
    role: 'desk',
    mayHold: true,
    isSelf: false,
    isHolder: false,
    isOnShift: true,
    behind: 0,
    behindMs: null,
    clockDifferenceMs: 0,
    isStoring: true,
    isDoubled: false,
    goneSince: null,
    ...part,
  };
}

/** Ben's desk follows Anna's. */
export function aTeam(part: Partial<TeamStatus> = {}): TeamStatus {
  return {
    settings: {
      log: 'k3v9x2',
      servers: ['tls://nats1.noc:4222', 'tls://nats2.noc:4222'],
      member: 'ben-desk',
      name: "Ben's desk",
      role: 'desk',
      mayHold: true,
      leaseSeconds: 6,
    },
    seat: 'follows',
    problem: null,
    holder: {
      member: 'anna-desk',
      name: "Anna's desk",
      since: START - 3_600_000,
      why: 'handover',
      reason: '',
      epoch: 4,
      isLive: true,
    },
    members: [
      aMember('Ben', { isSelf: true }),
      aMember('Anna', { isHolder: true }),
      aMember('Server', { member: 'server', name: 'NOC server', role: 'collect', behind: 3, isOnShift: false }),
      aMember('Cleo', { mayHold: false }),
    ],
    names: { 'anna-desk': "Anna's desk", 'ben-desk': "Ben's desk" },
    waiting: { events: 0, actions: 0 },
    voids: 0,
    refusals: [],
    tooLarge: { actions: [], events: 0 },
    hole: null,
    asked: null,
    request: null,
    ...part,
  };
}

/** The same team as Anna's desk sees it. */
export function aHeldTeam(part: Partial<TeamStatus> = {}): TeamStatus {
  const team = aTeam();
  return {
    ...team,
    settings: { ...team.settings, member: 'anna-desk', name: "Anna's desk" },
    seat: 'holds',
    members: [aMember('Anna', { isSelf: true, isHolder: true }), aMember('Ben'), ...team.members.slice(2)],
    ...part,
  };
}

/** A view that Anna's desk shares. */
export function aSharedView(id: string, part: Partial<SharedView> = {}): SharedView {
  const [by, filter] = [{ member: 'anna-desk', memberName: "Anna's desk" }, filterOf('outcome:failed')];
  return { id, name: `View ${id}`, filter, ...by, isOwn: false, isSending: false, ...part };
}

export class PageTeam extends PagePart {
  state: TeamStatus | null = null;
  handedOver: HandedOver = 'done';
  takenOver: TakenOver = 'done';
  shared: readonly SharedView[] = [];
  readonly feed = new PageFeed(() => this.state);
  readonly sharedFeed = new PageFeed(() => [...this.shared]);

  emit(state: TeamStatus | null): void {
    this.state = state;
    this.feed.emit(state);
  }

  emitShared(...shared: readonly SharedView[]): void {
    this.shared = shared;
    this.sharedFeed.emit([...shared]);
  }

  readonly served = {
    team: {
      control: {
        handOver: async () => this.handedOver,
        takeOver: async () => this.takenOver,
        ask: () => undefined,
        decline: () => undefined,
      },
      views: {
        replace: async () => undefined,
        share: async ({ id, name, filter }) =>
          this.emitShared(
            ...this.shared,
            aSharedView(id, { name, filter, isOwn: true, member: 'ben-desk', isSending: true }),
          ),
        unshare: async (id) => this.emitShared(...this.shared.filter((view) => view.id !== id)),
      },
    },
  } satisfies Served<Watch>;
}
