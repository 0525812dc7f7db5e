import { caseKeyOf } from '../../../../../src-shared/domain/cases/case-keys.ts';
import { reportsOutcome } from '../../../../../src-shared/domain/event/event-class.ts';
import { describe, expect, test } from 'vitest';
import { causeOf } from '../../../../../src-shared/domain/cases/case.ts';
import { decodeEvent } from '../../../../../src-shared/domain/event/decode-event.ts';
import type { EventSummary } from '../../../../../src-shared/domain/event/event.ts';
import { localizationEvent, minute, requestEvent } from '../../../../doubles/case-events.ts';
import { summaryOf } from '../../../../doubles/example-events.ts';
import { MemoryCaseProjection, describeCase } from '../../../../doubles/memory-case-projection.ts';

const ALLOCATION = 'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED';
const PROVISIONING = 'cause:localization/PROVISIONED//PROVISION_PROFILE_FAILED';

function unreadable(): EventSummary {
  const data = JSON.stringify({ operation: 'ALLOCATED', state: 'FAILED', detailedMessage: '<html>' });
  return summaryOf(1, { kind: 'LOCALIZATION', ...decodeEvent({ kind: 'LOCALIZATION', data }) });
}

describe('the case of an event', () => {
  test.for<[string, EventSummary, string]>([
    ['a localization belongs to the case of its EID', localizationEvent(1, 0, { eid: '8904' }), 'eid:8904'],
    ['a request has its own case', requestEvent(1, 0, { id: 'REQ-7' }), 'request:REQ-7'],
    ['[CASE-100] a failure without an EID has its own case', localizationEvent(3, 0, { eid: null }), 'event:3'],
    ['[CASE-100] a request without an id has its own case', requestEvent(4, 0, { id: '' }), 'event:4'],
    [
      'a lone surrogate in an EID is replaced and hides no other case',
      localizationEvent(1, 0, { eid: 'a\ud800' }),
      'eid:a\ufffd',
    ],
    ['an EID may be called __proto__', localizationEvent(1, 0, { eid: '__proto__' }), 'eid:__proto__'],
  ])('%s', ([, event, key]) => {
    expect([reportsOutcome(event), caseKeyOf(event)]).toEqual([true, key]);
  });

  test('heartbeats and unknown kinds belong to no case', () => {
    expect([reportsOutcome({ kind: 'HEARTBEAT' }), reportsOutcome({ kind: 'localization' })]).toEqual([false, false]);
    expect(MemoryCaseProjection.of(summaryOf(1, { outcome: 'unknown' })).cases.size).toBe(0);
  });
});

describe('trap 4: FAILED has different consequences', () => {
  test.for([
    ['DOWNLOADED', 'unchanged'],
    ['ALLOCATED', 'unusable'],
    ['ACTIVATED', 'unusable'],
    ['PROVISIONED', 'unusable'],
    ['ENABLED', 'reachable'],
    ['FALLBACK_SET', 'may-swap-back'],
  ])('a failed %s has the consequence %s', ([operation, consequence]) => {
    expect(MemoryCaseProjection.of(localizationEvent(1, 0, { operation })).onlyCase().consequence).toBe(consequence);
  });

  test.for<[string, EventSummary]>([
    ['trap 7: an undocumented code', localizationEvent(1, 0, { code: 'PROFILE_LOCK_CONFLICT' })],
    ['no code', localizationEvent(1, 0, { code: null })],
    ['trap 6: a message that cannot be read', unreadable()],
    ['an event whose text was lost', summaryOf(1, { kind: 'LOCALIZATION', operation: null, outcome: 'unknown' })],
  ])('the consequence is not known and the case is open for %s', ([, event]) => {
    const { consequence, openedAt } = MemoryCaseProjection.of(event).onlyCase();
    expect({ consequence, isOpen: openedAt !== null }).toEqual({ consequence: 'not-known', isOpen: true });
  });
});

describe('[CASE-7] a case that fails with another cause', () => {
  const caseProjection = MemoryCaseProjection.of(
    localizationEvent(1, 0),
    localizationEvent(2, 5, { operation: 'PROVISIONED', iccid: '891', country: 'NO' }),
  );

  test('ends its stay under the first cause and begins another one', () => {
    const both = { consequence: 'unusable', failedResources: 0, resources: 0 };
    const common = { ...both, cause: ALLOCATION, countryCode: 'SE', from: minute(0), fromSeq: 1 };
    const second = { ...both, cause: PROVISIONING, countryCode: 'NO', from: minute(5), fromSeq: 2 };
    expect([...(caseProjection.stays.get('eid:8904-1') ?? []), caseProjection.onlyCase().stay]).toEqual([
      { ...common, began: 'opened', to: minute(5), ended: 'moved' },
      { ...second, began: 'moved', to: null, ended: null },
    ]);
  });

  test('is open since the first failure and counts once', () => {
    const { openedAt, openedSeq, failedSeq, isBack } = caseProjection.onlyCase();
    const groups = [ALLOCATION, PROVISIONING].map((key) => caseProjection.group(key));
    expect({ openedAt, openedSeq, failedSeq, isBack, open: groups.map(({ open }) => open) }).toEqual({
      openedAt: minute(0),
      openedSeq: 1,
      failedSeq: 2,
      isBack: false,
      open: [0, 1],
    });
  });

  test('keeps the cause of a known failure when an event cannot be interpreted', () => {
    const { cause, outcome } = MemoryCaseProjection.of(
      localizationEvent(1, 0),
      localizationEvent(2, 5, { operation: 'BLESSED', state: 'COMPLETED' }),
    ).onlyCase();
    expect({ cause, outcome }).toEqual({ cause: ALLOCATION, outcome: 'unknown' });
  });
});

