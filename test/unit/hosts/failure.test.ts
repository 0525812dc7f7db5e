import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { failureOf } from '../../../src-main/hosts/cli/failure.ts';
import { filterWords } from '../../../src-main/hosts/filter-words.ts';
import { appError, type AppErrorCode, type AppErrorData, AppError } from '../../../src-shared/api/errors.ts';
import { parseFilter } from '../../../src-shared/domain/filter/filter-text.ts';

const stores = [
  { name: 'Acme', id: 'acme-one' },
  { name: 'Acme', id: 'acme-two' },
];
/** Facts for each error code. The compiler reports a missing code. */
const examples: { readonly [Code in AppErrorCode]: Extract<AppErrorData, { code: Code }>['facts'] } = {
  BAD_PROFILE: { path: 'acme.json', problem: 'wrong-field', field: 'realm', expected: 'the realm' },
  PROFILE_DIFFERS: { profile: 'Acme', path: 'acme.json', changed: ['authUrl', 'realm'] },
  BAD_ARGUMENT: { words: '--since "x" is no time.' },
  BAD_FILTER: { text: 'colour:red', at: 0, length: 6, problem: 'unknown-field' },
  VIEWS_DAMAGED: { path: '/data/views.json' },
  ALARMS_DAMAGED: { path: '/data/alarms.json' },
  TOO_MANY_VIEWS: { limit: 200 },
  SEARCHES_DAMAGED: { path: '/data/searches.json' },
  TOO_MANY_SEARCHES: { limit: 200 },
  BAD_SEARCH: { problem: 'twice', at: 12, detail: 'limit' },
  NO_SEARCH: { id: 's-1' },
  NO_ROW: { ordinal: 4 },
  NO_REQUEST: { number: 7 },
  NO_GAP: { gap: 3 },
  NO_CASE: { key: 'request:REQ-1' },
  BAD_SPAN: { from: 2, to: 1 },
  EXPORT_FAILED: { path: '/exports/a.csv', problem: 'full' },
  NO_EXPORT: { id: 'x-1' },
  NO_SCENARIO: { scenario: 'storm', known: ['calm-shift', 'failure-storm'] },
  NO_SECRET: { profile: 'Acme', problem: 'file-unreadable', path: '/secret.txt', systemCode: 'ENOENT' },
  SECRET_BOUND: { profile: 'Acme', place: 'keychain', changed: ['issuer', 'realm'] },
  SECRET_BINDINGS_DAMAGED: { path: '/data/secret-bindings.json' },
  KEYCHAIN_UNAVAILABLE: { detail: 'no bus' },
  VAULT_KEY_GONE: { profile: 'Acme' },
  VAULT_DAMAGED: { path: '/data/profiles/acme-one/vault.db' },
  VAULT_KEY_FILE: { path: '/etc/key', problem: 'open-to-others' },
  SIGNED_OUT: { profile: 'Acme', problem: 'ended' },
  SIGN_IN_FAILED: { profile: 'Acme', problem: 'denied', code: 'access_denied' },
  NO_PROFILE: { id: 'p-00112233445566778899' },
  SERVICE_FAILED: {
    what: 'permissions',
    problem: 'forbidden',
    finding: { key: 'permissions-forbidden', facts: { status: 403 } },
    status: 403,
    said: 'no right',
  },
  UNSUPPORTED: { what: 'practice' },
  DESKTOP_FAILED: { what: 'logs', detail: 'no file manager' },
  NO_STORE: { place: '/data', problem: 'not-this-profile', profile: 'Beta', known: ['Acme'] },
  STORE_AMBIGUOUS: { dataDir: '/data', named: 'Acme', stores },
  STORE_IN_USE: { path: '/data/events.db' },
  STORE_TOO_NEW: { path: '/data/events.db', schema: 9, known: 1 },
  STORE_FOREIGN: { path: '/data/events.db' },
  STORE_DAMAGED: { path: '/data/events.db', movedTo: null },
  STORE_GONE: { path: '/data/events.db', newestCopy: '/data/backups/1.db' },
  STORE_UNWRITABLE: { path: '/data/events.db', problem: 'full' },
  STORE_UNREADABLE: { path: '/data' },
  STORE_LOST: {},
  BACKUP_UNUSABLE: { path: '/copy.db', problem: 'damaged', detail: 'seq 7' },
  EVENT_NOT_FOUND: { seq: 7 },
  PAGE_MISSING: { problem: 'build-failed', output: 'one\ntwo' },
  WATCH_CLOSED: { watch: 'w-1' },
  TOO_MANY_FEEDS: { limit: 32 },
  HEALTH_PORT_UNAVAILABLE: { port: 9464, host: '10.0.0.5', problem: 'address', detail: 'EADDRNOTAVAIL' },
};
const failures = Object.entries(examples).map(([code, facts]) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entries of the table above
  const failure = failureOf(new AppError({ code, facts } as AppErrorData));
  return [code, failure?.exitCode, failure?.words];
});

