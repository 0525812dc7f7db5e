import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { FacetColumn } from '../../../src-shared/domain/event/event-fields.ts';

/** The fields of an event that cases need. A new decoded field is not read for cases unless it is listed here. */
export type CaseEvent = Pick<
  EventSummary,
  | FacetColumn['property']
  | 'seq'
  | 'receivedAt'
  | 'createdDateTime'
  | 'createdAt'
  | 'eid'
  | 'iccid'
  | 'requestId'
  | 'resourceCount'
  | 'failedCount'
>;
