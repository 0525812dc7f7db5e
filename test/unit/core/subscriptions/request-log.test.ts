import { expect, test } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { RequestLog } from '../../../../src-main/core/subscriptions/request-log.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { networkFailure, searchReply, ScriptedService } from '../../../doubles/scripted-service.ts';

function logged() {
  const clock = new FakeClock();
  const service = new ScriptedService();
  const changes = new ChangeSignal();
  const log = new RequestLog(service, clock, changes);
  const request = {
    profile: someProfile,
    method: 'POST',
    path: '/search',
    body: '{"limit":1}',
    accessToken: 'the-access-token',
    timeoutMs: 1_000,
    maxBytes: 1_000,
  } as const;
  const never = new AbortController().signal;
  const send = (more = {}, signal = never) =>
    log.loggedService('search', { search: 's' }).send({ ...request, ...more }, signal);
  return { clock, service, changes, log, send, request };
}

test('[QUERY-5] shows a request completely during and after it, without its secrets', async () => {
  const { clock, service, changes, log, send } = logged();
  service.respond = async () => {
    await clock.sleep(250, new AbortController().signal);
    return {
      status: 418,
      headers: [
        ['content-type', 'application/json'],
        ['set-cookie', 'session=secret'],
        ['www-authenticate', 'Bearer realm="secret"'],
        ['x-csrf-token', 'secret'],
        ['x-echo', 'Bearer the-access-token'],
        ['x-session-id', 'secret'],
        ['x-amz-meta-secret', 'secret'],
        ['authentication-info', 'nextnonce="secret"'],
        ['location', 'https://somebody:secret@id.example.com/login?code=secret&state=1#secret'],
        ['content-location', '/search/1'],
        ['refresh', '5; url=/login?session=secret'],
      ],
      text: 'I am a teapot, the-access-token',
    };
  };
  const at = clock.now();
  const sent = send({ body: '{"note":"the-access-token"}' });
  const { revision } = changes;
  const underWay = { number: 1, what: 'search', search: 's', at, status: null, ms: null, bytes: null, failure: null };
  expect(log.list()).toEqual([underWay]);
  await clock.advance(250);
  await sent;
  const completed = { ...underWay, status: 418, ms: 250, bytes: 31 };
  expect(log.list()).toEqual([completed]);
  expect(log.detail(1)).toEqual({
    ...completed,
    method: 'POST',
    url: 'https://api.example.com/search',
    body: '{"note":"[access token]"}',
    headers: [
      ['content-type', 'application/json'],
      ['set-cookie', '[left out]'],
      ['www-authenticate', '[left out]'],
      ['x-csrf-token', '[left out]'],
      ['x-echo', 'Bearer [access token]'],
      ['x-session-id', '[left out]'],
      ['x-amz-meta-secret', '[left out]'],
      ['authentication-info', '[left out]'],
      ['location', 'https://[left out]@id.example.com/login?[left out]'],
      ['content-location', '/search/1'],
      ['refresh', '5; url=/login?[left out]'],
    ],
    contentType: 'application/json',
    answer: 'I am a teapot, [access token]',
    answerLength: 31,
  });
  expect(JSON.stringify([log.list(), log.detail(1)])).not.toMatch(/(?<!meta-)secret|the-access/);
  expect(changes.revision).toBeGreaterThan(revision);
});

test('[QUERY-5] keeps the 50 newest requests and 256 000 characters of each answer', async () => {
  const { service, log, send } = logged();
  service.respond = () => ({ text: 'x'.repeat(300_000) });
  for (let sent = 0; sent < 51; sent += 1) await send();
  expect(log.list().map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
  expect(() => log.detail(1)).toThrow('NO_REQUEST');
  const { answer, answerLength } = log.detail(51);
  expect([answer.length, answerLength]).toEqual([256_000, 300_000]);
});

test('shows why a request has no answer, and whether it was cancelled', async () => {
  const { service, log, send, request } = logged();
  service.respond = () => networkFailure('ECONNREFUSED');
  await expect(send()).rejects.toThrow('ECONNREFUSED');
  service.respond = () => 'never';
  const giveUp = new AbortController();
  const sent = log.loggedService('search-next', { search: 's' }).send(request, giveUp.signal);
  giveUp.abort(new Error('given up'));
  await expect(sent).rejects.toThrow('given up');
  service.respond = () => searchReply([]);
  let loggedNumber = 0;
  await log
    .loggedService('permissions', { onNumber: (number) => (loggedNumber = number) })
    .send(request, new AbortController().signal);
  expect([
    loggedNumber,
    log.list().map(({ what, search, failure, status }) => [what, search, failure, status]),
  ]).toEqual([
    3,
    [
      ['permissions', null, null, 200],
      ['search-next', 's', 'CANCELLED', null],
      ['search', 's', 'ECONNREFUSED', null],
    ],
  ]);
});
