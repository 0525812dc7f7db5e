import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { bearer, controlRequest, openStream, signedIn, subscribe, subscribed, tokenFor } from '../fixtures/consumer.ts';
import { closeOf, rawConnection, requestText } from './raw-client.ts';

const MINUTE = 60_000;

test('[SIM-70] a session that is stalled at its end closes after 30 minutes without SUBSCRIPTION_ENDED', async () => {
  const { time, simulator, stream } = await subscribed();
  time.advance(29 * MINUTE);
  simulator.control.stall(true);
  time.advance(MINUTE - 1);
  const before = simulator.control.subscribers().length;
  time.advance(1);
  expect([before, simulator.control.subscribers(), await stream.toEnd()]).toEqual([1, [], 'ended']);
  expect(stream.events().at(-1)?.event).toBe('HEARTBEAT');

  simulator.control.stall(false);
  await (await openStream(simulator, await tokenFor(simulator))).close();
});

test('[SIM-70] a session that was stalled before its end closes after 30 minutes with SUBSCRIPTION_ENDED', async () => {
  const { time, simulator, stream } = await subscribed();
  simulator.control.stall(true);
  time.advance(29 * MINUTE);
  simulator.control.stall(false);
  time.advance(MINUTE);
  expect(await stream.toEnd()).toBe('ended');
  expect(stream.events().at(-1)?.event).toBe('SUBSCRIPTION_ENDED');
});

test('[SIM-84] while stalled, the control reports no receivers, and end-session still ends the stream', async () => {
  const { simulator, stream } = await subscribed();
  const before = stream.text;
  const act = async (name: string, body: unknown = {}) =>
    (await controlRequest(simulator, `POST ${name}`, body)).answer;
  await act('stall', { on: true });
  const noSubscribers = { subscribers: 0 };
  expect([
    await act('emit', { event: 'ANYTHING', data: 'lost' }),
    await act('emit-heartbeat'),
    await act('emit-localization'),
    await act('emit-connectivity-request'),
    await act('send-raw', { text: ': lost\n\n', pieceBytes: 2 }),
  ]).toEqual([noSubscribers, noSubscribers, noSubscribers, noSubscribers, noSubscribers]);
  expect([await act('end-session'), simulator.control.subscribers()]).toEqual([{ ended: 1 }, []]);
  expect([await stream.toEnd(), stream.text]).toEqual(['ended', before]);
});

test('[SIM-70] a subscriber that reads nothing is disconnected, and another can take its seat', async () => {
  const { simulator, token } = await signedIn();
  const socket = await rawConnection(simulator);
  socket.pause();
  socket.write(requestText('GET /connect/subscribe', bearer(token)));
  await expect.poll(() => simulator.control.subscribers().length).toBe(1);
  const closed = closeOf(socket);
  const megabyte = 'x'.repeat(1024 * 1024);
  const reached = Array.from({ length: 80 }, () => simulator.control.emit({ event: 'LARGE', data: megabyte }));
  expect([reached[0], reached[60], reached[79]]).toEqual([1, 1, 0]);
  socket.resume();
  await closed;
  await (await openStream(simulator, token)).close();
});

test('[SIM-84] the simulator continues when its log is closed', async () => {
  const program = `import { simulatorCommand } from './src-simulator/command.ts';
    await simulatorCommand().parseAsync(['--verbose', '--subscriptions', '10'], { from: 'user' });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes('Ctrl+C')) break;
  }
  child.stderr.destroy();
  await once(child.stderr, 'close');
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
  const statuses = [];
  for (let request = 0; request < 5; request++) statuses.push((await fetch(`${origin}/elsewhere`)).status);
  expect(statuses).toEqual([404, 404, 404, 404, 404]);
});

test('[SIM-70] a stream that waits for an earlier answer on its connection frees its seat when the connection closes', async () => {
  const { simulator, token } = await signedIn({ secondSubscriber: 'allow' });
  const socket = await rawConnection(simulator);
  const request = requestText('GET /connect/subscribe', bearer(token));
  socket.write(request + request);
  await expect.poll(() => simulator.control.subscribers().length).toBe(2);
  socket.resetAndDestroy();
  await expect.poll(() => simulator.control.subscribers()).toEqual([]);
  await (await subscribe(simulator, token)).body?.cancel();
});
