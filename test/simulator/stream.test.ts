import { expect, test } from 'vitest';
import {
  bearer,
  openStream,
  signedIn,
  simulatorForTest,
  START,
  subscribe,
  subscribed,
  tokenFor,
} from '../fixtures/consumer.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';

const MINUTE = 60_000;

test('a session starts with SUBSCRIPTION_STARTED, has a heartbeat every 30 s, and ends after 30 min without a retry line', async () => {
  const { time, stream } = await subscribed({ seed: 7 });
  time.advance(30_000);
  await stream.until(/HEARTBEAT[^]*\n\n/);
  time.advance(30 * MINUTE - 30_000);
  expect(await stream.toEnd()).toBe('ended');

  const blocks = stream.text.split('\n\n');
  expect([blocks.length, blocks[0], blocks[1], blocks[59], blocks[60], blocks[61]].join('\n\n')).toBe(`62

event: SUBSCRIPTION_STARTED
id: ${stream.events()[0]?.id}
retry: 3000
data: {"createdDateTime":"2026-03-01T08:00:00.000Z","detailedMessage":"Subscription started for principal nordwind.europe.logistics","operation":"-","principal":"nordwind.europe.logistics","state":"IN_PROGRESS"}

event: HEARTBEAT
id: ${stream.events()[1]?.id}
retry: 3000
data: {"createdDateTime":"2026-03-01T08:00:30.000Z","detailedMessage":"Heartbeat","operation":"-","principal":"nordwind.europe.logistics","state":"IN_PROGRESS"}

event: HEARTBEAT
id: ${stream.events()[59]?.id}
retry: 3000
data: {"createdDateTime":"2026-03-01T08:29:30.000Z","detailedMessage":"Heartbeat","operation":"-","principal":"nordwind.europe.logistics","state":"IN_PROGRESS"}

event: SUBSCRIPTION_ENDED
id: ${stream.events()[60]?.id}
data: {"createdDateTime":"2026-03-01T08:30:00.000Z","detailedMessage":"Subscription session expired","operation":"-","principal":"nordwind.europe.logistics","state":"COMPLETED"}

`);
  expect(new Set(stream.events().map(({ id }) => id)).size).toBe(61);
});

test('at time scale 60 a heartbeat comes every 0.5 s with the unscaled time', async () => {
  const { time, stream } = await subscribed({ timeScale: 60 });
  time.advance(500);
  await stream.until('"createdDateTime":"2026-03-01T08:00:00.500Z","detailedMessage":"Heartbeat"');
});

test('the stream has the type text/event-stream and no-cache', async () => {
  const simulator = await simulatorForTest();
  const response = await subscribe(simulator, await tokenFor(simulator));
  expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    'text/event-stream',
    'no-cache',
  ]);
  await response.body?.cancel();
});

test.each([
  ['without a token', () => ({}), 'Bearer realm="iot"'],
  ['with a made-up token', () => bearer('a.b.c'), 'Bearer error="invalid_token"'],
  ['with a token in another scheme', () => ({ authorization: 'Basic abc' }), 'Bearer realm="iot"'],
])('%s the stream answers 401', async (_, headers, challenge) => {
  const simulator = await simulatorForTest();
  const response = await fetch(`${simulator.profile.eventsUrl}/connect/subscribe`, { headers: headers() });
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge]);
  await response.body?.cancel();
});

test.each([
  ['refuse-409', 409],
  ['refuse-423', 423],
  ['refuse-403', 403],
] as const)('with %s the second subscriber is refused and the first continues', async (rule, status) => {
  const simulator = await simulatorForTest({ secondSubscriber: rule });
  const first = await openStream(simulator, await tokenFor(simulator));
  const second = await subscribe(simulator, await tokenFor(simulator, 'post'));
  expect({ status: second.status, body: await second.json() }).toEqual({
    status,
    body: { error: 'seat_taken', message: 'Another subscriber is connected for this domain.' },
  });
  simulator.control.emitHeartbeat();
  await first.until('HEARTBEAT');
  await first.close();
});

