/** A base whose content follows from numbers, and a store that restores it. */
import type { EventStore } from '../../../src-main/core/ports/event-store.ts';
import { ChangeSignal } from '../../../src-main/core/lib/change-signal.ts';
import type { BaseLine } from '../../../src-main/core/team/base/base-content.ts';
import { TeamMemberStore } from '../../../src-main/core/team/team-member-store.ts';
import { EMPTY_TEAM_STATE, storedState } from '../../../src-main/core/team/team-state.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { numberedEvent } from '../killed-store.ts';
import { MEMBERSHIP } from './numbered-log.ts';

export const PARTS = 60;
const PART_EVENTS = 40;
export const BASE_POSITION = 500;

const sessionAt = (id: number) => ({
  id,
  holder: 'ben-desk',
  epoch: id,
  openedAt: id * 10_000,
  lastEventAt: id * 10_000 + 5_000,
  endedAt: id === PARTS ? null : id * 10_000 + 5_000,
  lengthMs: 5_000,
  reason: id === PARTS ? null : ('silent' as const),
  detail: null,
  events: 12,
  afterSeq: id === PARTS ? null : 1,
});

export function numberedBase(): readonly BaseLine[] {
  const parts = Array.from({ length: PARTS }, (_, part) => part);
  const numbers = Array.from({ length: PART_EVENTS }, (_, index) => index + 1);
  return [
    ...parts.map((part): BaseLine => ({
      kind: 'events',
      events: numbers.map((number) => ({
        seq: part * 43 + number,
        event: numberedEvent(part * 43 + number),
      })),
    })),
    ...parts.map((part): BaseLine => ({
      kind: 'actions',
      actions: [{ action: anActionEntry(part + 1), afterSeq: part * 43 }],
    })),
    ...parts.map((part): BaseLine => ({ kind: 'sessions', sessions: [sessionAt(part + 1)] })),
    {
      kind: 'end',
      state: {
        ...EMPTY_TEAM_STATE,
        position: BASE_POSITION,
        nextSeq: PARTS * 43,
        lineage: MEMBERSHIP.lineage,
        offers: [],
        parts: null,
      },
      offered: [],
    },
  ];
}

/** Makes the store one of the member, or continues it. */
export async function followingStore({ team }: EventStore) {
  const followed = await team.follow(MEMBERSHIP);
  if (followed.kind !== 'follows') throw new Error(`The store does not follow: ${followed.kind}`);
  const member = new TeamMemberStore({
    team,
    member: MEMBERSHIP.member,
    newId: () => 'not-used',
    state: storedState(followed.progress),
    committed: new ChangeSignal(),
    onApplied: () => undefined,
    onTooLarge: () => undefined,
    untilStored: (write) => write(),
  });
  return { member, progress: followed.progress };
}