describe('a group', () => {
  const events = [
    localizationEvent(1, 0, { eid: 'A' }),
    localizationEvent(2, 1, { eid: 'B' }),
    localizationEvent(3, 2, { eid: 'A', operation: 'ENABLED', state: 'COMPLETED' }),
    localizationEvent(4, 3, { eid: 'B', operation: 'ENABLED', state: 'COMPLETED' }),
    localizationEvent(5, 9, { eid: 'C' }),
  ];
  const after = (count: number) => {
    const { open, openSince, restedAt, failures, firstAt, lastAt } = MemoryCaseProjection.of(
      ...events.slice(0, count),
    ).group(ALLOCATION);
    return { open, openSince, restedAt, failures, firstAt, lastAt };
  };

  test.for([
    [2, { open: 2, openSince: minute(0), restedAt: null, failures: 2, firstAt: minute(0), lastAt: minute(1) }],
    [3, { open: 1, openSince: minute(0), restedAt: null, failures: 2, firstAt: minute(0), lastAt: minute(1) }],
    [4, { open: 0, openSince: null, restedAt: minute(3), failures: 2, firstAt: minute(0), lastAt: minute(1) }],
    [5, { open: 1, openSince: minute(9), restedAt: minute(3), failures: 3, firstAt: minute(0), lastAt: minute(9) }],
  ] as const)(
    '[CASE-8] counts after %i events how many cases are open, since when, and when the last one ended',
    ([count, expected]) => {
      expect(after(count)).toEqual(expected);
    },
  );

  test('shortens the longest names of a cause so that its key fits into an address', () => {
    const long = '監'.repeat(250);
    const key =
      MemoryCaseProjection.of(localizationEvent(1, 0, { operation: long, code: `${long}\ud800` })).onlyCase().cause ??
      '';
    expect(causeOf(key)?.operation).toBe('監'.repeat(80));
  });
});

test('treats an empty name as missing and replaces a lone surrogate', () => {
  const [key] = MemoryCaseProjection.of(localizationEvent(1, 0, { operation: '', code: 'a\ud800' })).groups.values();
  expect(key?.cause).toEqual({ kind: 'localization', operation: null, type: null, code: 'a\ufffd' });
});

