/**
 * What of a subscription an event could name, and when it changed. Held against events is whatever looks like an
 * identifier; that none of them names it says something only where it has one that the document has in events
 * (`service-spec.md` "Localization detailedMessage", "Resource item fields").
 */
import { identifiersOfItem, itemFields, subscriptionIdOf } from '../../../src-shared/service/subscription-item.ts';
import { utcTime } from '../../../src-shared/service/utc-time.ts';

export interface ChangedSubscription {
  readonly ordinal: number;
  readonly id: string | null;
  /** UTC epoch ms; `null` where `lastModifiedAt` is no time. */
  readonly changedAt: number | null;
  readonly identifiers: readonly string[];
  /** Has an EID, ICCID, IMSI or MSISDN. */
  readonly isComparable: boolean;
}

const IN_EVENTS = /(?:^|\.)(?:eid|iccid|imsi|msisdn)$/i;

export function changedSubscription(ordinal: number, raw: string): ChangedSubscription {
  const fields = itemFields(raw);
  const identifiers = identifiersOfItem(fields);
  const changed = fields.find(({ name }) => name === 'lastModifiedAt');
  return {
    ordinal,
    id: subscriptionIdOf(fields),
    changedAt: changed?.kind === 'text' ? utcTime(changed.value) : null,
    identifiers,
    isComparable: fields.some(({ name, value }) => IN_EVENTS.test(name) && identifiers.includes(value)),
  };
}
