/** Makes what a member reads from the log of a team. */
import type { EventReader, EventStore } from '../../src-main/core/ports/event-store.ts';
import type {
  LogBatch,
  LogProgress,
  Membership,
  PlacedAction,
  PlacedEvent,
} from '../../src-main/core/ports/team-store.ts';
import { walkEvents } from '../../src-main/core/timeline/walk.ts';
import type { AnyActionEntry } from '../../src-shared/domain/cases/action.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';

export const LOG = { id: 'k3v9', created: '2026-11-27T08:00:00Z' };

export const memberOf = (lineage: string, member = 'anna-desk'): Membership => ({ log: LOG, lineage, member });

/** Makes the store one of a member. */
export async function joinTeam({ reader, team }: EventStore, member?: string): Promise<void> {
  await team.follow(memberOf(await reader.lineage(), member));
}

export function logBatch(position: number, confirmedSeq: number, changes: Partial<LogBatch> = {}): LogBatch {
  return {
    after: 0,
    progress: progressAt(position, confirmedSeq),
    events: [],
    actions: [],
    sessions: [],
    offered: [],
    doneOffers: [],
    ...changes,
  };
}

export function progressAt(position: number, confirmedSeq: number): LogProgress {
  return { position, at: position, confirmedSeq, team: `{"position":${position}}` };
}

export const placedAfter = (afterSeq: number, ...actions: readonly AnyActionEntry[]): PlacedAction[] =>
  actions.map((action) => ({ action, afterSeq }));

/** Returns all events after this seq as another member reads them from the log. */
export async function eventsAfter({ reader }: EventStore, from: number): Promise<PlacedEvent[]> {
  const found: PlacedEvent[] = [];
  for await (const event of walkEvents(reader, { filter: EVERYTHING, direction: 'newer', from })) {
    const { seq, receivedAt, kind, id, raw: data } = event;
    found.push({ seq, event: { receivedAt, kind, id, data } });
  }
  return found;
}

/** Returns everything that the check of a store finds. */
export async function flawsOf(reader: EventReader) {
  const flaws = [];
  for (let after: number | null = 0; after !== null;) {
    const { flaws: found, next }: Awaited<ReturnType<EventReader['check']>> = await reader.check(after);
    flaws.push(...found);
    after = next;
  }
  return flaws;
}
