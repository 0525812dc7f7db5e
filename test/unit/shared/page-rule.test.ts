import { describe, expect, it } from 'vitest';
import {
  type TokenRights,
  activeHidingRules,
  type NeededRight,
  type PageRule,
} from '../../../src-shared/domain/profile/page-rule.ts';
import { pageRuleSchema } from '../../../src-shared/domain/profile/page-rule-schema.ts';

const grantedRights: TokenRights = {
  permissions: { users: ['READ'], odd: 'READ' },
  solutions: ['IOT'],
  roles: ['NOC'],
  accessRights: ['API'],
};
const rule = (needs: NeededRight): PageRule => ({ hides: { kind: 'screen', screen: 'data' }, needs });
const permission = (resource: string, name: string): NeededRight => ({
  kind: 'permission',
  resource,
  permission: name,
});

describe('page rules', () => {
  it.each([
    ['a permission that is held', permission('users', 'READ'), false],
    ['a permission in another letter case', permission('users', 'read'), true],
    ['a permission of another resource', permission('reports', 'READ'), true],
    ['an entry that is not a list', permission('odd', 'READ'), true],
    ['a name that exists on every object', permission('constructor', 'name'), true],
    ['a solution that is held', { kind: 'solution', name: 'IOT' }, false],
    ['a solution that is missing', { kind: 'solution', name: 'EUICC' }, true],
    ['a role that is held', { kind: 'role', name: 'NOC' }, false],
    ['a role that is missing', { kind: 'role', name: 'ADMIN' }, true],
    ['an access right that is held', { kind: 'access-right', name: 'API' }, false],
    ['an access right that is a role', { kind: 'access-right', name: 'NOC' }, true],
  ] as const)('[ACCESS-4] hide a page only without the needed right: %s', (_, needs, isHidden) => {
    expect(activeHidingRules([rule(needs)], grantedRights)).toEqual(isHidden ? [rule(needs)] : []);
  });

  it('[ACCESS-4] hide nothing while rights are unknown', () => {
    expect(activeHidingRules([rule({ kind: 'role', name: 'ADMIN' })], null)).toEqual([]);
  });

  it.each([
    [
      'Access, which shows what is hidden',
      { hides: { kind: 'screen', screen: 'access' }, needs: permission('a', 'b') },
    ],
    [
      'Settings, where rules are removed',
      { hides: { kind: 'screen', screen: 'settings' }, needs: permission('a', 'b') },
    ],
    ['an unknown action', { hides: { kind: 'action', action: 'sign-in' }, needs: permission('a', 'b') }],
    ['a right without a name', { hides: { kind: 'screen', screen: 'data' }, needs: { kind: 'role', name: '' } }],
    ['an unknown field', { ...rule(permission('a', 'b')), unless: 'x' }],
  ])('are refused for %s', (_, written) => {
    expect(pageRuleSchema.safeParse(written).success).toBe(false);
  });
});
