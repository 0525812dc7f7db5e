import { expect, test } from 'vitest';
import { missingRights, parsePermission, printPermission } from '../../../src-shared/domain/profile/permission.ts';

const granted = {
  permissions: { inventory: ['read', 'search'], reports: ['write'] },
  solutions: ['CONNECTIVITY'],
};

type MissingRow = [title: string, resource: string, permissions: [string, ...string[]], missing: string[]];
test.each([
  ['nothing if the resource has every permission', 'inventory', ['search', 'read'], []],
  ['each missing permission', 'inventory', ['read', 'write', 'delete'], ['inventory:write', 'inventory:delete']],
  ['a permission that only another resource has', 'inventory', ['write'], ['inventory:write']],
  ['a permission on a resource without an entry', 'euiccs', ['localize'], ['euiccs:localize']],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty'].map((resource): MissingRow => [
    'a permission on a resource that is named like a property of every object',
    resource,
    ['name'],
    [`${resource}:name`],
  ]),
] satisfies MissingRow[])('missing is %s: %s %j', (_, resource, permissions, missing) => {
  expect(missingRights(granted, { resource, permissions })).toEqual(missing);
});

test('checks a required solution in addition', () => {
  const search = { resource: 'inventory', permissions: ['search'] } as const;
  expect({
    held: missingRights(granted, { ...search, solution: 'CONNECTIVITY' }),
    lacking: missingRights(granted, { ...search, solution: 'ANALYTICS' }),
  }).toEqual({ held: [], lacking: ['solution:ANALYTICS'] });
});

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
  ['a list of other names', ['search-all', ['search']]],
])('grants nothing for an entry that is %s', (_, entry) => {
  const odd = { permissions: { inventory: entry }, solutions: [] };
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
