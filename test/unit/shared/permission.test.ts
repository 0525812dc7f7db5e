import { expect, test } from 'vitest';
import { missingRights, parsePermission, printPermission } from '../../../src-shared/domain/permission.ts';

const granted = {
  permissions: { inventory: ['read', 'search'], reports: ['write'] },
  solutions: ['CONNECTIVITY'],
};

test('a request passes when its resource has every required permission', () => {
  expect(missingRights(granted, { resource: 'inventory', permissions: ['search', 'read'] })).toEqual([]);
});

test('each permission that is not there is named', () => {
  expect(missingRights(granted, { resource: 'inventory', permissions: ['read', 'write', 'delete'] })).toEqual([
    'inventory:write',
    'inventory:delete',
  ]);
});

test('permissions on other resources do not count', () => {
  expect(missingRights(granted, { resource: 'inventory', permissions: ['write'] })).toEqual(['inventory:write']);
});

test('a resource without an entry grants nothing', () => {
  expect(missingRights(granted, { resource: 'euiccs', permissions: ['localize'] })).toEqual(['euiccs:localize']);
});

test('a solution can be asked for on top', () => {
  const search = { resource: 'inventory', permissions: ['search'] } as const;
  expect({
    held: missingRights(granted, { ...search, solution: 'CONNECTIVITY' }),
    lacking: missingRights(granted, { ...search, solution: 'ANALYTICS' }),
  }).toEqual({ held: [], lacking: ['solution:ANALYTICS'] });
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'a resource named %s finds nothing on the prototype',
  (resource) => {
    expect(missingRights(granted, { resource, permissions: ['name'] })).toEqual([`${resource}:name`]);
  },
);

test('an entry that is only inherited grants nothing', () => {
  const permissions = Object.create({ inventory: ['search'] }) as Record<string, unknown>;
  const missing = missingRights({ permissions, solutions: [] }, { resource: 'inventory', permissions: ['search'] });
  expect(missing).toEqual(['inventory:search']);
});

test('a resource that really is named __proto__ is read like any other', () => {
  const permissions = JSON.parse('{"__proto__":["read"]}') as Record<string, unknown>;
  expect(missingRights({ permissions, solutions: [] }, { resource: '__proto__', permissions: ['read'] })).toEqual([]);
});

test.each([
  ['a text', 'search'],
  ['null', null],
  ['an object', { search: true }],
  ['a number', 7],
])('an entry that is %s instead of an array grants nothing', (_, entry) => {
  const odd = { permissions: { inventory: entry }, solutions: [] };
  expect(missingRights(odd, { resource: 'inventory', permissions: ['search'] })).toEqual(['inventory:search']);
});

test('a permission counts only as the whole name', () => {
  const odd = { permissions: { inventory: ['search-all', ['search']] }, solutions: [] };
  expect(missingRights(odd, { resource: 'inventory', permissions: ['search'] })).toEqual(['inventory:search']);
});

test.each([
  ['users:READ', { resource: 'users', permission: 'READ' }],
  ['urn:acme:users:READ', { resource: 'urn:acme:users', permission: 'READ' }],
  ['users:a%3Ab%25', { resource: 'users', permission: 'a:b%' }],
  ['users:', { resource: 'users', permission: '' }],
  [':READ', { resource: '', permission: 'READ' }],
])('%s is written and read as the same question', (text, right) => {
  expect([printPermission(right), parsePermission(text)]).toEqual([text, right]);
});

test('what has no colon is a resource of which nothing is asked yet', () => {
  expect(parsePermission('users')).toEqual({ resource: 'users', permission: '' });
});
