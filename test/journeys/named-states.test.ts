/** Tests that each fault around a collector ends in a named state with a remedy, and that the process continues. */
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

interface State {
  readonly changes?: () => Promise<Record<string, unknown>>;
  readonly fault?: () => void;
  readonly shown: RegExp;
  readonly thenWatches?: true;
}

const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>sign in</html>' };

test.each<[string, State]>([
  [
    'reconnecting, with the error code, if the events address does not answer',
    {
      changes: async () => ({ eventsUrl: await closedPort() }),
      shown: /Reconnecting \(unreachable, ECONNREFUSED\): .*events address/,
    },
  ],
  [
    'a page of a proxy instead of the stream, until the page is gone',
    {
      fault: () => void service.simulator.control.planFault({ endpoint: 'subscribe', times: 2, answer: page }),
      shown: /Reconnecting \(not-a-stream, text\/html\): .*was not an event stream/,
      thenWatches: true,
    },
  ],
  [
    'a seat that another subscriber has',
    {
      fault: () => service.simulator.control.takeSeat(true),
      shown: /Stream in use \(seat-taken, HTTP 409\): Another client/,
    },
  ],
])('names %s', async (_, { changes, fault, shown, thenWatches }) => {
  fault?.();
  const profile = await service.workplace.profile(service.simulator, await changes?.());
  const collector = service.collectInProcess(profile);
  await collector.waitForText(shown);
  if (thenWatches === true) await collector.waitForText(/Watching/);
  expect(await collector.stop()).toBe(0);
});

test('ends with exit code 2 and one message for a wrong profile', async () => {
  const collector = service.collectInProcess(await service.workplace.profile(service.simulator, { realm: '' }));
  expect(await collector.exit).toBe(2);
  expect(collector.stderr).toMatch(
    /^watchfloor: The profile ".*" is wrong: "realm" must be the realm, as a non-empty text\.\n$/,
  );
});

test.each([
  [
    'does not exist',
    'none.pem',
    /^watchfloor: The "caFile" of the profile, ".*none\.pem", must be a file that can be read \(ENOENT\)\.\n/,
  ],
  [
    'holds no certificate',
    'Journey.json',
    /^watchfloor: The "caFile" of the profile, ".*Journey\.json", must be a PEM file/,
  ],
])('ends with exit code 2 and names a caFile that %s', async (_, caFile, words) => {
  const collector = service.collectInProcess(await service.workplace.profile(service.simulator, { caFile }));
  expect(await collector.exit).toBe(2);
  expect(collector.stderr).toMatch(words);
});

test('ends with exit code 2 without a secret, and names the three places for it', async () => {
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
