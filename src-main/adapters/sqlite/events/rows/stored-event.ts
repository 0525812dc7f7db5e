/**
 * Combines an event's row and its received text, as far as it can be read. An event with a damaged text is still
 * returned.
 */
import type { EventSummary, StoredEvent } from '../../../../../src-shared/domain/event/event.ts';
import { eventNames } from './event-names.ts';
import type { BlockEntry } from '../texts/received-block.ts';

/** @param entry null if there is no readable text */
export function storedEvent(summary: EventSummary, entry: BlockEntry | null): StoredEvent {
  if (entry === null) return { ...markTextLost(summary, 'no part of it can be read'), raw: '', whole: null };
  const raw = entry.data.toString();
  if (!entry.isIntact) return { ...markTextLost(summary, 'it differs from what was received'), raw, whole: null };
  const { kind, id } = entry.event();
  const names = eventNames({ kind, id });
  const whole = {
    kind: names.kind === kind ? null : kind,
    id: names.id === id ? null : id,
  };
  return { ...summary, raw, whole: whole.kind === null && whole.id === null ? null : whole };
}

function markTextLost(summary: EventSummary, detail: string): EventSummary {
  return { ...summary, marks: [...summary.marks, { code: 'text-lost', detail }] };
}
