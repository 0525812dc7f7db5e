import { expect, test } from 'vitest';
import { missingRights, parsePermission, printPermission } from '../../../src-shared/domain/profile/permission.ts';

const granted = {
  permissions: { inventory: ['read', 'search'], reports: ['write'] },
  solutions: ['CONNECTIVITY'],
};

test('accepts a request if its resource has every required permission', () => {
  expect(missingRights(granted, { resource: 'inventory', permissions: ['search', 'read'] })).toEqual([]);
});

test('names each missing permission', () => {
  expect(missingRights(granted, { resource: 'inventory', permissions: ['read', 'write', 'delete'] })).toEqual([
    'inventory:write',
    'inventory:delete',
  ]);
});

test('does not count permissions on other resources', () => {
  expect(missingRights(granted, { resource: 'inventory', permissions: ['write'] })).toEqual(['inventory:write']);
});

test('grants nothing for a resource without an entry', () => {
  expect(missingRights(granted, { resource: 'euiccs', permissions: ['localize'] })).toEqual(['euiccs:localize']);
});

test('checks a required solution in addition', () => {
  const search = { resource: 'inventory', permissions: ['search'] } as const;
  expect({
    held: missingRights(granted, { ...search, solution: 'CONNECTIVITY' }),
    lacking: missingRights(granted, { ...search, solution: 'ANALYTICS' }),
  }).toEqual({ held: [], lacking: ['solution:ANALYTICS'] });
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'finds nothing on the prototype for a resource named %s',
  (resource) => {
    expect(missingRights(granted, { resource, permissions: ['name'] })).toEqual([`${resource}:name`]);
  },
);

test('grants nothing for an inherited entry', () => {
  const permissions = Object.create({ inventory: ['search'] }) as Record<string, unknown>;
  const missing = missingRights({ permissions, solutions: [] }, { resource: 'inventory', permissions: ['search'] });
  expect(missing).toEqual(['inventory:search']);
});

test('reads a resource that is named __proto__ like any other', () => {
  const permissions = JSON.parse('{"__proto__":["read"]}') as Record<string, unknown>;
  expect(missingRights({ permissions, solutions: [] }, { resource: '__proto__', permissions: ['read'] })).toEqual([]);
});

test.each([
  ['a text', 'search'],
  ['null', null],
  ['an object', { search: true }],
  ['a number', 7],
])('grants nothing for an entry that is %s instead of an array', (_, entry) => {
  const odd = { permissions: { inventory: entry }, solutions: [] };
  expect(missingRights(odd, { resource: 'inventory', permissions: ['search'] })).toEqual(['inventory:search']);
});

test('counts a permission only by its complete name', () => {
  const odd = { permissions: { inventory: ['search-all', ['search']] }, solutions: [] };
  expect(missingRights(odd, { resource: 'inventory', permissions: ['search'] })).toEqual(['inventory:search']);
});

test.each([
  ['users:READ', { resource: 'users', permission: 'READ' }],
  ['urn:acme:users:READ', { resource: 'urn:acme:users', permission: 'READ' }],
  ['users:a%3Ab%25', { resource: 'users', permission: 'a:b%' }],
  ['users:', { resource: 'users', permission: '' }],
  [':READ', { resource: '', permission: 'READ' }],
])('prints and parses %s as the same permission', (text, right) => {
  expect([printPermission(right), parsePermission(text)]).toEqual([text, right]);
});

test('parses a text without a colon as a resource without a permission', () => {
  expect(parsePermission('users')).toEqual({ resource: 'users', permission: '' });
});