test('with end-first the second subscriber gets the seat and the first is disconnected', async () => {
  const simulator = await simulatorForTest({ secondSubscriber: 'end-first' });
  const first = await openStream(simulator, await tokenFor(simulator));
  const second = await openStream(simulator, await tokenFor(simulator, 'post'));
  expect(await first.toEnd()).toBe('ended');
  expect(simulator.control.subscribers().map(({ account }) => account)).toEqual(['watchfloor-post']);
  await second.close();
});

test('with end-second the second subscriber is accepted and disconnected without an event', async () => {
  const { simulator, token } = await signedIn({ secondSubscriber: 'end-second' });
  const first = await openStream(simulator, token);
  const second = await subscribe(simulator, token);
  expect([second.status, await second.text()]).toEqual([200, '']);
  await first.close();
});

test('with allow both subscribers get every event', async () => {
  const { simulator, token } = await signedIn({ secondSubscriber: 'allow' });
  const streams = [await openStream(simulator, token), await openStream(simulator, token)];
  expect(simulator.control.emit({ event: 'HEARTBEAT', id: 'shared', data: '{}' })).toBe(2);
  for (const stream of streams) await stream.until('id: shared');
  for (const stream of streams) await stream.close();
});

test('with end-first a new subscriber replaces an unknown holder of the seat', async () => {
  const simulator = await simulatorForTest({ secondSubscriber: 'end-first' });
  simulator.control.takeSeat(true);
  const token = await tokenFor(simulator);
  const stream = await openStream(simulator, token);
  await stream.close();
});

test('a text is sent verbatim, with one data line for each of its lines, with and without id and retry', async () => {
  const { simulator, stream } = await subscribed();
  const before = stream.text.length;
  simulator.control.emit({ event: 'ANYTHING', id: 'a-1', retry: 250, data: 'one\ntwo' });
  simulator.control.emit({ event: 'ANYTHING', id: null, retry: null, data: { three: 3 } });
  await stream.until('three');
  expect(stream.text.slice(before)).toBe(
    'event: ANYTHING\nid: a-1\nretry: 250\ndata: one\ndata: two\n\nevent: ANYTHING\ndata: {"three":3}\n\n',
  );
});

test('raw bytes arrive unchanged, even one by one', async () => {
  const { simulator, stream } = await subscribed();
  const before = stream.text.length;
  const bytes = new TextEncoder().encode('\uFEFFevent: ü€😀\r\ndata:x\r\n\r\n: done\n');
  await simulator.control.sendRaw(bytes, 1);
  await stream.until(': done\n');
  expect(stream.text.slice(before)).toBe('\uFEFFevent: ü€😀\r\ndata:x\r\n\r\n: done\n');
});

test.each([
  ['end', 'ended'],
  ['reset', 'broken'],
] as const)('dropStreams with %s leaves the subscriber with a stream that is %s', async (cut, seen) => {
  const { simulator, stream } = await subscribed();
  expect(simulator.control.dropStreams(cut)).toBe(1);
  expect(await stream.toEnd()).toBe(seen);
  expect(stream.text).not.toContain('SUBSCRIPTION_ENDED');
});

test('while stalled, a subscriber is accepted and gets nothing; heartbeats continue afterwards', async () => {
  const time = new ManualTime(START);
  const simulator = await simulatorForTest({ time });
  simulator.control.stall(true);
  const response = await subscribe(simulator, await tokenFor(simulator));
  expect(response.status).toBe(200);
  await expect.poll(() => simulator.control.subscribers().length).toBe(1);
  time.advance(5 * MINUTE);
  simulator.control.stall(false);
  time.advance(30_000);
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  expect(new TextDecoder().decode(value)).toMatch(
    /^event: HEARTBEAT\n.*\n.*\ndata: {"createdDateTime":"2026-03-01T08:05:30/,
  );
  await reader.cancel();
});

test('stop cuts open streams immediately and can be called twice', async () => {
  const { simulator, stream } = await subscribed();
  await Promise.all([simulator.stop(), simulator.stop()]);
  expect(await stream.toEnd()).toBe('broken');
  await expect(fetch(simulator.origin)).rejects.toThrow('fetch failed');
});