describe('requests', () => {
  test.for<[string, Parameters<typeof requestEvent>[2], string]>([
    [
      'trap 1: COMPLETED with some failed resources is partial',
      { failed: 1 },
      '1 partial CHANGE_SUBSCRIPTIONPACKAGE · open',
    ],
    [
      'trap 1: COMPLETED with only failed resources is failed',
      { failed: 2 },
      '1 failed CHANGE_SUBSCRIPTIONPACKAGE · open',
    ],
    ['COMPLETED without failed resources is a success', {}, '1 succeeded CHANGE_SUBSCRIPTIONPACKAGE · never open'],
    ['trap 8: without a size the outcome is unknown', { size: null }, '1 unknown CHANGE_SUBSCRIPTIONPACKAGE · open'],
  ])('%s', ([, fields, expected]) => {
    expect(describeCase(MemoryCaseProjection.of(requestEvent(1, 0, fields)))).toBe(expected);
  });

  test.for<[string, EventSummary[], string]>([
    [
      'a later report replaces the earlier one',
      [requestEvent(1, 0, { failed: 1, updated: 1 }), requestEvent(2, 1, { updated: 2 })],
      'succeeded well',
    ],
    [
      'an older report that arrives late replaces nothing',
      [requestEvent(1, 0, { failed: 1, updated: 2 }), requestEvent(2, 1, { updated: 1 })],
      'partial open',
    ],
    [
      'an older report that arrives late opens no case',
      [requestEvent(1, 0, { updated: 2 }), requestEvent(2, 1, { failed: 1, updated: 1 })],
      'succeeded never',
    ],
    [
      'the order of arrival counts if a report has no time',
      [requestEvent(1, 0, { failed: 1 }), requestEvent(2, 1, { updated: null })],
      'succeeded well',
    ],
    [
      'a time in the far future does not block later reports',
      [requestEvent(1, 0, { updated: 500_000_000 }), requestEvent(2, 1, { failed: 1, updated: 2 })],
      'partial open',
    ],
    [
      'a report in progress leaves the case open',
      [requestEvent(1, 0, { failed: 1 }), requestEvent(2, 1, { pending: 1 })],
      'in-progress open',
    ],
    [
      'a report with less evidence does not close the case',
      [requestEvent(1, 0, { failed: 1 }), requestEvent(2, 1, { size: null })],
      'unknown open',
    ],
  ])('[CASE-60] %s', ([, events, expected]) => {
    const { outcome, ended, openedAt, run } = MemoryCaseProjection.of(...events).onlyCase();
    expect(`${outcome} ${openedAt === null ? (ended ?? 'never') : 'open'}`).toBe(expected);
    expect([run.number, run.events]).toEqual([1, 2]);
  });

  test('[CASE-60] a repeated report is not a further failure', () => {
    const counters = { failed: 1, updated: 1, created: 0 };
    const caseProjection = MemoryCaseProjection.of(requestEvent(1, 0, counters), requestEvent(2, 5, counters));
    const { run, failedSeq, cause } = caseProjection.onlyCase();
    expect([run.events, failedSeq, caseProjection.group(cause ?? '').failures]).toEqual([2, 1, 1]);
  });

  test.for<[string, EventSummary[], string]>([
    [
      '[CASE-60] a report with an older time opens the case if it arrives minutes after the newer one',
      [requestEvent(1, 0, { updated: 2 }), requestEvent(2, 6, { failed: 1, updated: 1 })],
      'partial open',
    ],
    [
      '[CASE-60] an older failure that arrives minutes late replaces nothing in an open case',
      [requestEvent(1, 0, { failed: 1, updated: 2 }), requestEvent(2, 6, { failed: 2, updated: 1 })],
      'partial open',
    ],
    [
      '[CASE-60] an older report in progress that arrives minutes late replaces nothing',
      [requestEvent(1, 0, { updated: 2 }), requestEvent(2, 6, { pending: 1, updated: 1 })],
      'succeeded closed',
    ],
    [
      '[CASE-12] another operation under the same id does not close a failed request',
      [requestEvent(1, 0, { failed: 1 }), requestEvent(2, 1, { operation: 'CHANGE_SUBSCRIPTIONSTATE' })],
      'partial open',
    ],
    [
      '[CASE-12] a failure of another operation under the same id opens the case',
      [requestEvent(1, 0), requestEvent(2, 1, { failed: 2, operation: 'CHANGE_SUBSCRIPTIONSTATE' })],
      'failed open',
    ],
  ])('%s', ([, events, expected]) => {
    const { outcome, openedAt } = MemoryCaseProjection.of(...events).onlyCase();
    expect(`${outcome} ${openedAt === null ? 'closed' : 'open'}`).toBe(expected);
  });

  test('take their cause from most of their failed resources and their figures from their report', () => {
    const { cause, consequence, request } = MemoryCaseProjection.of(requestEvent(1, 0, { failed: 1 })).onlyCase();
    expect({ cause, consequence, size: request?.size, failed: request?.failed }).toEqual({
      cause: 'cause:request/CHANGE_SUBSCRIPTIONPACKAGE/DCP_ERROR/73',
      consequence: 'partial',
      size: 2,
      failed: 1,
    });
  });
});

describe('[CASE-12] an event of another principal', () => {
  const failed = localizationEvent(1, 0);
  const of = (principal: string | null, event: EventSummary) => ({ ...event, principal });
  const enabled = localizationEvent(2, 1, { operation: 'ENABLED', state: 'COMPLETED' });
  const isOpen = (...events: EventSummary[]) => MemoryCaseProjection.of(...events).onlyCase().openedAt !== null;

  test.for<[string, boolean, EventSummary[]]>([
    ['a success of the same principal ends the case', false, [failed, enabled]],
    ['a success of another principal does not end the case', true, [failed, of('globex', enabled)]],
    ['a success of a subdomain does not end the case', true, [failed, of('acme/emea', enabled)]],
    ['a success without a principal ends the case', false, [failed, of(null, enabled)]],
    ['a success of any principal ends a failure without a principal', false, [of(null, failed), of('globex', enabled)]],
    [
      'a success of the same principal ends the case after one of another principal',
      false,
      [failed, of('globex', enabled), localizationEvent(3, 2, { operation: 'FALLBACK_SET', state: 'COMPLETED' })],
    ],
    [
      'an attempt of another principal does not end the case',
      true,
      [
        failed,
        of('globex', localizationEvent(2, 1, { operation: 'PROVISIONED', state: 'COMPLETED' })),
        of('globex', localizationEvent(3, 2, { operation: 'ENABLED', state: 'COMPLETED' })),
      ],
    ],
    [
      'a success of either principal does not end a case that failed for both',
      true,
      [
        failed,
        of('globex', localizationEvent(2, 1, { operation: 'ENABLED' })),
        of('globex', localizationEvent(3, 2, { operation: 'ENABLED', state: 'COMPLETED' })),
        localizationEvent(4, 3, { operation: 'ENABLED', state: 'COMPLETED' }),
      ],
    ],
    [
      'a success of another principal does not end a failed request',
      true,
      [requestEvent(1, 0, { failed: 1 }), of('globex', requestEvent(2, 1))],
    ],
  ])('%s', ([, expected, events]) => {
    expect(isOpen(...events)).toBe(expected);
  });
});