test('a refused client gets the name of the profile field that sets the other way to send its secret', () => {
  const facts = { code: 'invalid_client', status: 401, way: 'basic', other: 'post' } as const;
  const finding = { key: 'client-refused', facts } as const;
  const words = failureOf(appError('SERVICE_FAILED', { what: 'permissions', problem: 'sign-in-needed', finding }));
  expect(words?.words).toMatch(/^watchfloor: The token issuer did not .*“post” instead\. It is “clientAuthentication”/);
});

test.each([
  [undefined, 'in a minute; if this continues, ask the provider.'],
  [7_001, 'in 8 s, as the service asks'],
  [601_000, 'in 11 min, as the service asks'],
  [7_200_000, 'in 2 h, as the service asks'],
])('a service that wants no request for %s ms gets a message with the time to try again', (retryAfterMs, when) => {
  const finding = { key: 'service-down', facts: { host: 'api.example.com', address: 'base', status: 429 } } as const;
  const facts = { what: 'search', problem: 'unreachable', finding, status: 429 } as const;
  const words = failureOf(appError('SERVICE_FAILED', retryAfterMs === undefined ? facts : { ...facts, retryAfterMs }));
  expect(words?.words).toContain(`(HTTP 429). Try again ${when}`);
});

test('[CLI-2] every failure says what happened and what to do, and has an exit code', () => {
  expect(failures).toEqual([
    ['BAD_PROFILE', 2, 'watchfloor: The profile "acme.json" is wrong: "realm" must be the realm.'],
    [
      'PROFILE_DIFFERS',
      2,
      'watchfloor: The profile "Acme" is stored here with another authUrl and another realm than in "acme.json", so it was not changed. Start with `--replace-profile` to use the file, change it in Settings, or give the file another "id".',
    ],
    ['BAD_ARGUMENT', 2, 'watchfloor: --since "x" is no time.'],
    [
      'BAD_FILTER',
      2,
      'watchfloor: The filter has a mistake: there is no field "colour". Expected one of: outcome, kind, operation, state, code, type, country, principal, mark, eid, iccid, imsi, msisdn, request, resource, event, id, seen, text, since, until. Put text with a colon in quotation marks.\n  colour:red\n  ^^^^^^',
    ],
    [
      'VIEWS_DAMAGED',
      1,
      'watchfloor: The saved views in /data/views.json cannot be understood. The file was not changed. Repair it, or move it away and save them again.',
    ],
    [
      'ALARMS_DAMAGED',
      1,
      'watchfloor: The alarm settings in /data/alarms.json cannot be understood. The file was not changed, and the default settings apply. Repair it, or move it away and set them again.',
    ],
    ['TOO_MANY_VIEWS', 1, 'watchfloor: A profile has at most 200 saved views. Delete one first.'],
    [
      'SEARCHES_DAMAGED',
      1,
      'watchfloor: The saved searches in /data/searches.json cannot be understood. The file was not changed. Repair it, or move it away and save them again.',
    ],
    ['TOO_MANY_SEARCHES', 1, 'watchfloor: A profile has at most 200 saved searches. Delete one first.'],
    ['BAD_SEARCH', 2, 'watchfloor: The body of the search has "limit" twice. Remove one of them. Nothing was sent.'],
    ['NO_SEARCH', 1, 'watchfloor: The search "s-1" no longer exists. Search again.'],
    ['NO_ROW', 1, 'watchfloor: The search has no row 4. It may have been removed. Search again.'],
    ['NO_REQUEST', 1, 'watchfloor: The request 7 is no longer in the list of recent requests.'],
    ['NO_GAP', 2, 'watchfloor: There is no ended gap 3. `watchfloor coverage` lists all gaps.'],
    [
      'NO_CASE',
      1,
      'watchfloor: No record of request:REQ-1. `watchfloor cases` and `watchfloor requests` list what is stored.',
    ],
    ['BAD_SPAN', 2, 'watchfloor: The span of a report must end after it begins and be at most 31 days long.'],
    [
      'EXPORT_FAILED',
      1,
      'watchfloor: No space is left to export to /exports/a.csv. Free some space, or name another place. No file was written.',
    ],
    ['NO_EXPORT', 1, 'watchfloor: This export no longer exists. Start it again.'],
    ['NO_SCENARIO', 2, 'watchfloor: There is no scenario "storm". Choose one of: calm-shift, failure-storm.'],
    [
      'NO_SECRET',
      2,
      'watchfloor: The clientSecretFile "/secret.txt" cannot be read (ENOENT). Check the path and its permissions.',
    ],
    [
      'SECRET_BOUND',
      2,
      'watchfloor: The client secret for "Acme" in the keychain is for another issuer and another realm, so it was not sent. If the profile is right, store the secret for it with `watchfloor secret set --profile …`.',
    ],
    [
      'SECRET_BINDINGS_DAMAGED',
      2,
      'watchfloor: The file /data/secret-bindings.json, which records what each client secret is for, is damaged, so no secret was sent. Restore it, or delete it: each secret is then bound to the profile that uses it next.',
    ],
    [
      'KEYCHAIN_UNAVAILABLE',
      2,
      'watchfloor: The keychain of this computer cannot be used (no bus). Nothing in it is lost. Unlock it and try again; if there is none, use --vault-key-file. A client secret can also be in WATCHFLOOR_CLIENT_SECRET or clientSecretFile.',
    ],
    [
      'VAULT_KEY_GONE',
      2,
      'watchfloor: The secrets of "Acme" are encrypted, and the keychain of this computer (or the file of --vault-key-file) has no key for them. Nothing was deleted. If the keychain was reset, sign in again, or store the client secret again.',
    ],
    [
      'VAULT_DAMAGED',
      2,
      'watchfloor: The vault /data/profiles/acme-one/vault.db cannot be opened with its key. It was not changed. Restore it, or move it away and sign in again, or store the client secret again.',
    ],
    [
      'VAULT_KEY_FILE',
      2,
      'watchfloor: The vault key file "/etc/key" can be read by other users. Make it private: chmod 600 "/etc/key".',
    ],
    [
      'SIGNED_OUT',
      2,
      'watchfloor: The issuer ended the sign-in of "Acme". Sign in again with `watchfloor sign-in --profile …`.',
    ],
    [
      'SIGN_IN_FAILED',
      1,
      'watchfloor: The sign-in for "Acme" was denied at the issuer\'s page (access_denied). Nothing was changed. Sign in again, or ask the team that runs the issuer.',
    ],
    ['NO_PROFILE', 2, 'watchfloor: There is no profile "p-00112233445566778899" here. It may have been deleted.'],
    [
      'SERVICE_FAILED',
      1,
      'watchfloor: The service does not show this client its permissions (HTTP 403). It says: "no right". Ask the administrator who grants its permissions.',
    ],
    ['UNSUPPORTED', 2, 'watchfloor: Practice is not part of this installation.'],
    ['DESKTOP_FAILED', 1, 'watchfloor: The log folder could not be shown (no file manager).'],
    ['NO_STORE', 2, 'watchfloor: Nothing is stored for "Beta" in "/data". It has: "Acme".'],
    [
      'STORE_AMBIGUOUS',
      2,
      'watchfloor: Several profiles in "/data" have the name "Acme": "Acme" (acme-one), "Acme" (acme-two). Choose one by the id in brackets.',
    ],
    [
      'STORE_IN_USE',
      3,
      'watchfloor: Another Watchfloor is already watching with /data/events.db. Stop it first, or use another data folder; reading commands work while it runs.',
    ],
    [
      'STORE_TOO_NEW',
      1,
      'watchfloor: /data/events.db was written by a newer Watchfloor (schema 9; this version supports 1). Use that version, or another data folder.',
    ],
    [
      'STORE_FOREIGN',
      1,
      'watchfloor: /data/events.db is a database, but not a Watchfloor database. Nothing was written to it. Move it away, or use another data folder.',
    ],
    [
      'STORE_DAMAGED',
      1,
      'watchfloor: The store /data/events.db is damaged and cannot be read further. Nothing was changed. `watchfloor collect` and `watchfloor start` save readable events and continue in a new store.',
    ],
    [
      'STORE_GONE',
      1,
      "watchfloor: The store's file /data/events.db is gone or empty, but other files of the store are still there. Its newest copy is /data/backups/1.db. `watchfloor collect` and `watchfloor start` with its profile continue in a new store and restore the events that they find; `watchfloor restore` restores them from a copy elsewhere.",
    ],
    [
      'STORE_UNWRITABLE',
      1,
      'watchfloor: No space is left to store events in /data/events.db. Free some space on this disk.',
    ],
    [
      'STORE_UNREADABLE',
      2,
      'watchfloor: This user may not read /data. Change its permissions, or name another --data-dir.',
    ],
    [
      'STORE_LOST',
      1,
      'watchfloor: Not storing events: the storing process of Watchfloor stopped repeatedly. Check memory and disk, then start Watchfloor again; see the log.',
    ],
    [
      'BACKUP_UNUSABLE',
      1,
      'watchfloor: The copy /copy.db is not complete (seq 7). Use another copy; the store was not changed.',
    ],
    ['EVENT_NOT_FOUND', 1, 'watchfloor: There is no stored event 7.'],
    ['PAGE_MISSING', 1, 'watchfloor: The page could not be built. Run `npm run build` to see why.\none\ntwo'],
    ['WATCH_CLOSED', 1, 'watchfloor: This profile is no longer being watched. Open it again.'],
    ['TOO_MANY_FEEDS', 1, 'watchfloor: This page has more than 32 open feeds. Reload it.'],
    [
      'HEALTH_PORT_UNAVAILABLE',
      1,
      'watchfloor: The health port 9464 cannot be opened on 10.0.0.5 (EADDRNOTAVAIL). Set --health-host to an address of this computer, or wait until its network is up.',
    ],
  ]);
});

