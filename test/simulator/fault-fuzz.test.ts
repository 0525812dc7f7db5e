import { expect, onTestFinished, test } from 'vitest';
import { faultyEndpoints, malformations } from '../../src-simulator/http/fault-plan.ts';
import { Random } from '../../src-simulator/random.ts';
import { controlRequest, permissionsOf, signedIn, tokenFor } from '../fixtures/consumer.ts';
import { rounds } from '../support/breadth.ts';
import { closeOf, rawConnection, requestText } from './raw-client.ts';

const ROUNDS = rounds({ usual: 40, thorough: 100 });

function randomPlan(random: Random): Record<string, unknown> {
  const some = <Value>(value: Value) => (random.percent(30) ? value : undefined);
  const own = {
    status: some(random.pick([199, 200, 204, 304, 401, 503, 600, 999, 1000])),
    headers: some(
      random.pick([
        { 'transfer-encoding': 'chunked' },
        { 'transfer-encoding': 'gzip', 'content-length': '3' },
        { 'Content-Length': '-1' },
        { 'content-length': '99999999999999999999' },
        { trailer: 'x', 'content-length': '1' },
        { connection: 'upgrade', upgrade: 'websocket' },
        { 'X-A': 'a\r\nb' },
        { 'X A': 'b' },
        { '': '' },
        { 'set-cookie': ['a=1', 'b=2'], date: 'never' },
        { location: 'http://127.0.0.1:1/€' },
      ]),
    ),
    body: some(random.pick(['', 'text', 'ü€😀'.repeat(5_000), { json: [null] }, null, 7])),
    bodyBase64: some(random.pick(['', 'AAECAw==', '!'])),
    malformed: some(random.pick(['nonsense', ...malformations])),
  };
  return {
    endpoint: random.pick(faultyEndpoints),
    after: some(random.integer(-1, 2)),
    times: some(random.pick([1, 2, 'forever', 0])),
    answer: random.pick([undefined, 'hang', 'reset', 'empty', own, own, own]),
    delayMs: some(random.pick([0, 1, 100, -1, { from: 0, to: 50 }, { from: 9, to: 3 }])),
    bytesPerSecond: some(random.pick([1, 1000, 1e9, 0])),
    cutAfterBytes: some(random.pick([0, 1, 100, 1e9, -1])),
    match: some(
      random.pick([
        { bodyContains: 'a' },
        { account: 'watchfloor-basic' },
        { bodyJson: { 'a.0': 1 } },
        { method: 'GET' },
      ]),
    ),
  };
}

/** Returns one to three requests for one connection: complete, pipelined, cut short or not HTTP. */
function randomBytes(random: Random, token: string): string {
  const target = () =>
    random.pick([
      'GET /connect/subscribe',
      'GET /identity-access-management/token-permissions',
      'POST /iot-connect/subscription-inventory/v2/search',
      'POST /auth/realms/iot/protocol/openid-connect/token',
      'GET /auth/realms/iot/protocol/openid-connect/auth?client_id=x',
      'GET /auth/realms/iot/.well-known/openid-configuration',
      'POST /iot-connect/subscriptions/v1/euiccs/%zz/localize',
      'HEAD /connect/subscribe',
      'OPTIONS *',
      'GET http://elsewhere.example/%',
      'CONNECT a:1',
      'GET //',
      'DELETE /elsewhere?%',
      'nonsense',
    ]);
  const headers = () => ({
    ...(random.percent(70) && { authorization: `Bearer ${random.pick([token, 'a.b.c', '.', 'e30.e30.e30'])}` }),
    ...(random.percent(20) && { authorization: random.pick(['Basic !!', 'Basic JSVB', 'Bearer']) }),
    ...(random.percent(50) && {
      'content-type': random.pick(['application/json', 'application/x-www-form-urlencoded', 'a/b', '']),
    }),
    ...(random.percent(10) && { 'content-length': random.pick(['5000', 'x', '-1']) }),
    ...(random.percent(10) && { 'transfer-encoding': 'chunked' }),
    ...(random.percent(10) && { expect: '100-continue' }),
    ...(random.percent(10) && { connection: random.pick(['close', 'upgrade']), upgrade: 'websocket' }),
  });
  const bodies: [string, ...string[]] = [
    '',
    '{}',
    '{"limit":1}',
    'grant_type=client_credentials&client_id=%',
    '5\r\nhello\r\n0\r\n\r\n',
    '\0\0',
  ];
  const text = Array.from({ length: random.integer(1, 3) }, () =>
    requestText(target(), headers(), random.pick(bodies)),
  ).join('');
  return random.percent(80) ? text : text.slice(0, random.integer(1, text.length));
}

test('[SIM-84] no fault plan, no request and no disconnecting client stops the simulator', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtExceptionMonitor', note);
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', note));

  const { time, simulator, token } = await signedIn({ secondSubscriber: 'allow' });
  const random = new Random(28);
  const statuses: Record<number, true> = {};
  for (let round = 0; round < ROUNDS; round++) {
    if (random.percent(30)) simulator.control.forgetFaultPlans();
    for (let plan = 0; plan < 3; plan++) {
      statuses[(await controlRequest(simulator, 'POST fault-plans', randomPlan(random))).status] = true;
    }
    const socket = await rawConnection(simulator);
    socket.resume();
    const closed = closeOf(socket);
    socket.write(randomBytes(random, token));
    // Each request gives the simulator a turn to process the bytes.
    for (let turn = random.integer(0, 4); turn > 0; turn--) {
      await (await fetch(`${simulator.origin}/control/counters`)).text();
      time.advance(random.pick([1, 50]));
      simulator.control.emitHeartbeat();
    }
    random.pick([() => socket.resetAndDestroy(), () => socket.destroy(), () => socket.destroySoon()])();
    await closed;
  }
  simulator.control.forgetFaultPlans();
  expect((await permissionsOf(simulator, await tokenFor(simulator))).status).toBe(200);
  await expect.poll(() => simulator.control.subscribers()).toEqual([]);
  expect({ uncaught, statuses }).toEqual({ uncaught: [], statuses: { 200: true, 400: true } });
});
