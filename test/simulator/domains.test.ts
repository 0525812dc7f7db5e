import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { defaultConfiguration } from '../../src-simulator/configuration/default-configuration.ts';
import { defaultAccountsFor } from '../../src-simulator/configuration/accounts.ts';
import {
  openStream,
  permissionsOf,
  postJson,
  SEARCH,
  simulatorForTest,
  subscribe,
  tokenFor,
} from '../fixtures/consumer.ts';

/** The default service, and one whose second domain is a subdomain of the first. */
const services = {
  'two domains': () => simulatorForTest({ subscriptions: 50 }),
  'a domain and one below it': async () => {
    const ids = ['acme', 'acme.north'];
    const simulator = await startSimulator({
      scenario: 'none',
      configuration: {
        ...defaultConfiguration,
        ...defaultAccountsFor(ids),
        domains: ids.map((id) => ({ id, subscriptions: 50 })),
      },
    });
    onTestFinished(() => simulator.stop());
    return simulator;
  },
};

test.each(Object.entries(services))('[SIM-55] %s have separate seats and streams', async (_what, start) => {
  const simulator = await start();
  const [firstId = '', secondId = ''] = simulator.control.settings.configuration.domains.map(({ id }) => id);
  const [token, otherToken] = [await tokenFor(simulator), await tokenFor(simulator, 'ports')];
  const first = await openStream(simulator, token);
  const second = await openStream(simulator, otherToken);
  const third = await subscribe(simulator, otherToken);
  simulator.control.emitHeartbeat();
  simulator.control.forDomain(secondId).emitLocalization(false);
  simulator.control.forDomain(secondId).endSession();
  expect(await second.toEnd()).toBe('ended');
  simulator.control.emitHeartbeat();
  await first.until(/HEARTBEAT[^]*HEARTBEAT[^]*\n\n/);
  const eventsOf = (stream: typeof first) =>
    stream.events().map(({ event, data }) => [event, (JSON.parse(data) as { principal: string }).principal]);
  expect({ third: third.status, first: eventsOf(first), second: eventsOf(second) }).toEqual({
    third: 409,
    first: [
      ['SUBSCRIPTION_STARTED', firstId],
      ['HEARTBEAT', firstId],
      ['HEARTBEAT', firstId],
    ],
    second: [
      ['SUBSCRIPTION_STARTED', secondId],
      ...second
        .events()
        .slice(1, -1)
        .map(() => ['LOCALIZATION', secondId]),
      ['SUBSCRIPTION_ENDED', secondId],
    ],
  });
  expect(simulator.control.forDomain(secondId).subscribers()).toEqual([]);
  await first.close();
});

test.each(Object.entries(services))('[SIM-55] %s have separate fleets, searches and triggers', async (_what, start) => {
  const simulator = await start();
  const [firstId, secondId] = simulator.control.settings.configuration.domains.map(({ id }) => id);
  const [token, otherToken] = [await tokenFor(simulator), await tokenFor(simulator, 'ports')];
  const found = async (as: string, body: object) => {
    const response = await postJson(simulator.origin + SEARCH, as, body);
    return (await response.json()) as {
      message?: string;
      items: { iotSubscription: { iccid: string } }[];
      pagination: { next: string };
    };
  };
  const [mine, theirs] = [await found(token, { limit: 40 }), await found(otherToken, { limit: 40 })];
  const iccids = [mine, theirs].map(({ items }) => new Set(items.map(({ iotSubscription }) => iotSubscription.iccid)));
  const otherIccid = [...(iccids[1] ?? [])][0] ?? '';
  const pause = (as: string) =>
    postJson(
      `${simulator.origin}/iot-connect/subscriptions/v1/connectivity-subscriptions/change/iccid/${otherIccid}/mode`,
      as,
      { targetState: 'PAUSE' },
    );
  const domainOf = async (as: string) =>
    ((await (await permissionsOf(simulator, as)).json()) as { domainId: string }).domainId;
  expect({
    domains: [await domainOf(token), await domainOf(otherToken)],
    shared: [...(iccids[0] ?? [])].filter((iccid) => iccids[1]?.has(iccid)).length,
    foreignPage: (await found(token, { after: theirs.pagination.next })).message,
    foreignTrigger: (await pause(token)).status,
    ownTrigger: (await pause(otherToken)).status,
  }).toEqual({
    domains: [firstId, secondId],
    shared: 0,
    foreignPage: expect.stringMatching(/^after: /),
    foreignTrigger: 404,
    ownTrigger: 202,
  });
});

test('[SIM-55] a domain can override the variants of the service', async () => {
  const simulator = await simulatorForTest();
  simulator.control.settings.changeDomainVariants('ostsee.ports', { secondSubscriber: 'refuse-423' });
  const statuses = [];
  for (const token of [await tokenFor(simulator), await tokenFor(simulator, 'ports')]) {
    const stream = await openStream(simulator, token);
    statuses.push((await subscribe(simulator, token)).status);
    await stream.close();
  }
  expect(statuses).toEqual([409, 423]);
});
