import { expect, onTestFinished, test } from 'vitest';
import type { SimulatorOptions } from '../../src-simulator/simulator.ts';
import { itemsOf, openStream, postJson, signedIn, START } from '../fixtures/consumer.ts';

/** Subscribes, picks an active subscription, and returns functions that trigger changes and read the events. */
async function triggering(options: SimulatorOptions = {}) {
  const { time, simulator, token } = await signedIn({ subscriptions: 100, ...options });
  const search = () => itemsOf(simulator, token);
  const stream = await openStream(simulator, token);
  onTestFinished(() => stream.close());
  return {
    simulator,
    search,
    active: (await search()).find(({ state, subscriptionType }) => state === 'ACTIVE' && subscriptionType === 'EUICC')!,
    post: (path: string, body: unknown) =>
      postJson(`${simulator.origin}/iot-connect/subscriptions/v1${path}`, token, body),
    eventsOfNextMinute: async () => {
      time.advance(29_000);
      simulator.control.emit({ event: 'MARK', id: null, retry: null, data: '' });
      await stream.until('MARK');
      return stream
        .events()
        .filter(({ event }) => event === 'LOCALIZATION' || event === 'CMP_EVENT')
        .map(({ event, data }) => {
          const envelope = JSON.parse(data) as { detailedMessage: string };
          return { event, ...envelope, detailedMessage: JSON.parse(envelope.detailedMessage) as unknown };
        });
    },
  };
}

const failing = [
  ['DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED'],
  ['ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'],
  ['ACTIVATED', 'START_PROFILE_ACTIVATION_FAILED'],
  ['PROVISIONED', 'PROVISION_PROFILE_FAILED'],
  ['ENABLED', 'START_PROFILE_ENABLE_FAILED'],
  ['FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED'],
] as const;

test.each(failing)(
  'a localization that fails at %s reports %s, and an ICCID unless the download failed',
  async (step, errorCode) => {
    const { active, post, eventsOfNextMinute } = await triggering();
    const response = await post(`/euiccs/${active['eid']}/localize`, { outcome: step, countryCode: 'NO' });
    expect([response.status, await response.json()]).toEqual([
      202,
      { status: 'ACCEPTED', eid: active['eid'], countryCode: 'NO' },
    ]);
    expect(await eventsOfNextMinute()).toEqual([
      {
        event: 'LOCALIZATION',
        createdDateTime: '2026-03-01T08:00:00.500Z',
        operation: step,
        principal: 'nordwind.europe.logistics',
        state: 'FAILED',
        detailedMessage: {
          eid: active['eid'],
          localizedProfile: { iccid: step === 'DOWNLOADED' ? null : active['iccid'], countryCode: 'NO' },
          errorCode,
          detailedError: expect.toSatisfy((entries: unknown[]) => entries.length > 0),
        },
      },
    ]);
  },
);

test.each([
  ['enabled', 'ENABLED'],
  ['fallback-set', 'FALLBACK_SET'],
  ['localized', 'LOCALIZED'],
])('a localization with the outcome %s ends with %s COMPLETED and no error', async (outcome, operation) => {
  const { active, post, eventsOfNextMinute } = await triggering();
  await post(`/euiccs/${active['eid']}/localize`, { outcome });
  const last = (await eventsOfNextMinute()).at(-1);
  expect(last).toMatchObject({ event: 'LOCALIZATION', operation, state: 'COMPLETED' });
  expect(last?.detailedMessage).toEqual({
    eid: active['eid'],
    localizedProfile: { iccid: active['iccid'], countryCode: active['countryCode'] },
  });
});

