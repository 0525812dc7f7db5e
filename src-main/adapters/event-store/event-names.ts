/**
 * The `event` and `id` fields of an event as a row holds them: names, no longer than a name can be. A longer one is cut
 * and marked, and kept whole beside the received text.
 */
import { type EventMark, MAX_NAME, type ReceivedEvent } from '../../../src-shared/domain/event.ts';

export interface EventNames {
  readonly kind: string;
  readonly id: string | null;
  /** `null` where the row holds the whole. */
  readonly wholeKind: string | null;
  readonly wholeId: string | null;
  readonly marks: readonly EventMark[];
}

export function eventNames({ kind, id }: Pick<ReceivedEvent, 'kind' | 'id'>): EventNames {
  const cutKind = beginningOf(kind);
  const cutId = id === null ? null : beginningOf(id);
  const wholeKind = cutKind === kind ? null : kind;
  const wholeId = cutId === id ? null : id;
  return {
    kind: cutKind,
    id: cutId,
    wholeKind,
    wholeId,
    marks: [...cutMark('event', wholeKind), ...cutMark('id', wholeId)],
  };
}

function cutMark(field: string, whole: string | null): EventMark[] {
  return whole === null ? [] : [{ code: 'oversize', detail: `${field}: ${whole.length} characters` }];
}

/** Half of a surrogate pair is no character: SQLite would make something else of it. */
function beginningOf(text: string): string {
  if (text.length <= MAX_NAME) return text;
  const last = text.charCodeAt(MAX_NAME - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_NAME - 1 : MAX_NAME);
}
