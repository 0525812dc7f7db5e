import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { undecoded } from './undecoded.ts';

export function summaryOf(seq: number, fields: Partial<EventSummary> = {}): EventSummary {
  return {
    seq,
    receivedAt: 1_000 * seq,
    kind: 'HEARTBEAT',
    id: null,
    repeats: 0,
    seen: false,
    ...undecoded,
    operation: '-',
    state: 'IN_PROGRESS',
    ...fields,
  };
}
