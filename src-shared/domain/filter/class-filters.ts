import { LOCALIZATION_KIND, REQUEST_KIND } from '../../service/event-vocabulary.ts';
import { HEARTBEAT } from '../event/session-event.ts';
import type { Filter } from './filter.ts';

export const LOCALIZATION_EVENTS = ofKinds([LOCALIZATION_KIND]);
export const HEARTBEATS = ofKinds([HEARTBEAT]);
/** Sessions and heartbeats have no outcome that may need an action. */
export const OUTCOME_EVENTS = ofKinds([LOCALIZATION_KIND, REQUEST_KIND]);

function ofKinds(values: string[]): Filter {
  return { terms: [{ kind: 'value', field: 'kind', values, negated: false }] };
}
