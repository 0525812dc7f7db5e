import { describe, expect, it, test } from 'vitest';
import {
  type Cause,
  type CaseKey,
  caseKey,
  caseSubject,
  causeKey,
  parseCauseKey,
  type Evidence,
  type LocalizationStep,
  localizationSteps,
  parseCaseKey,
} from '../../../src-shared/domain/cases/case-keys.ts';
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';
import {
  causeWords,
  consequenceTitles,
  consequenceWords,
  lastAttemptWords,
  stepOfCode,
} from '../../../src-shared/words/case-words.ts';
import { consequenceFacts } from '../../../src-shared/words/consequence-facts.ts';
import { requestCauseWords } from '../../../src-shared/words/request-cause-words.ts';

const localization = (operation: string | null, code: string | null): Cause => ({
  kind: 'localization',
  operation,
  type: null,
  code,
});

function caseOf(cause: Cause, steps: Partial<Record<LocalizationStep, Evidence>> = {}, outcome: Outcome = 'failed') {
  const ladder = localizationSteps.map((step) => ({ step, evidence: steps[step] ?? 'unknown', weak: false }));
  return consequenceFacts(cause, outcome, ladder).map(({ value, reason, mark }) => `${mark}: ${value} (${reason})`);
}

const NO_ALLOCATION = 'none: No (not provisioned)';
const NOT_BILLED = 'fine: Not billed (not provisioned)';
const DOES_NOT_APPLY = 'none: Does not apply ()';
const NOT_PROVISIONED = [NO_ALLOCATION, NOT_BILLED, DOES_NOT_APPLY];
const THEIRS = 'none: You, then the provider (retry, wait, then support)';
const YOURS = 'none: You (retry once it is online)';
const UNCLEAR = 'not-known: Unclear (the provider says both)';
const ABOUT_CODE = 'none: The provider (ask about the code)';
const AS_UNUSABLE = 'not-known: Not known (treat as unusable)';
const NOT_KNOWN = 'not-known: Not known ()';
const BY_NO_STEP = 'not-known: Not known (no step shows it)';

describe('[CASE-60] the words for the last attempt of a case whose cause stays', () => {
  const allocation = localization('ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED');
  test.each<[operation: string | null, errorCode: string | null, outcome: Outcome, expected: string | null]>([
    ['DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED', 'failed', 'Attempt 3 failed at Download; it changed nothing.'],
    ['ACTIVATED', 'X', 'failed', 'Attempt 3 failed at Activation; the provider does not document what that means.'],
    ['BLESSED', null, 'unknown', 'The result of attempt 3 is unknown.'],
    [null, null, 'failed', 'Attempt 3 failed at an unknown step; the provider does not document what that means.'],
    ['ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED', 'failed', null],
    ['DOWNLOADED', null, 'in-progress', null],
  ])('for %s, %s, %s', (operation, errorCode, outcome, expected) => {
    expect(lastAttemptWords(allocation, { number: 3, operation, errorCode, outcome })).toBe(expected);
  });
});

