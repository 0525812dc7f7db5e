/** Tests that the report blames no client for what a proxy between it and the service does, and says what it cannot see. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { UNSEEN } from '../../src-simulator/contract-report/report.ts';
import { type Scene, sceneWith } from './scripted-client.ts';

const judged = ({ control }: Scene) => {
  const { findings, unseen } = control.report(['stream']);
  return { findings, unseen: unseen.slice(UNSEEN.length + 1) };
};

/** Starts a proxy that, like lighttpd, reads to the end what its client no longer wants. Returns its origin. */
async function keepingProxy({ simulator }: Scene): Promise<string> {
  const proxy = createServer((incoming, response) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const forwarded = request(new URL(url, simulator.origin), { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers).flushHeaders();
      answer.on('data', (chunk) => response.destroyed || response.write(chunk));
      answer.on('error', () => {}).on('end', () => response.end());
    });
    incoming.pipe(forwarded.on('error', () => response.destroy()));
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test('[SIM-110] a client that left a silent stream, which a proxy keeps, breaks no rule', async () => {
  const scene = await sceneWith();
  const { control, wait } = scene;
  const client = scene.program();
  await client.signIn();
  const address = `${await keepingProxy(scene)}/connect/subscribe`;
  const requestStream = async () => {
    const response = await client.open(address);
    response.on('error', () => {}).resume();
    return response;
  };
  const first = await requestStream();
  control.stall(true);
  wait(75);
  first.destroy();
  for (let round = 0; round < 3; round++) {
    expect((await requestStream()).statusCode).toBe(409);
    wait(15 * 2 ** round);
  }
  // The service sends an event to the stream that the proxy kept.
  control.stall(false);
  control.emit({ event: 'LATE', data: '' });
  expect((await requestStream()).statusCode).toBe(409);
  control.dropStreams('end');
  wait(15);
  expect((await requestStream()).statusCode).toBe(200);
  expect(judged(scene)).toEqual({
    findings: [],
    unseen: expect.stringMatching(
      /which had missed a heartbeat: the client, or a proxy on the way, had kept that one\.$/,
    ),
  });
});

test('[SIM-110] streams that each end after the same silence may have met the limit of a proxy', async () => {
  const scene = await sceneWith();
  const client = scene.program();
  await client.signIn();
  for (const seconds of [20, 20.4, 20, 20.9, 20.2, 20, 20]) {
    const stream = await client.stream();
    scene.wait(seconds);
    await stream.close();
  }
  expect(judged(scene)).toEqual({
    findings: [],
    unseen: 'Several streams ended 20 s after their last event: the client, or a proxy on the way, has this limit.',
  });
});

test.each([{ via: '1.1 squid' }, { forwarded: 'for=192.0.2.60;proto=http' }, { 'x-forwarded-for': '192.0.2.60' }])(
  '[SIM-110] the connections of a proxy that names itself (%o) are not judged as the client’s',
  async (named) => {
    const scene = await sceneWith();
    const client = scene.program();
    await client.signIn();
    const accept = { accept: 'text/event-stream', ...named };
    for (let round = 0; round < 7; round++) await (await client.stream(accept)).close();
    await client.stream(accept);
    expect((await client.stream(accept)).status).toBe(409);
    expect(judged(scene)).toEqual({
      findings: [],
      unseen:
        '9 of 10 requests came through a proxy (Via, Forwarded or X-Forwarded-For), and were not judged by one-stream, stale-stream, stream-kept.',
    });
    expect(scene.control.report(['one-stream']).outcome).toBe('not-met');
    expect(scene.control.report(['sign-in']).unseen).toBe(UNSEEN);
  },
);
