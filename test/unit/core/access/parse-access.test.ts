import { expect, test } from 'vitest';
import { parseAccess } from '../../../../src-main/core/access/parse-access.ts';
import { checkPermission } from '../../../../src-shared/words/right-words.ts';

const NOTHING = { domainId: null, roles: [], accessRights: [], solutions: [], resources: [], undocumented: [] };

test('reads every field of a documented answer and keeps the raw text', () => {
  const raw = `{ "domainId": "acme.europe", "roles": ["NOC"], "accessRights": ["API"], "solutions": ["IOT"],
    "permissions": { "users": ["READ", "UPDATE"], "reports": [] } }`;
  expect(parseAccess(raw)).toEqual({
    domainId: 'acme.europe',
    roles: ['NOC'],
    accessRights: ['API'],
    solutions: ['IOT'],
    resources: [
      { resource: 'users', permissions: ['READ', 'UPDATE'] },
      { resource: 'reports', permissions: [] },
    ],
    undocumented: [],
    raw,
  });
});

test.each([
  ['unknown properties', { roles: [], tenantTier: 'gold', mfa: true }, { undocumented: ['tenantTier', 'mfa'] }],
  ['a domain that is a number', { domainId: 7 }, { undocumented: ['domainId'] }],
  ['roles with a number among them', { roles: ['NOC', 7] }, { undocumented: ['roles'] }],
  ['solutions that are one text', { solutions: 'IOT' }, { undocumented: ['solutions'] }],
  ['permissions that are a list', { permissions: ['users:READ'] }, { undocumented: ['permissions'] }],
  ['no permissions at all', { permissions: null }, { undocumented: ['permissions'] }],
  [
    'an entry that is no list of names',
    { permissions: { users: 'READ', reports: [7] } },
    {
      resources: [
        { resource: 'users', permissions: null },
        { resource: 'reports', permissions: null },
      ],
    },
  ],
])('[ACCESS-2] reads fields of an unexpected shape as empty and names them: %s', (_, answer, read) => {
  const raw = JSON.stringify(answer);
  expect(parseAccess(raw)).toEqual({ ...NOTHING, ...read, raw });
});

test.each(['', 'OK', '[]', 'null', '"users"', '7', '{}', '{"error":"busy"}', '<!doctype html>', '{"roles":['])(
  '[ACCESS-2] returns null for %j, which says nothing about what the token may do',
  (text) => {
    expect(parseAccess(text)).toBe(null);
  },
);

test('[ACCESS-2] accepts any resource name, including __proto__, and finds no resource that the answer does not name', () => {
  const report = parseAccess(
    '{"permissions":{"__proto__":["READ"],"constructor":["READ"]},"__proto__":{"roles":["ADMIN"]}}',
  );
  if (report === null) throw new Error('it is an answer');
  const complete = { ...report, checkedAt: 0, keptUntil: 0, endsAt: null };
  expect(report.resources).toEqual([
    { resource: '__proto__', permissions: ['READ'] },
    { resource: 'constructor', permissions: ['READ'] },
  ]);
  expect(report.undocumented).toEqual(['__proto__']);
  expect(report.roles).toEqual([]);
  const can = (resource: string) => checkPermission(complete, { resource, permission: 'READ' }).kind;
  expect(['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map(can)).toEqual(['yes', 'yes', 'no', 'no']);
});

test('[ACCESS-2] reads all 10 000 resources and limits the raw text that it keeps', () => {
  const permissions = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [
      `resource-${index}`,
      Array.from({ length: 12 }, (__, at) => `P${at}`),
    ]),
  );
  const text = JSON.stringify({ permissions, padding: 'x'.repeat(1_000_000) });
  const report = parseAccess(text);
  expect([report?.resources.length, report?.raw.length]).toEqual([10_000, 1_000_000]);
});
