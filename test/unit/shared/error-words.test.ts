import { expect, test } from 'vitest';
import type { AppErrorCode, AppErrorData, AppErrorDetails } from '../../../src-shared/api/errors.ts';
import { filterFields } from '../../../src-shared/domain/filter/filter.ts';
import { parseFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { errorWords } from '../../../src-shared/words/error-words.ts';

const path = '/data/events.db';
const finding = { key: 'issuer-unreachable', facts: { host: 'auth.example.com', code: 'HTTP 503' } } as const;
/** Example facts for each problem of each code. */
const facts: { [Code in AppErrorCode]: readonly AppErrorDetails[Code][] } = {
  BAD_PROFILE: [
    { path, problem: 'unreadable', systemCode: 'ENOENT' },
    { path, problem: 'not-json' },
    { path, problem: 'not-an-object' },
    { path, problem: 'unknown-field', field: 'colour' },
    { path, problem: 'gone' },
    { path, problem: 'secret-inside', field: 'clientSecret' },
    { path, problem: 'wrong-field', field: 'realm', expected: 'the realm, as a non-empty text' },
    { path, problem: 'ca-file', expected: 'a PEM file with certificates' },
  ],
  PROFILE_DIFFERS: [{ profile: 'Acme', path: 'acme.json', changed: ['authUrl', 'realm'] }],
  BAD_ARGUMENT: [{ words: 'There is no such option.' }],
  ALARMS_DAMAGED: [{ path }],
  OUTLETS_DAMAGED: [{ path }],
  MANAGED: [
    { setting: 'addresses', values: ['api.example.com'], place: '/etc/watchfloor/policy.json' },
    { setting: 'outlets', values: [], place: '/etc/watchfloor/policy.json' },
  ],
  POLICY_DAMAGED: [
    { place: path, problem: 'unreadable', detail: 'EACCES' },
    { place: path, problem: 'not-json' },
    { place: path, problem: 'not-an-object' },
    { place: path, problem: 'unknown-setting', setting: 'adresses', expected: 'addresses, masks' },
    { place: path, problem: 'wrong-setting', setting: 'leastDaysFailures', expected: 'a whole number of days' },
  ],
  OUTLET_SECRET_BOUND: [{ outlet: 'on-call' }],
  BAD_FILTER: [
    'colour:red',
    'oucome:failed',
    'kind:',
    'outcome:green',
    'outcome:faild',
    'mark:odd',
    'seen:perhaps',
    'a "b',
    'since:24',
    '-since:24h',
    'eid:890',
    'eid:89*04',
    'a OR b',
    `kind:${'x'.repeat(257)}`,
  ].flatMap((text) => {
    const parsed = parseFilter(text);
    return parsed.kind === 'mistake' ? [{ text, at: parsed.at, length: parsed.length, problem: parsed.problem }] : [];
  }),
  VIEWS_DAMAGED: [{ path }],
  TOO_MANY_VIEWS: [{ limit: 200 }],
  SEARCHES_DAMAGED: [{ path }],
  LINKS_DAMAGED: [{ path }],
  TOO_MANY_SEARCHES: [{ limit: 200 }],
  TOO_MANY_LINKS: [{ limit: 50 }],
  BAD_SEARCH: (['not-json', 'not-an-object', 'too-long', 'too-deep', 'after', 'twice'] as const).flatMap((problem) => [
    { problem, at: 0 },
    { problem, at: 12, detail: 'limit' },
  ]),
  NO_SEARCH: [{ id: 's-1' }],
  NO_ROW: [{ ordinal: 4 }],
  NO_REQUEST: [{ number: 7 }],
  NO_GAP: [{ gap: 3 }],
  NO_CASE: [{ key: 'eid:89049032000000000000000637051928' }],
  BAD_SUBJECT: [
    { subject: '1928', problem: 'unknown', candidates: [], more: 0 },
    { subject: '1928', problem: 'ambiguous', candidates: ['eid:89041928', 'request:REQ-1928'], more: 0 },
    { subject: '1928', problem: 'ambiguous', candidates: ['eid:89041928', 'request:REQ-1928'], more: 3 },
    { subject: '1928', problem: 'not-open', candidates: ['eid:89041928'], more: 0 },
    { subject: '1928', problem: 'not-done', candidates: ['eid:89041928'], more: 0 },
  ],
  WATCH_SILENT: (['not-taken', 'not-confirmed', 'failed'] as const).map((problem) => ({ path, problem })),
  UNDO_EXPIRED: [{}],
  BAD_SPAN: [{ from: 2, to: 1 }],
  CURSOR_UNUSABLE: [
    { path, problem: 'unreadable' },
    { path, problem: 'damaged' },
    { path, problem: 'other-store', profile: 'Acme' },
    { path, problem: 'ahead', seq: 9, newestSeq: 7 },
    { problem: 'ahead', seq: 9, newestSeq: 7 },
    { path, problem: 'rewritten' },
    { path, problem: 'shared' },
  ],
  EXPORT_FAILED: (['full', 'forbidden', 'name', 'disk-error', 'not-loaded'] as const).flatMap((problem) => [
    { path, problem },
    { path, problem, detail: 'EIO' },
  ]),
  NO_EXPORT: [{ id: 'x-1' }],
  NO_SCENARIO: [{ scenario: 'storm', known: ['calm-shift', 'failure-storm'] }],
  NO_SECRET: (['none', 'file-unreadable', 'file-empty', 'file-no-secret', 'input-empty', 'no-answer'] as const).flatMap(
    (problem) => [
      { profile: 'Acme', problem },
      { profile: 'Acme', problem, path, systemCode: 'EACCES' },
    ],
  ),
  SECRET_BOUND: (['environment', 'file', 'keychain', 'sign-in'] as const).map((place) => ({
    profile: 'Acme',
    place,
    changed: ['issuer', 'client id'],
  })),
  SECRET_BINDINGS_DAMAGED: [{ path }],
  KEYCHAIN_UNAVAILABLE: [{ problem: 'locked' }, { problem: 'locked', profile: 'Acme' }],
  VAULT_KEY_GONE: [{ profile: 'Acme' }],
  VAULT_DAMAGED: [{ path }],
  VAULT_KEY_FILE: (['unreadable', 'too-short', 'open-to-others'] as const).flatMap((problem) => [
    { path, problem },
    { path, problem, systemCode: 'ENOENT' },
  ]),
  SIGNED_OUT: (['never', 'ended'] as const).map((problem) => ({ profile: 'Acme', problem })),
  SIGN_IN_FAILED: (
    ['denied', 'cancelled', 'timed-out', 'wrong-answer', 'wrong-issuer', 'port', 'not-a-person'] as const
  )
    .flatMap((problem): AppErrorDetails['SIGN_IN_FAILED'][] => [
      { profile: 'Acme', problem },
      { profile: 'Acme', problem, code: 'invalid_client', named: 'https://other.example' },
    ])
    .concat([7_200, -7_200].map((seconds) => ({ profile: 'Acme', problem: 'clock', seconds })))
    .concat((['refused', 'unreachable'] as const).map((problem) => ({ profile: 'Acme', problem, finding }))),
  NO_PROFILE: [{ id: 'p-00112233445566778899' }],
  SERVICE_FAILED: (['permissions', 'search'] as const).flatMap((what) =>
    (['unreachable', 'refused', 'forbidden', 'sign-in-needed', 'not-understood'] as const).flatMap((problem) => [
      { what, problem, finding },
      { what, problem, finding, status: 403, said: 'no right' },
      { what, problem, finding, status: 503, retryAfterMs: 7_200_000 },
    ]),
  ),
  UNSUPPORTED: [{ what: 'practice' }, { what: 'desktop' }],
  DESKTOP_FAILED: (['folder', 'login-item'] as const).map((what) => ({ what, detail: 'no such folder' })),
  NO_STORE: (['nothing-yet', 'not-this-profile', 'not-set-up', 'no-file'] as const).flatMap((problem) => [
    { place: '/data', problem },
    { place: '/data', problem, profile: 'Acme', known: ['Other'] },
  ]),
  STORE_AMBIGUOUS: [null, 'Acme'].map((named) => ({
    dataDir: '/data',
    named,
    stores: [{ name: 'Acme', id: 'acme-0001' }],
  })),
  FOLDER_COPIED: [null, 'nms-01'].map((computer) => ({ path: '/data', from: '/home/ola/data', computer })),
  STORE_IN_USE: [{ path }],
  VIEWER_ONLY: [{}],
  TAKE_OVER_FAILED: (['silent', 'busy', 'no-page', 'taken'] as const).map((problem) => ({ problem })),
  STORE_TOO_NEW: [{ path, schema: 3, known: 1 }],
  STORE_FOREIGN: [{ path }],
  STORE_DAMAGED: [
    { path, movedTo: null },
    { path, movedTo: `${path}.damaged` },
  ],
  STORE_GONE: [
    { path, newestCopy: null },
    { path, newestCopy: `${path}.copy` },
  ],
  STORE_UNWRITABLE: (
    ['full', 'locked', 'forbidden', 'disk-error', 'not-durable', 'folder', 'not-a-file', 'log', 'output'] as const
  ).flatMap((problem) => [
    { path, problem },
    { path, problem, detail: 'EROFS' },
  ]),
  STORE_UNREADABLE: [{ path }],
  STORE_LOST: [{}],
  BACKUP_UNUSABLE: (['no-file', 'not-a-store', 'damaged', 'other-store', 'exists', 'no-room'] as const).flatMap(
    (problem) => [
      { path, problem },
      { path, problem, detail: 'acme-0002' },
    ],
  ),
  EVENT_NOT_FOUND: [{ seq: 4 }],
  PAGE_MISSING: [{ problem: 'not-built' }, { problem: 'build-failed', output: 'out of memory' }],
  WATCH_CLOSED: [{ watch: 'watch-1' }],
  TOO_MANY_FEEDS: [{ limit: 32 }],
  HEALTH_PORT_UNAVAILABLE: [
    { port: 9464, host: '127.0.0.1', problem: 'taken', detail: 'EADDRINUSE' },
    { port: 9464, host: '10.0.0.5', problem: 'address', detail: 'EADDRNOTAVAIL' },
  ],
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each pair stands in the table above
const all = Object.entries(facts).flatMap(([code, each]) => each.map((one) => ({ code, facts: one }) as AppErrorData));

test.each(all)('[CLI-2] $code %# has sentences for the page and for a terminal', (data) => {
  const words = { page: errorWords(data, 'page'), terminal: errorWords(data, 'terminal') };
  expect(words.page).toMatch(/^[A-Z“/].*[.?]$/u);
  expect(words.terminal).toMatch(/^[A-Z"/]/u);
  // Desktop users read the words of the page, so they name no command-line options.
  expect(words.page).not.toMatch(/--\w/);
  expect(`${words.page}\n${words.terminal}`).not.toMatch(/undefined|null|\(\)| {2}|\s[,.]/);
});

test.each<[AppErrorData, { readonly page: string; readonly terminal: string }]>([
  [
    {
      code: 'BAD_PROFILE',
      facts: { path: 'acme.json', problem: 'wrong-field', field: 'realm', expected: 'the realm' },
    },
    {
      page: 'The profile “acme.json” is wrong: “realm” must be the realm.',
      terminal: 'The profile "acme.json" is wrong: "realm" must be the realm.',
    },
  ],
  [
    { code: 'PROFILE_DIFFERS', facts: { profile: 'Acme', path: 'acme.json', changed: ['authUrl', 'realm'] } },
    {
      page: 'The profile “Acme” is stored here with another authUrl and another realm than in “acme.json”, so it was not changed. Change it in Settings, or give the file another “id”.',
      terminal:
        'The profile "Acme" is stored here with another authUrl and another realm than in "acme.json", so it was not changed. Start with `--replace-profile` to use the file, change it in Settings, or give the file another "id".',
    },
  ],
  [
    { code: 'BAD_FILTER', facts: { text: 'colour:red', at: 0, length: 6, problem: 'unknown-field' } },
    {
      page: `The filter has a mistake. There is no field “colour”. Choose one of: ${filterFields.join(', ')}. Put text with a colon in quotes.`,
      terminal: `The filter has a mistake. There is no field "colour". Choose one of: ${filterFields.join(', ')}. Put text with a colon in quotes.`,
    },
  ],
  [
    { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'none' } },
    {
      page: 'There is no client secret for “Acme” yet.',
      terminal:
        'There is no client secret for "Acme". Set WATCHFLOOR_CLIENT_SECRET, name a "clientSecretFile" in the profile, or store it with `watchfloor secret set --profile …`.',
    },
  ],
  [
    { code: 'SECRET_BOUND', facts: { profile: 'Acme', place: 'keychain', changed: ['issuer', 'realm'] } },
    {
      page: 'The client secret for “Acme” in the keychain is for another issuer and another realm, so it was not sent. If the profile is right, store the secret again.',
      terminal:
        'The client secret for "Acme" in the keychain is for another issuer and another realm, so it was not sent. If the profile is right, store the secret for it with `watchfloor secret set --profile …`.',
    },
  ],
  [
    { code: 'SECRET_BOUND', facts: { profile: 'Acme', place: 'environment', changed: ['issuer'] } },
    {
      page: 'The client secret for “Acme” in WATCHFLOOR_CLIENT_SECRET is for another issuer, so it was not sent. If the profile is right, run “watchfloor secret bind” in a terminal.',
      terminal:
        'The client secret for "Acme" in WATCHFLOOR_CLIENT_SECRET is for another issuer, so it was not sent. If the profile is right, confirm it with `watchfloor secret bind --profile …` (and the same --data-dir, if you use one).',
    },
  ],
  [
    { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'locked', profile: 'Acme' } },
    {
      page: 'The keychain of this computer cannot be used for “Acme”: it asks to be unlocked. Nothing in it is lost. Unlock it, then press “Check again”, or give the credentials only until you close Watchfloor.',
      terminal:
        'The keychain of this computer cannot be used for "Acme": it asks to be unlocked. Nothing in it is lost. Unlock it, then try again, or use --vault-key-file. A client secret can also be in WATCHFLOOR_CLIENT_SECRET or clientSecretFile.',
    },
  ],
  [
    { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'no-keyring' } },
    {
      page: 'The keychain of this computer cannot be used: this desktop has no default keyring yet. Nothing in it is lost. Make one in “Passwords and Keys”, or open your database in KeePassXC, then press “Check again”, or give the credentials only until you close Watchfloor.',
      terminal:
        'The keychain of this computer cannot be used: this desktop has no default keyring yet. Nothing in it is lost. Make one in “Passwords and Keys”, or open your database in KeePassXC, then try again, or use --vault-key-file. A client secret can also be in WATCHFLOOR_CLIENT_SECRET or clientSecretFile.',
    },
  ],
  [
    { code: 'SIGNED_OUT', facts: { profile: 'Acme', problem: 'ended' } },
    {
      page: 'The issuer has ended the sign-in of “Acme”. Sign in again.',
      terminal: 'The issuer has ended the sign-in of "Acme". Sign in again with `watchfloor sign-in --profile …`.',
    },
  ],
  [
    {
      code: 'SERVICE_FAILED',
      facts: {
        what: 'permissions',
        problem: 'sign-in-needed',
        finding: { key: 'client-refused', facts: { code: 'invalid_client', status: 401, way: 'basic', other: 'post' } },
      },
    },
    {
      page: 'The token issuer did not accept this client (HTTP 401 invalid_client). The client id or its secret is wrong, or the secret is sent the wrong way. Check both; if they are right, send the secret as “post” instead.',
      terminal:
        'The token issuer did not accept this client (HTTP 401 invalid_client). The client id or its secret is wrong, or the secret is sent the wrong way. Check both; if they are right, send the secret as “post” instead. It is “clientAuthentication” in the profile file.',
    },
  ],
  [
    {
      code: 'SERVICE_FAILED',
      facts: {
        what: 'search',
        problem: 'unreachable',
        finding: { key: 'service-down', facts: { host: 'api.example.com', address: 'base', status: 503 } },
        status: 503,
        said: 'maintenance',
        retryAfterMs: 7_200_001,
      },
    },
    {
      page: 'The service at the base address (api.example.com) cannot answer at present (HTTP 503). It says: “maintenance”. Try again in 3 h, as the service asks.',
      terminal:
        'The service at the base address (api.example.com) cannot answer at present (HTTP 503). It says: "maintenance". Try again in 3 h, as the service asks.',
    },
  ],
  [
    { code: 'STORE_IN_USE', facts: { path } },
    {
      page: 'Another Watchfloor is already watching with /data/events.db. Close it first, or use another data folder for this one.',
      terminal:
        'Another Watchfloor is already watching with /data/events.db. Stop it first, or use another data folder; reading commands work while it runs.',
    },
  ],
  [
    { code: 'STORE_DAMAGED', facts: { path, movedTo: null } },
    {
      page: 'The store /data/events.db is damaged and cannot be read further. Nothing was changed. Restart Watchfloor: it restores the events that can still be read.',
      terminal:
        'The store /data/events.db is damaged and cannot be read further. Nothing was changed. `watchfloor collect` and `watchfloor start` save readable events and continue in a new store.',
    },
  ],
  [
    { code: 'STORE_GONE', facts: { path, newestCopy: '/data/backups/1.db' } },
    {
      page: "The store's file /data/events.db is gone or empty, but other files of the store are still there. Restart Watchfloor: it restores the events that it finds.",
      terminal:
        "The store's file /data/events.db is gone or empty, but other files of the store are still there. Its newest copy is /data/backups/1.db. `watchfloor collect` and `watchfloor start` with its profile continue in a new store and restore the events that they find; `watchfloor restore` restores them from a copy elsewhere.",
    },
  ],
  [
    { code: 'NO_CASE', facts: { key: 'request:REQ-1' } },
    {
      page: 'No stored event belongs to it any more. Events removed by age cannot be shown.',
      terminal: 'No record of request:REQ-1. `watchfloor cases` and `watchfloor requests` list what is stored.',
    },
  ],
])('names a remedy that the place offers: %o', (data, words) => {
  expect({ page: errorWords(data, 'page'), terminal: errorWords(data, 'terminal') }).toEqual(words);
});

test.each([
  [undefined, 'in a minute; if this continues, ask the provider.'],
  [7_001, 'in 8 s, as the service asks'],
  [601_000, 'in 11 min, as the service asks'],
  [7_200_000, 'in 2 h, as the service asks'],
])('a service that wants no request for %s ms gets a message with the time to try again', (retryAfterMs, when) => {
  const down = { key: 'service-down', facts: { host: 'api.example.com', address: 'base', status: 429 } } as const;
  const known = { what: 'search', problem: 'unreachable', finding: down, status: 429 } as const;
  const data = {
    code: 'SERVICE_FAILED',
    facts: retryAfterMs === undefined ? known : { ...known, retryAfterMs },
  } as const;
  expect(errorWords(data, 'terminal')).toContain(`(HTTP 429). Try again ${when}`);
});

test.each([
  [
    'outcome:failed OR outcome:partial',
    '“OR” does not join terms. Terms side by side must all match; a comma within a field means or; a minus before a term means not. To search for it as text, put it in quotes.',
  ],
  [
    'eid:89*04',
    'In an identifier, “*” can only be at the beginning or the end. In quotes, or after =, it is an ordinary character.',
  ],
  ['id:*', '“*” is too short for an identifier. Write at least 4 characters of it, or = and all of it.'],
])('[FILTER-2] the message for the mistake in %s says what to write', (text, words) => {
  const parsed = parseFilter(text);
  if (parsed.kind === 'filter') throw new Error(`${text} is a filter.`);
  const { at, length, problem } = parsed;
  const data = { code: 'BAD_FILTER', facts: { text, at, length, problem } } as const;
  expect(errorWords(data, 'page')).toBe(`The filter has a mistake. ${words}`);
});

test('a code of a newer backend is named, with the advice to reload the page', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a later version has this code
  const later = { code: 'DISK_ON_FIRE', facts: {} } as unknown as AppErrorData;
  expect(errorWords(later, 'page')).toBe(
    'Watchfloor reports “DISK_ON_FIRE”, which is unknown to this page. Reload it.',
  );
});
