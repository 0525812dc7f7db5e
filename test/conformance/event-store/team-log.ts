/** Makes what a member reads from the log of a team. */
import type { EventStore } from '../../../src-main/core/ports/event-store.ts';
import type { LogBatch, LogProgress, Membership, PlacedAction } from '../../../src-main/core/ports/team-store.ts';
import type { ActionEntry } from '../../../src-shared/domain/cases/action.ts';

export const LOG = { id: 'k3v9', created: '2026-11-27T08:00:00Z' };

export const memberOf = (lineage: string, member = 'anna-desk'): Membership => ({ log: LOG, lineage, member });

/** Makes the store one of a member. */
export async function joinTeam({ reader, team }: EventStore, member?: string): Promise<void> {
  await team.follow(memberOf(await reader.lineage(), member));
}

export function logBatch(position: number, confirmedSeq: number, changes: Partial<LogBatch> = {}): LogBatch {
  return { progress: progressAt(position, confirmedSeq), events: [], actions: [], ...changes };
}

export function progressAt(position: number, confirmedSeq: number): LogProgress {
  return { position, confirmedSeq, team: `{"position":${position}}` };
}

export const placedAfter = (afterSeq: number, ...actions: readonly ActionEntry[]): PlacedAction[] =>
  actions.map((action) => ({ action, afterSeq }));
