/**
 * Compares every value that looks like an identifier. A missing event means something only if the subscription has an
 * identifier of the kinds that the document shows in events (`docs/service.md` §5.1, §6.2).
 */
import { identifiersOfItem, itemFields, subscriptionIdOf } from '../../../src-shared/service/subscription-item.ts';
import { utcTime } from '../../../src-shared/service/utc-time.ts';

export interface ChangedSubscription {
  readonly ordinal: number;
  readonly id: string | null;
  /** UTC epoch ms; null if `lastModifiedAt` is not a valid time. */
  readonly changedAt: number | null;
  readonly identifiers: readonly string[];
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
