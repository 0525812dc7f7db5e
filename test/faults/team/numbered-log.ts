/** A log whose content follows from the position alone, so that a process that starts again can read on. */
import type { LogBatch, Membership } from '../../../src-main/core/ports/team-store.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { logBatch, memberOf, placedAfter } from '../../doubles/team-log.ts';
import { numberedEvent } from '../killed-store.ts';

export const MEMBERSHIP: Membership = memberOf('lineage-of-the-team');

const EVENTS = 40;
/** The log leaves seqs out after each batch of events. */
const APART = 43;

const lastSeq = (position: number): number => (position < 1 ? 0 : Math.floor((position - 1) / 3) * APART + EVENTS);

/** Two of three entries are an action; the others are events. */
export function entryAt(position: number): LogBatch {
  const confirmedSeq = lastSeq(position);
  const before = { after: position - 1 };
  if (position % 3 !== 1)
    return logBatch(position, confirmedSeq, {
      ...before,
      actions: placedAfter(confirmedSeq, anActionEntry(position)),
    });
  const first = confirmedSeq - EVENTS + 1;
  const events = Array.from({ length: EVENTS }, (_, index) => ({
    seq: first + index,
    event: numberedEvent(first + index),
  }));
  return logBatch(position, confirmedSeq, { ...before, events });
}
