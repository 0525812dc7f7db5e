/** Cuts and marks long `event` and `id` fields; the head of the received text has them complete. */
import {
  type EventMark,
  MAX_EVENT_FIELD_LENGTH,
  type ReceivedEvent,
} from '../../../../../src-shared/domain/event/event.ts';

export interface EventNames {
  readonly kind: string;
  readonly id: string | null;
  readonly marks: readonly EventMark[];
}

const NO_MARKS: readonly EventMark[] = [];

export function eventNames({ kind, id }: Pick<ReceivedEvent, 'kind' | 'id'>): EventNames {
  if (kind.length <= MAX_EVENT_FIELD_LENGTH && (id === null || id.length <= MAX_EVENT_FIELD_LENGTH))
    return { kind, id, marks: NO_MARKS };
  return {
    kind: truncate(kind),
    id: id === null ? null : truncate(id),
    marks: [...cutMark('event', kind), ...cutMark('id', id)],
  };
}

function cutMark(field: string, text: string | null): EventMark[] {
  if (text === null || text.length <= MAX_EVENT_FIELD_LENGTH) return [];
  return [{ code: 'oversize', detail: `${field}: ${text.length} characters` }];
}

/** Does not split a surrogate pair, because SQLite would change the half. */
function truncate(text: string): string {
  if (text.length <= MAX_EVENT_FIELD_LENGTH) return text;
  const last = text.charCodeAt(MAX_EVENT_FIELD_LENGTH - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_EVENT_FIELD_LENGTH - 1 : MAX_EVENT_FIELD_LENGTH);
}
