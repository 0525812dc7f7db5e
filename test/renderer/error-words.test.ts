import { describe, expect, it, test } from 'vitest';
import { BackendError, type BackendFailure } from '../../src-renderer/backend/backend-error.ts';
import { errorWords, failureWords } from '../../src-renderer/words/error-words.ts';
import type { AppErrorCode, AppErrorData, AppErrorDetails } from '../../src-shared/api/errors.ts';
import { parseFilter } from '../../src-shared/domain/filter/filter-text.ts';

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
  ],
  PROFILE_DIFFERS: [{ profile: 'Acme', path: 'acme.json', changed: ['authUrl', 'realm'] }],
  BAD_ARGUMENT: [{ words: 'There is no such option.' }],
  ALARMS_DAMAGED: [{ path }],
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
    `kind:${'x'.repeat(257)}`,
  ].flatMap((text) => {
    const parsed = parseFilter(text);
    return parsed.kind === 'mistake' ? [{ text, at: parsed.at, length: parsed.length, problem: parsed.problem }] : [];
  }),
  VIEWS_DAMAGED: [{ path }],
  TOO_MANY_VIEWS: [{ limit: 200 }],
  SEARCHES_DAMAGED: [{ path }],
  TOO_MANY_SEARCHES: [{ limit: 200 }],
  BAD_SEARCH: (['not-json', 'not-an-object', 'too-long', 'too-deep', 'after', 'twice'] as const).flatMap((problem) => [
    { problem, at: 0 },
    { problem, at: 12, detail: 'limit' },
  ]),
  NO_SEARCH: [{ id: 's-1' }],
  NO_ROW: [{ ordinal: 4 }],
  NO_REQUEST: [{ number: 7 }],
  NO_GAP: [{ gap: 3 }],
  NO_CASE: [{ key: 'eid:89049032000000000000000637051928' }],
  BAD_SPAN: [{ from: 2, to: 1 }],
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
  SECRET_BOUND: (['environment', 'file', 'keychain'] as const).map((place) => ({
    profile: 'Acme',
    place,
    changed: ['issuer', 'client id'],
  })),
  SECRET_BINDINGS_DAMAGED: [{ path }],
  KEYCHAIN_UNAVAILABLE: [{ detail: 'locked' }, { detail: 'locked', profile: 'Acme' }],
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
  DESKTOP_FAILED: (['logs', 'login-item'] as const).map((what) => ({ what, detail: 'no such folder' })),
  NO_STORE: (['nothing-yet', 'not-this-profile', 'not-set-up', 'no-file'] as const).flatMap((problem) => [
    { place: '/data', problem },
    { place: '/data', problem, profile: 'Acme', known: ['Other'] },
  ]),
  STORE_AMBIGUOUS: [{ dataDir: '/data', named: null, stores: [{ name: 'Acme', id: 'acme-0001' }] }],
  STORE_IN_USE: [{ path }],
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
  HEALTH_PORT_UNAVAILABLE: [{ port: 9464, host: '127.0.0.1', problem: 'taken', detail: 'EADDRINUSE' }],
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each pair stands in the table above
const all = Object.entries(facts).flatMap(([code, each]) => each.map((one) => ({ code, facts: one }) as AppErrorData));

describe('[PAGE-8] every expected failure has its sentence', () => {
  test.each(all)('describes $code %#', (data) => {
    const words = errorWords(data);
    expect(words).toMatch(/^[A-Z“/].*[.?]$/u);
    // Desktop users read these words, so they name no command-line options.
    expect(words).not.toMatch(/--\w|undefined|null|\(\)| {2}|\s[,.]/);
  });

  it('a secret that was given for another profile has the remedy of its storage place', () => {
    const remedy = (place: 'environment' | 'file' | 'keychain') =>
      /If the profile is right, (.*)\.$/.exec(
        errorWords({ code: 'SECRET_BOUND', facts: { profile: 'Acme', place, changed: ['issuer'] } }),
      )?.[1];
    const bind = 'run “watchfloor secret bind” in a terminal';
    expect([remedy('environment'), remedy('file'), remedy('keychain')]).toEqual([bind, bind, 'store the secret again']);
  });

  test.each<[AppErrorData, string]>([
    [
      { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'none' } },
      // The page shows "Enter the client secret" next to this sentence.
      'There is no client secret for “Acme” yet.',
    ],
    [
      { code: 'KEYCHAIN_UNAVAILABLE', facts: { detail: 'locked', profile: 'Acme' } },
      'The keychain of this computer cannot be used (locked). Nothing in it is lost. Unlock it and try again, or enter credentials in Settings that last until Watchfloor is closed.',
    ],
    [
      { code: 'SERVICE_FAILED', facts: { what: 'permissions', problem: 'unreachable', finding } },
      'The token issuer (auth.example.com) gives no usable answer at present (HTTP 503). Try again in a minute; if this continues, ask the team that runs the issuer.',
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
      'The service at the base address (api.example.com) cannot answer at present (HTTP 503). It says: “maintenance”. Try again in 3 h, as the service asks.',
    ],
    [
      {
        code: 'SERVICE_FAILED',
        facts: {
          what: 'search',
          problem: 'not-understood',
          finding: { key: 'answer-too-large', facts: { host: 'api.example.com', what: 'search' } },
        },
      },
      'The page from the service is larger than Watchfloor reads at once (8 MiB, 50,000 rows). Ask for fewer rows per page with “limit”, or for fewer fields.',
    ],
  ])('names a remedy that the page offers: %o', (data, words) => {
    expect(errorWords(data)).toBe(words);
  });

  it('names an unknown code of a newer backend and asks for a reload', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what only a later version can say
    const later = { code: 'DISK_ON_FIRE', facts: {} } as unknown as AppErrorData;
    expect(errorWords(later)).toBe('Watchfloor reports “DISK_ON_FIRE”, which is unknown to this page. Reload it.');
  });
});

describe('the failure of a call or a feed', () => {
  test.each<[BackendFailure, string]>([
    [
      { kind: 'expected', data: { code: 'EVENT_NOT_FOUND', facts: { seq: 4 } } },
      'There is no stored event 4 here. It may have been removed by age.',
    ],
    [{ kind: 'incident', incident: 'a1b2' }, 'Something went wrong inside Watchfloor. Find it in the log as a1b2.'],
    [
      { kind: 'not-understood' },
      'Watchfloor does not understand this page; it may be from another version. Reload it.',
    ],
    [{ kind: 'no-answer' }, "Watchfloor's backend did not answer: it is busy or has stopped."],
  ])('has words for %o', (failure, words) =>
    expect(failureWords(new BackendError(failure, 'for the log'))).toBe(words),
  );

  it('has its own message if the page itself failed', () => {
    expect(failureWords(new Error('It did not load.'))).toBe('It did not load.');
  });
});
