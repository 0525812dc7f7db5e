/** Combines an event's row and its text. An event with a damaged text is still returned. */
import type { EventMark, EventSummary, StoredEvent } from '../../../../../src-shared/domain/event/event.ts';
import { eventNames } from './event-names.ts';
import type { BlockEntry } from '../texts/received-block.ts';

/** @param entry null if there is no readable text */
export function storedEvent(summary: EventSummary, entry: BlockEntry | null): StoredEvent {
  const raw = entry?.data.toString() ?? '';
  const lost = textLostMark(entry);
  if (entry === null || lost !== null)
    return { ...summary, marks: lost === null ? summary.marks : [...summary.marks, lost], raw, whole: null };
  const { kind, id } = entry.event();
  const names = eventNames({ kind, id });
  const whole = {
    kind: names.kind === kind ? null : kind,
    id: names.id === id ? null : id,
  };
  return { ...summary, raw, whole: whole.kind === null && whole.id === null ? null : whole };
}

/** Returns null if the text is the one that was received. */
export function textLostMark(entry: BlockEntry | null): EventMark | null {
  if (entry === null) return { code: 'text-lost', detail: 'no part of it can be read' };
  return entry.isIntact ? null : { code: 'text-lost', detail: 'it differs from what was received' };
}
