/**
 * The `event` and `id` fields of an event as a row holds them: names, no longer than a name can be. A longer one is cut
 * and marked; the received text's head has it whole.
 */
import { type EventMark, MAX_NAME, type ReceivedEvent } from '../../../src-shared/domain/event.ts';

export interface EventNames {
  readonly kind: string;
  readonly id: string | null;
  readonly marks: readonly EventMark[];
}

const NO_MARKS: readonly EventMark[] = [];

export function eventNames({ kind, id }: Pick<ReceivedEvent, 'kind' | 'id'>): EventNames {
  if (kind.length <= MAX_NAME && (id === null || id.length <= MAX_NAME)) return { kind, id, marks: NO_MARKS };
  return {
    kind: beginningOf(kind),
    id: id === null ? null : beginningOf(id),
    marks: [...cutMark('event', kind), ...cutMark('id', id)],
  };
}

function cutMark(field: string, text: string | null): EventMark[] {
  if (text === null || text.length <= MAX_NAME) return [];
  return [{ code: 'oversize', detail: `${field}: ${text.length} characters` }];
}

/** Half of a surrogate pair is no character: SQLite would make something else of it. */
function beginningOf(text: string): string {
  if (text.length <= MAX_NAME) return text;
  const last = text.charCodeAt(MAX_NAME - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_NAME - 1 : MAX_NAME);
}
