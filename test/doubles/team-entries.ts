/** Makes entries of a team's log, and folds them. */
import type { LogEntry } from '../../src-main/core/ports/team-log.ts';
import type { ChainAppend } from '../../src-main/core/team/next-append.ts';
import { applyEntry, type TeamChange } from '../../src-main/core/team/apply-entry.ts';
import { EMPTY_TEAM_STATE, type TeamState } from '../../src-main/core/team/team-state.ts';

const timeOf = (position: number) => (position === 0 ? 0 : 1_000_000 + position);

/** The log gives entries their position and time. A record names the time of the one before it, as its writer knew it. */
export function chainEntry(position: number, record: object | string): LogEntry {
  const prevAt = typeof record === 'object' && 'prev' in record ? timeOf(Number(record.prev)) : 0;
  const text = typeof record === 'string' ? record : JSON.stringify({ prevAt, ...record });
  return { position, at: timeOf(position), lane: 'chain', member: null, text };
}

export const appendedEntry = (position: number, { append }: ChainAppend): LogEntry => ({
  ...chainEntry(position, append.text),
  lane: append.lane,
});

/** Folds the entries. @throws if one is not applied */
export function folded(
  entries: readonly LogEntry[],
  from: TeamState = EMPTY_TEAM_STATE,
): { readonly state: TeamState; readonly changes: readonly TeamChange[] } {
  const changes: TeamChange[] = [];
  let state = from;
  for (const entry of entries) {
    const result = applyEntry(state, entry);
    if (result.kind !== 'applied') throw new Error(`Entry ${entry.position} is not applied: ${result.kind}`);
    ({ state } = result);
    changes.push(result.change);
  }
  return { state, changes };
}

/** Fields of a first take. */
export const A_TAKE = { why: 'start', reason: '', at: 1, lineage: 'a-lineage', service: 'a-service' } as const;