test('a state change reports its request, counters and resource, and the inventory shows it', async () => {
  const { active, post, eventsOfNextMinute, search } = await triggering();
  const { iccid, imsi, msisdn } = active;
  await post(`/connectivity-subscriptions/change/iccid/${iccid}/mode`, { targetState: 'PAUSE' });
  const operation = 'SUBSCRIPTION_STATE_CHANGE';
  const at = START / 1000;
  expect(await eventsOfNextMinute()).toEqual([
    {
      event: 'CMP_EVENT',
      createdDateTime: '2026-03-01T08:00:00.500Z',
      operation: 'CHANGE_SUBSCRIPTIONSTATE',
      principal: 'nordwind.europe.logistics',
      state: 'COMPLETED',
      detailedMessage: {
        subscriptionRequestId: expect.any(String),
        subscriptionRequestType: 'CHANGE_SUBSCRIPTIONSTATE',
        subscriptionRequestState: 'COMPLETED',
        createdBy: 'watchfloor-basic',
        companyId: active['companyId'],
        companyName: active['companyName'],
        timeCreated: { epochSecond: at, nano: 0 },
        lastUpdated: { epochSecond: at, nano: 500_000_000 },
        size: 1,
        subscriptionRequestResourceCounters: {
          inProgress: 0,
          pending: 0,
          canceled: 0,
          rejected: 0,
          completed: 1,
          failed: 0,
        },
        subscriptionRequestResources: [
          {
            resourceProperties: [
              { type: 'IMSI', value: imsi, operation },
              { type: 'MSISDN', value: msisdn, operation },
              { type: 'ICCID', value: iccid, operation },
              { type: 'TARGET_SUBSCRIPTION_STATE', value: 'PAUSE', operation },
            ],
            resourceState: 'COMPLETED',
            resourceId: expect.any(String),
          },
        ],
      },
    },
  ]);
  const after = (await search()).find((item) => item['iccid'] === iccid);
  expect(after).toEqual({ ...active, state: 'PAUSE', lastModifiedAt: '2026-03-01T08:00:00.500Z' });
});

test.each([
  ['mode', '70', { targetState: 'ACTIVE' }],
  ['service-policy', '73', null],
] as const)(
  'a %s change to the present value reports COMPLETED, and its resource fails with code %s',
  async (endpoint, errorCode, body) => {
    const { active, post, eventsOfNextMinute } = await triggering();
    const payload = body ?? { targetPackage: active['subscriptionPackage'] };
    await post(`/connectivity-subscriptions/change/msisdn/${active['msisdn']}/${endpoint}`, payload);
    const failure = {
      errorObject: { errorCode, errorMessage: expect.stringMatching(/^Cannot /) },
      errorType: 'DCP_ERROR',
    };
    expect(await eventsOfNextMinute()).toMatchObject([
      {
        state: 'COMPLETED',
        detailedMessage: {
          subscriptionRequestState: 'COMPLETED_WITH_FAILURES',
          subscriptionRequestResourceCounters: { completed: 0, failed: 1 },
          subscriptionRequestFailureInfos: [failure],
          subscriptionRequestResources: [{ resourceState: 'FAILED', resourceFailureInfos: [failure] }],
        },
      },
    ]);
  },
);

test.each(['iotSubscriptionId', 'iccid', 'imsi', 'msisdn', 'eid'])(
  'a subscription is found by its %s',
  async (idType) => {
    const { active, post, eventsOfNextMinute } = await triggering();
    const path = `/connectivity-subscriptions/change/${idType}/${active[idType]}/service-policy`;
    await post(path, { targetPackage: 'IOT-NEW' });
    expect(await eventsOfNextMinute()).toMatchObject([
      {
        operation: 'CHANGE_SUBSCRIPTIONPACKAGE',
        detailedMessage: {
          subscriptionRequestResources: [
            {
              resourceProperties: [
                { type: 'IMSI', value: active['imsi'] },
                { type: 'MSISDN' },
                { type: 'ICCID' },
                { type: 'TARGET_SUBSCRIPTION_PACKAGE', value: 'IOT-NEW', operation: 'SUBSCRIPTION_PACKAGE_CHANGE' },
              ],
            },
          ],
        },
      },
    ]);
  },
);

test.each([
  ['kind of id', '/connectivity-subscriptions/change/colour/red/mode', { targetState: 'PAUSE' }],
  ['outcome', '/euiccs/89/localize', { outcome: 'maybe' }],
])('an unknown %s is refused', async (_, path, body) => {
  const { post } = await triggering();
  expect((await post(path, body)).status).toBe(400);
});
