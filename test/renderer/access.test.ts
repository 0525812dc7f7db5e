import { describe, expect, it, test } from 'vitest';
import { BackendError } from '../../src-renderer/backend/backend-error.ts';
import { hiddenParts } from '../../src-renderer/rules/hidden-parts.ts';
import {
  mostFrequentNames,
  drawnResources,
  matchingResources,
  matrixRow,
} from '../../src-renderer/screens/access/access-matrix.ts';
import {
  domainLevels,
  permissionCountsText,
  accessErrorWords,
  undocumentedNames,
  permissionStatus,
} from '../../src-renderer/words/access-words.ts';
import { hiddenWords } from '../../src-renderer/words/page-rule-words.ts';
import type { AppErrorData, AppErrorDetails } from '../../src-shared/api/errors.ts';
import type { PageRule } from '../../src-shared/domain/profile/page-rule.ts';
import { accessReport } from '../doubles/access-report.ts';

const report = accessReport();
const verdict = (resource: string, permission: string) => permissionStatus(report, { resource, permission });

describe('the question "Can this token …?"', () => {
  it.each([
    ['users', 'READ', 'yes', 'listed for the resource itself'],
    ['users', 'DELETE', 'no', 'not listed for this resource'],
    ['users', 'read', 'no', 'not listed for this resource; “READ” is listed, but names must match exactly'],
    [
      'USERS',
      'READ',
      'no',
      'the answer has no resource with this name; “users” is listed, but names must match exactly',
    ],
    ['roles', 'READ', 'no', 'the answer has no resource with this name'],
    ['constructor', 'name', 'no', 'the answer has no resource with this name'],
    ['odd', 'READ', 'no', 'its entry in the answer is not a list of names'],
    ['users', '', 'unasked', 'Type a permission and a resource.'],
    ['', 'READ', 'unasked', 'Type the resource.'],
  ])('for resource %s and permission %s is answered with %s', (resource, permission, kind, words) => {
    expect(verdict(resource, permission)).toEqual({ kind, words });
  });

  it('[ACCESS-2] is answered with unknown, not with no, if the service has not answered', () => {
    expect(permissionStatus(null, { resource: 'users', permission: 'READ' })).toEqual({
      kind: 'unknown',
      words: 'no answer from the service yet',
    });
  });
});

describe('the permission table', () => {
  it('has the five most frequent names as columns; among equals the first ones', () => {
    const resources = [['A', 'B'], ['B', 'C', 'D'], ['B', 'E', 'F', 'F'], null].map((permissions, index) => ({
      resource: `r${index}`,
      permissions,
    }));
    expect(mostFrequentNames(resources)).toEqual(['B', 'A', 'C', 'D', 'E']);
    const rows = resources.map((each) => matrixRow(each, ['B', 'A']));
    expect(rows).toEqual([
      { resource: 'r0', granted: [true, true], others: [] },
      { resource: 'r1', granted: [true, false], others: ['C', 'D'] },
      { resource: 'r2', granted: [true, false], others: ['E', 'F'] },
      { resource: 'r3', granted: [false, false], others: null },
    ]);
  });

  it('finds resources by their name and by the name of a permission', () => {
    const names = (text: string) => matchingResources(report.resources, text).map(({ resource }) => resource);
    expect([names(' USER '), names('subscr'), names('nothing'), names('').length]).toEqual([
      ['users'],
      ['connectivity-subscriptions', 'notification-stream'],
      [],
      report.resources.length,
    ]);
  });

  it('draws the first resources, and always the one in question', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ resource: `r${index}`, permissions: [] }));
    const names = (asked: string) => drawnResources(many, 2, asked).map(({ resource }) => resource);
    expect([names(''), names('r1'), names('r9999')]).toEqual([
      ['r0', 'r1'],
      ['r0', 'r1'],
      ['r9999', 'r0', 'r1'],
    ]);
  });

  it('shows the number of resources and permissions', () => {
    expect(permissionCountsText(report)).toBe('5 resources, 8 permissions');
    expect(permissionCountsText(accessReport({ resources: [{ resource: 'a', permissions: ['b'] }] }))).toBe(
      '1 resource, 1 permission',
    );
  });
});

