import { expect, test } from 'vitest';
import {
  controlRequest,
  permissionsOf,
  signedIn,
  simulatorForTest,
  subscribe,
  subscribed,
  tokenFor,
} from '../fixtures/consumer.ts';

test('counts requests by endpoint and logs them without secrets', async () => {
  const log: string[] = [];
  const simulator = await simulatorForTest({ log: (line) => log.push(line) });
  const token = await tokenFor(simulator, 'post');
  await permissionsOf(simulator, token);
  await fetch(`${simulator.origin}/elsewhere?secret=${token}`);
  expect(simulator.control.counters()).toEqual({
    authorize: 0,
    discovery: 0,
    jwks: 0,
    token: 1,
    revoke: 0,
    permissions: 1,
    search: 0,
    subscribe: 0,
    localize: 0,
    mode: 0,
    'service-policy': 0,
    control: 0,
    other: 1,
  });
  await expect
    .poll(() => log)
    .toEqual([
      'POST /auth/realms/iot/protocol/openid-connect/token 200',
      'GET /identity-access-management/token-permissions 200',
      'GET /elsewhere 404',
    ]);
});

test('sends events and bytes, and ends streams over HTTP', async () => {
  const { simulator, stream } = await subscribed();
  const act = async (name: string, body: unknown = {}) =>
    (await controlRequest(simulator, `POST ${name}`, body)).answer;

  await act('emit', { event: 'CUSTOM', id: 'c-1', retry: null, data: { answer: 42 } });
  await stream.until('event: CUSTOM\nid: c-1\ndata: {"answer":42}\n\n');
  await act('emit-heartbeat');
  await act('emit-localization', { failed: true });
  await act('emit-connectivity-request', { resources: 3, failed: 2 });
  await act('send-raw', { text: ': text\n' });
  await act('send-raw', { base64: btoa(': base64\n'), pieceBytes: 1 });
  await stream.until(': text\n: base64\n');
  expect(stream.events().map(({ event }) => event)).toEqual([
    'SUBSCRIPTION_STARTED',
    'CUSTOM',
    'HEARTBEAT',
    'LOCALIZATION',
    'CMP_EVENT',
  ]);
  expect(await act('end-session')).toEqual({ ended: 1 });
  expect(await stream.toEnd()).toBe('ended');
});

test('occupies the seat, revokes tokens and stalls over HTTP', async () => {
  const { simulator, token } = await signedIn();
  const act = (name: string, body: unknown = {}) => controlRequest(simulator, `POST ${name}`, body);
  const statusOfStream = async () => {
    const response = await subscribe(simulator, await tokenFor(simulator));
    await response.body?.cancel();
    return response.status;
  };
  await act('take-seat', { taken: true });
  expect(await statusOfStream()).toBe(409);
  await act('take-seat', { taken: false });
  await act('revoke-tokens');
  expect((await permissionsOf(simulator, token)).status).toBe(401);
  await act('stall', { on: true });
  expect(await statusOfStream()).toBe(200);
  expect(simulator.control.emitHeartbeat()).toBe(0);
});