test('a secret of the environment that is to another profile is bound with the command and the --data-dir of the collector', () => {
  const facts = { profile: 'Acme', place: 'environment', changed: ['issuer'] } as const;
  expect(failureOf(appError('SECRET_BOUND', facts))?.words).toMatch(
    /`watchfloor secret bind --profile …` \(and the same --data-dir, if you use one\)\.$/,
  );
});

test.each([
  [
    'outcome:failed OR outcome:partial',
    '"OR" does not join terms. Terms side by side must all match; a comma in a field means or, a minus before a term means not. To search for it as text, put it in quotation marks.',
  ],
  [
    'eid:89*04',
    'in an identifier "*" may only be at the beginning or the end. To search for the character itself, use quotation marks or =.',
  ],
  ['id:*', '"*" is too short for an identifier. Give at least 4 characters of it, or = and the complete identifier.'],
])('[FILTER-2] the message for the mistake in %s says what to write', (text, words) => {
  const parsed = parseFilter(text);
  if (parsed.kind === 'filter') throw new Error(`${text} is a filter.`);
  const { at, length, problem } = parsed;
  expect(filterWords({ text, at, length, problem })).toBe(`The filter has a mistake: ${words}`);
});

test('a mistake in a filter is marked at its position, also after invisible characters', () => {
  const facts = { text: 'a\u200bb until:never', at: 10, length: 5, problem: 'bad-time' } as const;
  expect(failureOf(appError('BAD_FILTER', facts))?.words?.split('\n').slice(1)).toEqual([
    String.raw`  a\u200bb until:never`,
    '                 ^^^^^',
  ]);
  expect(failureOf(appError('BAD_FILTER', { ...facts, at: 15, length: 0 }))?.words?.endsWith(' ^')).toBe(true);
});

