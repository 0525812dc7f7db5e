/** What can be wrong around a collector ends in a state with a name and a remedy; the process lives on. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { simulatedService } from './simulated-service.ts';

const service = simulatedService();
const closedPort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
};

test('a wrong secret: sign-in needed, one request to the issuer, none to the stream', async () => {
  const collector = service.collectInProcess(await service.workplace.profile(service.simulator), 'wrong');
  await collector.waitForText(/Sign-in needed \(client-refused, invalid_client\): .*clientAuthentication.*post/);
  expect(service.simulator.control.counters()).toMatchObject({ token: 1, subscribe: 0 });
  expect(collector.stderr).not.toContain('wrong');
  expect(await collector.stop()).toBe(0);
});

test('a client that authenticates by post works when the profile says so', async () => {
  const { post } = service.simulator.clients;
  const profile = await service.workplace.profile(service.simulator, {
    clientId: post.clientId,
    clientAuthentication: 'post',
  });
  const collector = service.collectInProcess(profile, post.clientSecret);
  await collector.waitForText(/Watching/);
  expect(await collector.stop()).toBe(0);
});

test('an events address that does not answer: reconnecting, with the code', async () => {
  const collector = service.collectInProcess(
    await service.workplace.profile(service.simulator, { eventsUrl: await closedPort() }),
  );
  await collector.waitForText(/Reconnecting \(unreachable, ECONNREFUSED\): .*events address/);
  expect(await collector.stop()).toBe(0);
  expect(await service.workplace.coverage()).toMatchObject([
    { type: 'gap', reason: 'unreachable', detail: 'ECONNREFUSED' },
    { type: 'gap', reason: 'stopped', to: null },
  ]);
});

test('a sign-in address that does not answer: reconnecting, and it is said that no token can be had', async () => {
  const collector = service.collectInProcess(
    await service.workplace.profile(service.simulator, { authUrl: await closedPort() }),
  );
  await collector.waitForText(/Reconnecting \(issuer-unreachable, ECONNREFUSED\): No token can be had/);
  expect(await collector.stop()).toBe(0);
});

test("a proxy's page instead of the stream is named, and watching begins when it is gone", async () => {
  service.simulator.control.planFault({
    endpoint: 'subscribe',
    times: 2,
    answer: {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<html>sign in</html>',
    },
  });
  const collector = service.collectInProcess(await service.workplace.profile(service.simulator));
  await collector.waitForText(/Reconnecting \(not-a-stream, text\/html\): .*than an event stream/);
  await collector.waitForText(/Watching/);
  expect(await collector.stop()).toBe(0);
});

test("a proxy's page instead of a token is named", async () => {
  service.simulator.control.planFault({
    endpoint: 'token',
    times: 2,
    answer: {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<html>sign in</html>',
    },
  });
  const collector = service.collectInProcess(await service.workplace.profile(service.simulator));
  await collector.waitForText(/Reconnecting \(issuer-not-oauth, HTTP 200\): .*proxy may have answered/);
  await collector.waitForText(/Watching/);
  expect(await collector.stop()).toBe(0);
});

test('a token that the stream refuses is renewed once; watching goes on', async () => {
  service.simulator.control.planFault({ endpoint: 'subscribe', times: 1, answer: { status: 401 } });
  const collector = service.collectInProcess(await service.workplace.profile(service.simulator));
  await collector.waitForText(/Watching/);
  expect(service.simulator.control.counters()).toMatchObject({ token: 2, subscribe: 2 });
  expect(await collector.stop()).toBe(0);
});

test('a seat that somebody else has is named', async () => {
  service.simulator.control.takeSeat(true);
  const collector = service.collectInProcess(await service.workplace.profile(service.simulator));
  await collector.waitForText(/Seat taken \(seat-taken, HTTP 409\): Another subscriber/);
  expect(await collector.stop()).toBe(0);
});

test('a wrong profile ends with exit code 2 and one message', async () => {
  const collector = service.collectInProcess(await service.workplace.profile(service.simulator, { realm: '' }));
  expect(await collector.exit).toBe(2);
  expect(collector.stderr).toMatch(
    /^watchfloor: The profile ".*" is wrong: "realm" must be the realm, as a non-empty text\.\n$/,
  );
});

test.each([
  [
    'is not there',
    'none.pem',
    /^watchfloor: The "caFile" of the profile, ".*none\.pem", must be a file that can be read \(ENOENT\)\.\n/,
  ],
  [
    'holds no certificate',
    'Journey.json',
    /^watchfloor: The "caFile" of the profile, ".*Journey\.json", must be a PEM file/,
  ],
])('a caFile that %s ends with exit code 2, and it is named', async (_, caFile, words) => {
  const collector = service.collectInProcess(await service.workplace.profile(service.simulator, { caFile }));
  expect(await collector.exit).toBe(2);
  expect(collector.stderr).toMatch(words);
});

test('no secret anywhere ends with exit code 2 and names the three places', async () => {
  const collector = service.workplace.run(
    [
      'collect',
      '--profile',
      await service.workplace.profile(service.simulator),
      '--data-dir',
      service.workplace.dataDir,
    ],
    { WATCHFLOOR_CLIENT_SECRET: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  );
  expect(await collector.exit).toBe(2);
  expect(collector.stderr).toMatch(/WATCHFLOOR_CLIENT_SECRET.*clientSecretFile.*secret set/s);
});
