import { describe, expect, it, test } from 'vitest';
import {
  changedFields,
  changedWords,
  successWords,
  obstacle,
  testProgress,
  testRemedies,
} from '../../src-renderer/screens/settings/connection-test/test-view.ts';
import type { Finding } from '../../src-shared/api/connection-findings.ts';
import { clientRefused, inspected, reportOf } from '../doubles/connection-reports.ts';
import { someProfile } from '../doubles/profile.ts';

const warned = { state: 'warned', finding: inspected } as const;
const failed = { state: 'failed', finding: clientRefused } as const;

describe('the words of the connection test', () => {
  it('name the progress and any problem so far', () => {
    expect(
      [reportOf(6), reportOf(6, { tls: warned }), reportOf(6, { tls: warned, token: failed })].map(testProgress),
    ).toEqual([
      { done: 6, total: 11, words: 'all ok so far' },
      { done: 6, total: 11, words: 'works so far, with one warning' },
      { done: 6, total: 11, words: 'a step failed' },
    ]);
  });

  it('name the success, and the number of steps that were not tried', () => {
    const skipped = {
      state: 'skipped',
      finding: { key: 'another-watched', facts: { events: 'https://e.example' } },
    } as const;
    expect(
      [reportOf(11), reportOf(11, { tls: warned }), reportOf(11, { stream: skipped, heartbeat: skipped })].map(
        successWords,
      ),
    ).toEqual(['All ok.', 'It works, with one warning.', 'All ok. 2 steps were not tried.']);
  });

  it('name the first problem, because the others follow from it', () => {
    const later: Finding = { key: 'stream-forbidden', facts: { status: 403 } };
    const report = reportOf(11, { token: failed, search: { state: 'failed', finding: later } });
    expect([obstacle(reportOf(11)), obstacle(report)]).toEqual([null, { check: 'token', finding: clientRefused }]);
  });

  it('[TEST-1] count the fields that were changed since, except those without influence on the test', () => {
    const { name: _name, ...tested } = someProfile;
    const draft = { ...tested, name: 'Another', realm: 'other', proxy: 'none', watchAtStart: false };
    const counts = [changedFields(someProfile, someProfile), changedFields(someProfile, draft)];
    expect([...counts, changedFields(someProfile, null)]).toEqual([0, 2, 0]);
    expect([0, 1, 2, 5].map(changedWords)).toEqual([
      '',
      ' One field was changed since.',
      ' Two fields were changed since.',
      ' 5 fields were changed since.',
    ]);
  });
});

describe('the remedies for a finding', () => {
  const bound: Finding = { key: 'secret-bound', facts: { changed: ['issuer'] } };
  test.each<[string, Finding, 'clientCredentials' | 'authorizationCode', string[]]>([
    [
      'a refused client can send its secret the other way',
      clientRefused,
      'clientCredentials',
      ['send-as', 'enter-secret'],
    ],
    ['a user of a refused client has none', clientRefused, 'authorizationCode', []],
    ['a missing secret can be entered', { key: 'secret-first', facts: {} }, 'clientCredentials', ['enter-secret']],
    ['a secret for another issuer can be entered again', bound, 'clientCredentials', ['enter-secret']],
    ['a user can sign in', { key: 'sign-in-first', facts: {} }, 'authorizationCode', ['sign-in']],
    [
      'a user whose sign-in ended can sign in again',
      { key: 'sign-in-ended', facts: {} },
      'authorizationCode',
      ['sign-in'],
    ],
    ['a user with a sign-in for another issuer can sign in again', bound, 'authorizationCode', ['sign-in']],
    ['an inspected connection has none', inspected, 'clientCredentials', []],
  ])('%s', (_, finding, flow, kinds) => {
    expect(testRemedies(finding, flow).map(({ kind }) => kind)).toEqual(kinds);
  });
});
