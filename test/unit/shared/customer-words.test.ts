import { expect, test } from 'vitest';
import { type Evidence, type LocalizationStep, localizationSteps } from '../../../src-shared/domain/cases/case-keys.ts';
import { type CustomerCase, customerWords } from '../../../src-shared/words/customer-words.ts';

const ladder = (known: Partial<Record<LocalizationStep, Evidence>> = {}, weak: readonly LocalizationStep[] = []) =>
  localizationSteps.map((step) => ({ step, evidence: known[step] ?? 'unknown', weak: weak.includes(step) }));

function told(operation: string | null, code: string | null, part: Partial<CustomerCase> = {}): CustomerCase {
  return {
    eid: '8904 4789',
    iccid: null,
    cause: { kind: 'localization', operation, type: null, code },
    outcome: 'failed',
    steps: ladder(),
    at: 5,
    isOpen: true,
    isRetried: false,
    ...part,
  };
}

test.each<[what: string, of: CustomerCase, words: string]>([
  [
    'a download that failed',
    told('DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED'),
    'The localization of eUICC 8904 4789 failed at download on 5: nothing changed on the eUICC, the localization is not billed, and the next step is another try once the device is online.',
  ],
  [
    'an allocation that failed',
    told('ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'),
    'The localization of eUICC 8904 4789 failed at allocation on 5: the profile cannot be used until it is allocated, the localization is not billed, and the next step is another try, then the support of the provider.',
  ],
  [
    'an enabling that failed, whose billing is unclear',
    told('ENABLED', 'START_PROFILE_ENABLE_FAILED'),
    'The localization of eUICC 8904 4789 failed at enabling on 5: the profile cannot be used until it is enabled, and the next step is another try once the device is online.',
  ],
  [
    'a fallback profile that was not set',
    told('FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED', { steps: ladder({ ENABLED: 'reported' }) }),
    'The localization of eUICC 8904 4789 failed at setting the fallback profile on 5: the profile works now, but may swap back to the old one after a long loss of connectivity, and the next step is another try once the device is online.',
  ],
  [
    'a fallback profile that was not set, if nobody was watching when it was enabled',
    told('FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED', { steps: ladder({ ENABLED: 'inferred' }, ['ENABLED']) }),
    'The localization of eUICC 8904 4789 failed at setting the fallback profile on 5: the profile may swap back to the old one after a long loss of connectivity, and the next step is another try once the device is online.',
  ],
  [
    'an undocumented code',
    told('ENABLED', 'PROFILE_LOCK_CONFLICT'),
    'The localization of eUICC 8904 4789 failed at enabling on 5: it is not known whether the profile can be used, and the next step is an answer of the provider.',
  ],
  [
    'an undocumented step and no EID',
    told('BLESSED', null, { eid: null, iccid: '8946' }),
    'The localization of profile 8946 failed on 5: it is not known whether the profile can be used, and the next step is an answer of the provider.',
  ],
  [
    'an unknown result, no EID and no ICCID',
    told('LOCALIZED', null, { eid: null, outcome: 'unknown' }),
    'The localization of an eUICC had an unknown result on 5: it is not known whether the profile can be used, and the next step is an answer of the provider.',
  ],
  [
    'a case with a newer attempt in progress',
    told('DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED', { isRetried: true }),
    'The localization of eUICC 8904 4789 failed at download on 5: nothing changed on the eUICC, the localization is not billed, and another try is in progress.',
  ],
  [
    'a case that is done',
    told('DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED', { isOpen: false }),
    'The localization of eUICC 8904 4789 failed at download on 5: nothing changed on the eUICC, and the localization is not billed.',
  ],
])('[PAGE-425] the sentence for a customer describes %s', (_what, of, words) => {
  expect(customerWords(of, String)).toBe(words);
});