test('domainLevels lists a domain below its parents, or alone if it has more than 12 levels', () => {
  expect([domainLevels('acme.europe.logistics'), domainLevels('acme'), domainLevels('a.'.repeat(40)).length]).toEqual([
    ['acme', 'acme.europe', 'acme.europe.logistics'],
    ['acme'],
    1,
  ]);
});

test('oddNames separates undocumented fields from documented fields with an unexpected shape', () => {
  expect(undocumentedNames(accessReport({ undocumented: ['tenantTier', 'roles'] }))).toEqual({
    other: ['roles'],
    unknown: ['tenantTier'],
  });
});

describe('the reason why rights are unknown', () => {
  const failed = (problem: AppErrorDetails['SERVICE_FAILED']['problem']) => {
    const finding = { key: 'fault', facts: {} } as const;
    const data = { code: 'SERVICE_FAILED', facts: { what: 'permissions', problem, finding } } as const;
    const { title, action } = accessErrorWords(new BackendError({ kind: 'expected', data }, data.code));
    return [title, action];
  };
  it.each([
    ['sign-in-needed', 'Sign-in needed: there is no token to check.', 'sign-in'],
    ['forbidden', 'The service does not show this token its permissions.', 'try-again'],
    ['refused', 'The service does not show this token its permissions.', 'try-again'],
    ['unreachable', 'The permissions of this token could not be read.', 'try-again'],
    ['not-understood', 'The answer of the service was not understood.', 'try-again'],
  ] as const)('is one sentence with one action for %s', (problem, title, action) => {
    expect(failed(problem)).toEqual([title, action]);
  });

  it.each<[AppErrorData, RegExp]>([
    [{ code: 'SIGNED_OUT', facts: { profile: 'Acme', problem: 'ended' } }, /^The issuer has ended the sign-in/],
    [{ code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'none' } }, /^There is no client secret for “Acme”/],
  ])('is the missing grant or secret, with the sign-in as action: %o', (data, words) => {
    const { detail, action } = accessErrorWords(new BackendError({ kind: 'expected', data }, data.code));
    expect([detail, action]).toEqual([expect.stringMatching(words), 'sign-in']);
  });

  it('is also given if the backend does not answer', () => {
    const { title, action } = accessErrorWords(new BackendError({ kind: 'no-answer' }, 'late'));
    expect([title, action]).toEqual(['The permissions of this token could not be read.', 'try-again']);
  });
});

describe('the parts that rules hide', () => {
  const hides = { kind: 'action', action: 'back-up' } as const;
  const rules: readonly PageRule[] = [
    { hides, needs: { kind: 'role', name: 'ADMIN' } },
    { hides: { kind: 'screen', screen: 'data' }, needs: { kind: 'permission', resource: 'users', permission: 'READ' } },
    { hides, needs: { kind: 'permission', resource: 'users', permission: 'DELETE' } },
  ];

  it('[ACCESS-4] are listed once each, with all missing rights', () => {
    const parts = hiddenParts(rules, report);
    expect(parts).toEqual([
      {
        key: 'action:back-up',
        part: hides,
        missingRights: [
          { kind: 'role', name: 'ADMIN' },
          { kind: 'permission', resource: 'users', permission: 'DELETE' },
        ],
      },
    ]);
    expect(parts.map(({ part, missingRights }) => hiddenWords(part, missingRights))).toEqual([
      'Make a copy is hidden here: the token lacks role ADMIN, permission users:DELETE.',
    ]);
  });

  it('[ACCESS-4] are none while the rights are unknown', () => {
    expect(hiddenParts(rules, null)).toEqual([]);
  });
});
