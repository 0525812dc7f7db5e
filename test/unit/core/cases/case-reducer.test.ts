import { describe, expect, test } from 'vitest';
import { causeOf } from '../../../../src-shared/domain/case.ts';
import { decodeEvent } from '../../../../src-shared/domain/decode-event.ts';
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
import { isCaseEvent, caseKeyOf } from '../../../../src-main/core/cases/case-reducer.ts';
import { localizationEvent, minute, requestEvent } from '../../../doubles/case-events.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { MemoryCaseProjection, describeCase } from '../../../doubles/memory-case-projection.ts';

const ALLOCATION = 'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED';
const PROVISIONING = 'cause:localization/PROVISIONED//PROVISION_PROFILE_FAILED';

function unreadable(): EventSummary {
  const data = JSON.stringify({ operation: 'ALLOCATED', state: 'FAILED', detailedMessage: '<html>' });
  return summaryOf(1, { kind: 'LOCALIZATION', ...decodeEvent({ kind: 'LOCALIZATION', data }) });
}

describe('which case', () => {
  test.for<[string, EventSummary, string]>([
    ['a localization is a case of its EID', localizationEvent(1, 0, { eid: '8904' }), 'eid:8904'],
    ['a request is a case of its own', requestEvent(1, 0, { id: 'REQ-7' }), 'request:REQ-7'],
    ['[CASE-6] a failure that names no EID is a case by itself', localizationEvent(3, 0, { eid: null }), 'event:3'],
    ['[CASE-6] so is a request that names no id', requestEvent(4, 0, { id: '' }), 'event:4'],
    ['half of a character does not hide another case', localizationEvent(1, 0, { eid: 'a\ud800' }), 'eid:a\ufffd'],
    ['a name that every object has is a name', localizationEvent(1, 0, { eid: '__proto__' }), 'eid:__proto__'],
  ])('%s', ([, event, key]) => {
    expect([isCaseEvent(event), caseKeyOf(event)]).toEqual([true, key]);
  });

  test('heartbeats and kinds that nobody knows are none', () => {
    expect([isCaseEvent({ kind: 'HEARTBEAT' }), isCaseEvent({ kind: 'localization' })]).toEqual([false, false]);
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
  ])('%s: %s', ([operation, consequence]) => {
    expect(MemoryCaseProjection.of(localizationEvent(1, 0, { operation })).onlyCase().consequence).toBe(consequence);
  });

  test.for<[string, EventSummary]>([
    ['trap 7: a code that no document names', localizationEvent(1, 0, { code: 'PROFILE_LOCK_CONFLICT' })],
    ['no code', localizationEvent(1, 0, { code: null })],
    ['trap 6: a message that cannot be read', unreadable()],
    ['an event whose text was lost', summaryOf(1, { kind: 'LOCALIZATION', operation: null, outcome: 'unknown' })],
  ])('%s: what it means is not known, and it is open', ([, event]) => {
    const { consequence, openedAt } = MemoryCaseProjection.of(event).onlyCase();
    expect({ consequence, isOpen: openedAt !== null }).toEqual({ consequence: 'not-known', isOpen: true });
  });
});

