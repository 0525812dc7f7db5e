/** Classifies events by their kind. No other file compares an event with the kinds of the service. */
import { LOCALIZATION_KIND, REQUEST_KIND, SESSION_STATES } from '../../service/event-vocabulary.ts';

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
