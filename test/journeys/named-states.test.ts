/** What can be wrong around a collector ends in a state with a name and a remedy; the process lives on. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { Workplace } from '../support/command.ts';

let workplace: Workplace;
let simulator: Simulator;
beforeEach(async () => {
  workplace = await Workplace.create();
  simulator = await startSimulator({ scenario: 'none', subscriptions: 1_000 });
});
afterEach(async () => {
  await workplace.close();
  await simulator.stop();
});

const secret = () => simulator.clients.basic.clientSecret;
const closedPort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
};

test('a wrong secret: sign-in needed, one request to the issuer, none to the stream', async () => {
  const collector = workplace.collect(await workplace.profile(simulator), 'wrong');
  await collector.says(/Sign-in needed \(invalid_client\): .*clientAuthentication.*post/);
  expect(simulator.control.counters()).toMatchObject({ token: 1, subscribe: 0 });
  expect(collector.stderr).not.toContain('wrong');
  expect(await collector.stop()).toBe(0);
});

test('a client that authenticates by post works when the profile says so', async () => {
  const { post } = simulator.clients;
  const profile = await workplace.profile(simulator, { clientId: post.clientId, clientAuthentication: 'post' });
  const collector = workplace.collect(profile, post.clientSecret);
  await collector.says(/Watching/);
  expect(await collector.stop()).toBe(0);
});

test('an events address that does not answer: reconnecting, with the code', async () => {
  const collector = workplace.collect(await workplace.profile(simulator, { eventsUrl: await closedPort() }), secret());
  await collector.says(/Reconnecting \(ECONNREFUSED\): .*events address/);
  expect(await collector.stop()).toBe(0);
  expect(await workplace.coverage()).toMatchObject([
    { type: 'gap', reason: 'unreachable', detail: 'ECONNREFUSED' },
    { type: 'gap', reason: 'stopped', to: null },
  ]);
});

test('a sign-in address that does not answer: reconnecting, and it is said that no token can be had', async () => {
  const collector = workplace.collect(await workplace.profile(simulator, { authUrl: await closedPort() }), secret());
  await collector.says(/Reconnecting \(ECONNREFUSED\): No token can be had/);
  expect(await collector.stop()).toBe(0);
});

test("a proxy's page instead of the stream is named, and watching begins when it is gone", async () => {
  simulator.control.answerNext({
    path: 'subscribe',
    times: 2,
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html>sign in</html>',
  });
  const collector = workplace.collect(await workplace.profile(simulator), secret());
  await collector.says(/Reconnecting \(text\/html\): .*instead of an event stream/);
  await collector.says(/Watching/);
  expect(await collector.stop()).toBe(0);
});

test("a proxy's page instead of a token is named", async () => {
  simulator.control.answerNext({
    path: 'token',
    times: 2,
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html>sign in</html>',
  });
  const collector = workplace.collect(await workplace.profile(simulator), secret());
  await collector.says(/Reconnecting \(HTTP 200\): .*proxy may have answered/);
  await collector.says(/Watching/);
  expect(await collector.stop()).toBe(0);
});

test('a token that the stream refuses is renewed once; watching goes on', async () => {
  simulator.control.answerNext({ path: 'subscribe', times: 1, status: 401 });
  const collector = workplace.collect(await workplace.profile(simulator), secret());
  await collector.says(/Watching/);
  expect(simulator.control.counters()).toMatchObject({ token: 2, subscribe: 2 });
  expect(await collector.stop()).toBe(0);
});

test('a seat that somebody else has is named', async () => {
  simulator.control.takeSeat(true);
  const collector = workplace.collect(await workplace.profile(simulator), secret());
  await collector.says(/Seat taken \(HTTP 409\): Another subscriber/);
  expect(await collector.stop()).toBe(0);
});

test('a wrong profile ends with exit code 2 and one message', async () => {
  const collector = workplace.collect(await workplace.profile(simulator, { realm: '' }), secret());
  expect(await collector.exit).toBe(2);
  expect(collector.stderr).toMatch(
    /^watchfloor: The profile ".*" is wrong: "realm" must be the realm, as a non-empty text\.\n$/,
  );
});

test('no secret anywhere ends with exit code 2 and names the three places', async () => {
  const collector = workplace.run(
    ['collect', '--profile', await workplace.profile(simulator), '--data-dir', workplace.dataDir],
    { WATCHFLOOR_CLIENT_SECRET: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  );
  expect(await collector.exit).toBe(2);
  expect(collector.stderr).toMatch(/WATCHFLOOR_CLIENT_SECRET.*clientSecretFile.*keychain/s);
});