describe('the facts about usable, reachable, billed, swap back and next action', () => {
  test.each<[operation: string, code: string, ...expected: string[]]>([
    ['DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED', 'none: As before (nothing changed)', ...NOT_PROVISIONED, YOURS],
    ['ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED', 'hurts: No (until it is allocated)', ...NOT_PROVISIONED, THEIRS],
    ['ACTIVATED', 'START_PROFILE_ACTIVATION_FAILED', 'hurts: No (until it is activated)', ...NOT_PROVISIONED, THEIRS],
    ['PROVISIONED', 'PROVISION_PROFILE_FAILED', 'hurts: No (until it is provisioned)', ...NOT_PROVISIONED, THEIRS],
    [
      'ENABLED',
      'START_PROFILE_ENABLE_FAILED',
      'hurts: No (until it is enabled)',
      'fine: Yes (the provider says so)',
      UNCLEAR,
      DOES_NOT_APPLY,
      YOURS,
    ],
    [
      'FALLBACK_SET',
      'SET_FALLBACK_PROFILE_FAILED',
      'fine: Yes (inferred, not reported)',
      'fine: Yes (provisioned)',
      UNCLEAR,
      'hurts: Yes (after long connectivity loss)',
      YOURS,
    ],
    ['DOWNLOADED', 'LATER', AS_UNUSABLE, NO_ALLOCATION, NOT_BILLED, NOT_KNOWN, ABOUT_CODE],
    ['ACTIVATED', 'PROFILE_LOCK_CONFLICT', AS_UNUSABLE, NO_ALLOCATION, NOT_BILLED, NOT_KNOWN, ABOUT_CODE],
    ['ENABLED', 'LATER', AS_UNUSABLE, 'fine: Yes (provisioned)', UNCLEAR, NOT_KNOWN, ABOUT_CODE],
    ['SHAPED', 'LATER', AS_UNUSABLE, BY_NO_STEP, BY_NO_STEP, NOT_KNOWN, ABOUT_CODE],
    ['__proto__', 'constructor', AS_UNUSABLE, BY_NO_STEP, BY_NO_STEP, NOT_KNOWN, ABOUT_CODE],
  ])('[PAGE-113] follow from %s failing with %s', (operation, code, ...expected) => {
    expect(caseOf(localization(operation, code))).toEqual(expected);
  });

  it('[PAGE-113] follow from the ladder if there is no code, and a reported step outweighs the order of steps', () => {
    const [, reachable, billed] = caseOf(localization('SHAPED', null), { PROVISIONED: 'reported' });
    expect([reachable, billed]).toEqual(['fine: Yes (provisioned)', UNCLEAR]);
    expect(caseOf(localization('FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED'), { ENABLED: 'reported' })[0]).toBe(
      'fine: Yes (reported)',
    );
  });

  it('[PAGE-113] mark a weak inference', () => {
    const steps = [{ step: 'ENABLED', evidence: 'inferred', weak: true }] as const;
    const [usable] = consequenceFacts(localization('FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED'), 'failed', steps);
    expect(usable?.reason).toBe('inferred, weak');
  });

  it('[PAGE-113] are not known if the result is unknown, and do not exist for a request', () => {
    expect(caseOf(localization('ENABLED', null), {}, 'unknown')).toEqual([
      AS_UNUSABLE,
      BY_NO_STEP,
      BY_NO_STEP,
      NOT_KNOWN,
      'none: The provider (ask about the event)',
    ]);
    expect(consequenceFacts({ kind: 'request', operation: null, type: null, code: '73' }, 'failed')).toEqual([]);
  });
});

