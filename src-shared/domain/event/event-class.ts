/**
 * Classifies events by their kind, with a filter for each class that reports an outcome. No other file compares an event
 * with the kinds of the service.
 */
import { LOCALIZATION_KIND, REQUEST_KIND, SESSION_STATES } from '../../service/event-vocabulary.ts';
import type { Filter } from '../filter/filter.ts';
import { HEARTBEAT } from './session-event.ts';

/** `other`: the document does not name the kind, and so promises nothing about its content. */
export type EventClass = 'session' | 'localization' | 'request' | 'other';

export function eventClass({ kind }: { readonly kind: string }): EventClass {
  if (kind === LOCALIZATION_KIND) return 'localization';
  if (kind === REQUEST_KIND) return 'request';
  return SESSION_STATES.has(kind) ? 'session' : 'other';
}

/** True if the event belongs to a case, whatever its outcome: a success without an earlier failure is a case, too. */
export function reportsOutcome(event: { readonly kind: string }): boolean {
  const found = eventClass(event);
  return found === 'localization' || found === 'request';
}

export const LOCALIZATION_EVENTS = ofKinds([LOCALIZATION_KIND]);
export const HEARTBEATS = ofKinds([HEARTBEAT]);
/** Sessions and heartbeats have no outcome that may need an action. */
export const OUTCOME_EVENTS = ofKinds([LOCALIZATION_KIND, REQUEST_KIND]);

function ofKinds(values: string[]): Filter {
  return { terms: [{ kind: 'value', field: 'kind', values, negated: false }] };
}