test('a mistake in a filter is marked where a terminal shows it, also after and below wide letters, pictures and marks', () => {
  const marked = (text: string, wrong: string) =>
    failureOf(appError('BAD_FILTER', { text, at: text.indexOf(wrong), length: wrong.length, problem: 'unknown-field' }))
      ?.words?.split('\n')
      .at(-1);
  expect([
    marked('"日本ｱ" colour:red', 'colour'),
    marked('🙂é colour:red', 'colour'),
    marked('e\u0301 한국:red', '한국'),
  ]).toEqual(['          ^^^^^^', '      ^^^^^^', '    ^^^^']);
});

test('a mistake in a filter that is wider than a terminal is marked in the part around it', () => {
  const text = `${'a'.repeat(60)} 日本 colour:${'x'.repeat(60)}`;
  const facts = { text, at: text.indexOf('colour'), length: 6, problem: 'unknown-field' } as const;
  expect(failureOf(appError('BAD_FILTER', facts))?.words?.split('\n').slice(1)).toEqual([
    `  …${'a'.repeat(33)} 日本 colour:xxxxxxxx…`,
    `${' '.repeat(42)}^^^^^^`,
  ]);
});

test('received paths and names cannot control the terminal', () => {
  expect(failureOf(appError('STORE_IN_USE', { path: '/\u001b[2J' }))?.words).toContain(
    String.raw`/\u001b[2J. Stop it first`,
  );
});

test('a message that Commander has printed is not repeated, and a bug is not a known failure', () => {
  expect([
    failureOf(new CommanderError(0, 'commander.help', '')),
    failureOf(new CommanderError(1, 'commander.unknownOption', '')),
    failureOf(new Error('a bug')),
  ]).toEqual([{ exitCode: 0, words: null }, { exitCode: 2, words: null }, null]);
});