describe('the words for a cause and its consequence', () => {
  test.each<[Cause, Outcome, title: string, cause: string, sentence: string]>([
    [
      localization('ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'),
      'failed',
      'Profile on the eUICC, unusable',
      'Allocation failed',
      'The profile is on the eUICC but unusable. Its allocation in the connectivity management platform failed. Rare; not caused by you.',
    ],
    [
      localization('FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED'),
      'failed',
      'Works now, but may swap back',
      'Fallback profile not set',
      'It works now, but may swap back to its old profile after a long loss of connectivity. The fallback profile could not be set. Possible cause: no network connection.',
    ],
    [
      localization('ACTIVATED', 'PROFILE_LOCK_CONFLICT'),
      'failed',
      'Not documented by the provider',
      'Activation failed',
      "The provider does not document what this means. This code is not in the provider's document. All we know is that activation was tried and failed.",
    ],
    [
      localization('toString', null),
      'failed',
      'Not documented by the provider',
      'Unknown step failed',
      'The provider does not document what this means. It came without an error code. All we know is that an undocumented step was tried and failed.',
    ],
    [
      localization('DOWNLOADED', 'START_PROFILE_ENABLE_FAILED'),
      'failed',
      'Reachable, but unusable',
      'Download failed',
      'The profile is reachable through the subscriptions API, but unusable. Enabling it on the eUICC failed. Possible causes: no device, or no network. But the event names another step than this code belongs to.',
    ],
    [
      localization('ENABLED', null),
      'unknown',
      'Not documented by the provider',
      'Enabling: unknown result',
      'The provider does not document what this means. The event does not say how it ended in terms the provider documents.',
    ],
    [
      { kind: 'request', operation: 'CHANGE_SUBSCRIPTIONPACKAGE', type: null, code: null },
      'partial',
      'Some resources failed',
      'Package change partly failed',
      'Some resources failed. ',
    ],
  ])('[PAGE-113] for %j, %s', (cause, outcome, title, words, sentence) => {
    const consequence = consequenceWords(cause, outcome);
    expect([
      consequenceTitles[consequence.kind],
      causeWords(cause, outcome),
      `${consequence.sentence} ${consequence.more}`,
    ]).toEqual([title, words, sentence]);
  });

  test.each<
    [
      operation: string | null,
      type: string | null,
      code: string | null,
      title: string,
      meaning: string,
      isDocumented: boolean,
    ]
  >([
    [
      'CHANGE_SUBSCRIPTIONSTATE',
      'DCP_ERROR',
      '70',
      'State refused',
      'Their state cannot be changed to the requested one.',
      true,
    ],
    [
      'CHANGE_SUBSCRIPTIONPACKAGE',
      'DCP_ERROR',
      '73',
      'Already in this package',
      'Nothing to move. Do nothing, unless the list was wrong.',
      true,
    ],
    [
      'CHANGE_SUBSCRIPTIONPACKAGE',
      'DCP_ERROR',
      '70',
      'State refused',
      'Their state cannot be changed to the requested one. The document gives 70 for state changes; this is a package change.',
      false,
    ],
    [
      'CHANGE_NAME',
      'DCP_ERROR',
      '73',
      'Already in this package',
      'Nothing to move. Do nothing, unless the list was wrong. The document gives 73 for package changes; this is a change that it does not name.',
      false,
    ],
    [
      'CHANGE_SUBSCRIPTIONSTATE',
      'OTHER',
      '70',
      "Not in the provider's document",
      'The document explains 70 of DCP_ERROR; this one has another error type.',
      false,
    ],
    [
      'CHANGE_SUBSCRIPTIONSTATE',
      null,
      '70',
      'State refused',
      'Their state cannot be changed to the requested one. It came without its error type.',
      false,
    ],
    ['CHANGE_SUBSCRIPTIONSTATE', 'DCP_ERROR', '118', "Not in the provider's document", '', false],
    ['CHANGE_SUBSCRIPTIONSTATE', 'DCP_ERROR', '__proto__', "Not in the provider's document", '', false],
    [null, null, null, 'No error code', 'The provider gave none.', false],
  ])('[PAGE-113] for resources of %s that failed with %s %s', (operation, type, code, title, meaning, isDocumented) => {
    expect(requestCauseWords({ operation, type, code })).toEqual({ title, meaning, isDocumented });
  });

  it('include the step of each documented code', () => {
    expect(['PROVISION_PROFILE_FAILED', 'LATER', 'constructor', null].map(stepOfCode)).toEqual([
      'PROVISIONED',
      null,
      null,
      null,
    ]);
  });
});

describe('the keys of cases and causes', () => {
  test.each<Cause>([
    localization('ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'),
    localization(null, null),
    localization('a/b', '__proto__ %2F\u202e'),
    { kind: 'request', operation: 'CHANGE_SUBSCRIPTIONSTATE', type: 'DCP_ERROR', code: '70' },
  ])('are read back unchanged for %j', (cause) => {
    expect(parseCauseKey(causeKey(cause))).toEqual(cause);
  });
  test.each([
    '',
    'cause:',
    'cause:other///',
    'cause:localization/a/b',
    'cause:localization/%//',
    `cause:request/${'a'.repeat(2_500)}//`,
  ])('do not include %j', (text) => {
    expect(parseCauseKey(text)).toBeNull();
  });
  test.each<[CaseKey | null, string]>([
    [caseKey({ kind: 'eid', eid: '8904' }), 'eid:8904'],
    [caseKey({ kind: 'event', seq: 12 }), 'event:12'],
    [null, 'eid:'],
    [null, '8904'],
    [null, `request:${'a'.repeat(300)}`],
  ])('give %j for %j', (key, text) => {
    expect(parseCaseKey(text)).toBe(key);
    if (key !== null) expect(caseKey(caseSubject(key))).toBe(key);
  });
});
