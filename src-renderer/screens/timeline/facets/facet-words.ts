/** Names of fields and of the values in the provider's document. Other values are shown as received. */
import type { CountedField } from '../../../../src-shared/domain/event/event-fields.ts';
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import { countryName } from '../../../../src-shared/words/country-words.ts';
import { outcomeWords } from '../../../words/outcome-words.ts';

/** By severity; always listed. */
export const OUTCOME_ORDER: readonly Outcome[] = ['failed', 'partial', 'unknown', 'in-progress', 'succeeded'];

const NAMES: Partial<Record<CountedField, ReadonlyMap<string, string>>> = {
  outcome: new Map(Object.entries(outcomeWords)),
  code: new Map([
    ['START_PROFILE_DOWNLOAD_FAILED', 'Download'],
    ['START_PROFILE_ALLOCATION_FAILED', 'Allocation'],
    ['START_PROFILE_ACTIVATION_FAILED', 'Activation'],
    ['PROVISION_PROFILE_FAILED', 'Provisioning'],
    ['START_PROFILE_ENABLE_FAILED', 'Enabling'],
    ['SET_FALLBACK_PROFILE_FAILED', 'Fallback'],
  ]),
  operation: new Map([
    // Events of the stream itself have no operation.
    ['-', 'None'],
    ['DOWNLOADED', 'Downloaded'],
    ['ALLOCATED', 'Allocated'],
    ['ACTIVATED', 'Activated'],
    ['PROVISIONED', 'Provisioned'],
    ['ENABLED', 'Enabled'],
    ['FALLBACK_SET', 'Fallback set'],
    ['LOCALIZED', 'Localized'],
    ['CHANGE_SUBSCRIPTIONSTATE', 'State change'],
    ['CHANGE_SUBSCRIPTIONPACKAGE', 'Package change'],
  ]),
  kind: new Map([
    ['LOCALIZATION', 'Localization'],
    ['CMP_EVENT', 'Request'],
    ['HEARTBEAT', 'Heartbeat'],
    ['SUBSCRIPTION_STARTED', 'Session started'],
    ['SUBSCRIPTION_ENDED', 'Session ended'],
  ]),
};

/** Returns null if the value has no other name. */
export function facetName(field: CountedField, value: string): string | null {
  if (field !== 'country') return NAMES[field]?.get(value) ?? null;
  const country = countryName(value);
  return country === null ? null : `${value} ${country}`;
}