describe('[CASE-7] a case fails otherwise: it is open as before, under another cause', () => {
  const book = MemoryCaseProjection.of(
    localizationEvent(1, 0),
    localizationEvent(2, 5, { operation: 'PROVISIONED', iccid: '891', country: 'NO' }),
  );

  test('its stay under the first cause has ended, and another one began', () => {
    const both = { consequence: 'unusable', failedResources: 0, resources: 0 };
    const common = { ...both, cause: ALLOCATION, countryCode: 'SE', from: minute(0), fromSeq: 1 };
    const second = { ...both, cause: PROVISIONING, countryCode: 'NO', from: minute(5), fromSeq: 2 };
    expect([...(book.stays.get('eid:8904-1') ?? []), book.onlyCase().stay]).toEqual([
      { ...common, began: 'opened', to: minute(5), ended: 'moved' },
      { ...second, began: 'moved', to: null, ended: null },
    ]);
  });

  test('it is open since the first failure, and is counted once', () => {
    const { openedAt, openedSeq, failedSeq, isBack } = book.onlyCase();
    const groups = [ALLOCATION, PROVISIONING].map((key) => book.group(key));
    expect({ openedAt, openedSeq, failedSeq, isBack, open: groups.map(({ open }) => open) }).toEqual({
      openedAt: minute(0),
      openedSeq: 1,
      failedSeq: 2,
      isBack: false,
      open: [0, 1],
    });
  });

  test('what nobody understands moves nothing that is known to have failed', () => {
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
    '[CASE-8] after %i events it says how many are open, since when, and when it rested',
    ([count, expected]) => {
      expect(after(count)).toEqual(expected);
    },
  );

  test('a cause of the longest names is one that an address can hold', () => {
    const long = '監'.repeat(250);
    const key =
      MemoryCaseProjection.of(localizationEvent(1, 0, { operation: long, code: `${long}\ud800` })).onlyCase().cause ??
      '';
    expect(causeOf(key)?.operation).toBe('監'.repeat(80));
  });
});

test('an empty name is none, and half of a character is not written down', () => {
  const [key] = MemoryCaseProjection.of(localizationEvent(1, 0, { operation: '', code: 'a\ud800' })).groups.values();
  expect(key?.cause).toEqual({ kind: 'localization', operation: null, type: null, code: 'a\ufffd' });
});

describe('requests', () => {
  test.for<[string, Parameters<typeof requestEvent>[2], string]>([
    [
      'trap 1: COMPLETED with some that failed is partial',
      { failed: 1 },
      '1 partial CHANGE_SUBSCRIPTIONPACKAGE · open',
    ],
    ['trap 1: COMPLETED with all that failed is failed', { failed: 2 }, '1 failed CHANGE_SUBSCRIPTIONPACKAGE · open'],
    ['all completed is no failure', {}, '1 succeeded CHANGE_SUBSCRIPTIONPACKAGE · never open'],
    ['trap 8: without a size nobody knows', { size: null }, '1 unknown CHANGE_SUBSCRIPTIONPACKAGE · open'],
  ])('%s', ([, fields, expected]) => {
    expect(describeCase(MemoryCaseProjection.of(requestEvent(1, 0, fields)))).toBe(expected);
  });

  test.for<[string, EventSummary[], string]>([
    [
      'a later report replaces',
      [requestEvent(1, 0, { failed: 1, updated: 1 }), requestEvent(2, 1, { updated: 2 })],
      'succeeded well',
    ],
    [
      'an older one that comes late does not',
      [requestEvent(1, 0, { failed: 1, updated: 2 }), requestEvent(2, 1, { updated: 1 })],
      'partial open',
    ],
    [
      'nor does it open anything',
      [requestEvent(1, 0, { updated: 2 }), requestEvent(2, 1, { failed: 1, updated: 1 })],
      'succeeded never',
    ],
    [
      'where one does not say when, order counts',
      [requestEvent(1, 0, { failed: 1 }), requestEvent(2, 1, { updated: null })],
      'succeeded well',
    ],
    [
      'an end in the far future holds up no later report',
      [requestEvent(1, 0, { updated: 500_000_000 }), requestEvent(2, 1, { failed: 1, updated: 2 })],
      'partial open',
    ],
    [
      'what goes on leaves it open',
      [requestEvent(1, 0, { failed: 1 }), requestEvent(2, 1, { pending: 1 })],
      'in-progress open',
    ],
    [
      'less evidence is never greener',
      [requestEvent(1, 0, { failed: 1 }), requestEvent(2, 1, { size: null })],
      'unknown open',
    ],
  ])('[CASE-9] %s', ([, events, expected]) => {
    const { outcome, ended, openedAt, run } = MemoryCaseProjection.of(...events).onlyCase();
    expect(`${outcome} ${openedAt === null ? (ended ?? 'never') : 'open'}`).toBe(expected);
    expect([run.number, run.events]).toEqual([1, 2]);
  });

  test('[CASE-3] the same report told again is no further failure', () => {
    const told = { failed: 1, updated: 1, created: 0 };
    const book = MemoryCaseProjection.of(requestEvent(1, 0, told), requestEvent(2, 5, told));
    const { run, failedSeq, cause } = book.onlyCase();
    expect([run.events, failedSeq, book.group(cause ?? '').failures]).toEqual([2, 1, 1]);
  });

  test.for<[string, EventSummary[], string]>([
    [
      '[CASE-40] one that says it is older opens it, where it comes minutes after the newer one',
      [requestEvent(1, 0, { updated: 2 }), requestEvent(2, 6, { failed: 1, updated: 1 })],
      'partial open',
    ],
    [
      '[CASE-42] another change under the same id says nothing of the one that failed',
      [requestEvent(1, 0, { failed: 1 }), requestEvent(2, 1, { operation: 'CHANGE_SUBSCRIPTIONSTATE' })],
      'partial open',
    ],
    [
      '[CASE-42] but what it says of a failure counts',
      [requestEvent(1, 0), requestEvent(2, 1, { failed: 2, operation: 'CHANGE_SUBSCRIPTIONSTATE' })],
      'failed open',
    ],
  ])('%s', ([, events, expected]) => {
    const { outcome, openedAt } = MemoryCaseProjection.of(...events).onlyCase();
    expect(`${outcome} ${openedAt === null ? 'closed' : 'open'}`).toBe(expected);
  });

  test('its cause is what most of its failed resources have, and its figures are those of its report', () => {
    const { cause, consequence, request } = MemoryCaseProjection.of(requestEvent(1, 0, { failed: 1 })).onlyCase();
    expect({ cause, consequence, size: request?.size, failed: request?.failed }).toEqual({
      cause: 'cause:request/CHANGE_SUBSCRIPTIONPACKAGE/DCP_ERROR/73',
      consequence: 'partial',
      size: 2,
      failed: 1,
    });
  });
});

describe('[CASE-72] what goes well for another principal says nothing of what failed for this one', () => {
  const failed = localizationEvent(1, 0);
  const of = (principal: string | null, event: EventSummary) => ({ ...event, principal });
  const enabled = localizationEvent(2, 1, { operation: 'ENABLED', state: 'COMPLETED' });
  const isOpen = (...events: EventSummary[]) => MemoryCaseProjection.of(...events).onlyCase().openedAt !== null;

  test.for<[string, boolean, EventSummary[]]>([
    ['a success of the same principal ends the case', false, [failed, enabled]],
    ['a success of another one does not', true, [failed, of('globex', enabled)]],
    ['nor does a success of a domain below it', true, [failed, of('acme/emea', enabled)]],
    ['a success that names none ends it', false, [failed, of(null, enabled)]],
    ['a failure that names none is ended by any', false, [of(null, failed), of('globex', enabled)]],
    [
      'a success of its own ends it after that of another',
      false,
      [failed, of('globex', enabled), localizationEvent(3, 2, { operation: 'FALLBACK_SET', state: 'COMPLETED' })],
    ],
    [
      'what began for another one does not take it over',
      true,
      [
        failed,
        of('globex', localizationEvent(2, 1, { operation: 'PROVISIONED', state: 'COMPLETED' })),
        of('globex', localizationEvent(3, 2, { operation: 'ENABLED', state: 'COMPLETED' })),
      ],
    ],
    [
      'what failed for two of them is ended by neither',
      true,
      [
        failed,
        of('globex', localizationEvent(2, 1, { operation: 'ENABLED' })),
        of('globex', localizationEvent(3, 2, { operation: 'ENABLED', state: 'COMPLETED' })),
        localizationEvent(4, 3, { operation: 'ENABLED', state: 'COMPLETED' }),
      ],
    ],
    ['a request goes on likewise', true, [requestEvent(1, 0, { failed: 1 }), of('globex', requestEvent(2, 1))]],
  ])('%s', ([, expected, events]) => {
    expect(isOpen(...events)).toBe(expected);
  });
});
