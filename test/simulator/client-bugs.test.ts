/** Plays clients with one bug each. A rule must find each bug, or the report must say that it cannot see it. */
import { expect, test } from 'vitest';
import { rules, UNSEEN } from '../../src-simulator/contract-report/report.ts';
import type { StreamCut } from '../../src-simulator/service/notification-stream.ts';
import type { SimulatorOptions } from '../../src-simulator/simulator.ts';
import { SEARCH, signInAddress, START } from '../fixtures/consumer.ts';
import { type Scene, sceneWith, type ScriptedClient } from './scripted-client.ts';

type Play = (client: ScriptedClient, scene: Scene) => Promise<unknown>;

const STREAM = '/connect/subscribe';
const order = (field: string) => [{ direction: 'asc', field: `iotSubscription.${field}` }];
const between = (min: string, max: string) => [
  { fields: ['iotSubscription.lastModifiedAt'], type: 'between', values: { min, max } },
];

async function times(count: number, act: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < count; round++) await act(round);
}

/** Loses its stream three times and comes back after `seconds`. */
const backAfter =
  (seconds: number, cut: StreamCut = 'end'): Play =>
  (client, { control, wait }) =>
    times(3, async () => {
      const stream = await client.stream();
      control.dropStreams(cut);
      await stream.ended();
      wait(seconds);
      await client.signIn();
    });

/** Loses its stream, or gets none, and never requests one again. */
const gone =
  (happens: (client: ScriptedClient, scene: Scene) => Promise<unknown>): Play =>
  async (client, scene) => {
    await happens(client, scene);
    scene.wait(94);
  };

const bugs: Record<string, readonly [readonly string[], Play, SimulatorOptions?]> = {
  'leaves its stream open after a reload': [
    ['one-stream'],
    async (client) => times(2, () => client.stream()),
    { secondSubscriber: 'allow' },
  ],
  'runs twice for a domain, where each waits for `retry` and ends the other': [
    ['one-stream'],
    async (first, { wait, program }) => {
      const second = program();
      await second.signIn();
      let open = await first.stream();
      await times(4, async (round) => {
        wait(3.05);
        const ousted = open;
        open = await (round % 2 === 0 ? second : first).stream();
        await ousted.ended();
      });
    },
    { secondSubscriber: 'end-first' },
  ],
  'stops for good when its stream is closed': [
    ['reconnect-after-close'],
    gone(async (client, { control }) => {
      const stream = await client.stream();
      control.dropStreams('end');
      await stream.ended();
    }),
  ],
  'stops for good when a proxy ends the stream in order': [
    ['reconnect-after-close'],
    gone(async (client, { control, wait }) => {
      control.planFault({ endpoint: 'subscribe', endAfterMs: 60_000 });
      const stream = await client.stream();
      wait(60);
      await stream.ended();
    }),
  ],
  'stops for good when its stream breaks off': [
    ['reconnect-after-cut'],
    gone(async (client, { control }) => {
      const stream = await client.stream();
      control.dropStreams('reset');
      await stream.ended();
    }),
  ],
  'stops for good when the session ends': [
    ['reconnect-after-end'],
    gone(async (client, { control }) => {
      const stream = await client.stream();
      control.endSession();
      await stream.ended();
    }),
  ],
  ...Object.fromEntries(
    (['refuse-409', 'refuse-423', 'refuse-403', 'end-second'] as const).map((secondSubscriber) => [
      `gives up at a taken seat (${secondSubscriber}), which becomes free ten minutes later`,
      [
        ['reconnect-after-seat-taken'],
        gone(async (client, { control, wait }) => {
          control.takeSeat(true);
          await (await client.stream()).ended();
          wait(600);
          control.takeSeat(false);
        }),
        { secondSubscriber },
      ],
    ]),
  ),
  'gives up at 401 for the stream': [
    ['reconnect-after-401'],
    gone(async (client, { control }) => {
      const stream = await client.stream();
      control.revokeTokens();
      control.dropStreams('end');
      await stream.ended();
      await (await client.stream()).ended();
    }),
  ],
  'signs in again after 401, and then forgets the stream': [
    ['reconnect-after-401'],
    gone(async (client, { control }) => {
      control.planFault({ endpoint: 'subscribe', answer: { status: 401 } });
      await (await client.stream()).ended();
      await client.signIn();
    }),
  ],
  'gives up at 503 for the stream': [
    ['reconnect-after-failure'],
    gone(async (client, { control }) => {
      control.planFault({ endpoint: 'subscribe', answer: { status: 503 } });
      await (await client.stream()).ended();
    }),
  ],
  'gives up at a reset without an answer': [
    ['reconnect-after-failure'],
    gone(async (client, { control }) => {
      control.planFault({ endpoint: 'subscribe', answer: 'empty' });
      await client.stream().catch(() => {});
    }),
  ],
  'comes back five minutes after its stream broke off': [['reconnect-after-cut'], backAfter(300, 'reset')],
  'waits for a third of `retry`': [['retry'], backAfter(1)],
  'takes `expires_in` for milliseconds': [
    ['token-kept'],
    (client) =>
      times(8, async () => {
        await client.signIn();
        await client.search({});
      }),
  ],
  'asks for a later page with another order': [
    ['page-token-query'],
    async (client) => {
      const after = await client.page({ sortBy: order('iccid'), limit: 10 });
      await client.search({ sortBy: order('imsi'), limit: 10, after });
    },
  ],
  'tries a taken seat every second': [
    ['no-storm'],
    async (client, { control, wait }) => {
      control.takeSeat(true);
      await times(8, async () => {
        await client.stream();
        wait(1);
      });
    },
  ],
  'tries a taken seat every 110 ms': [
    ['no-flood'],
    async (client, { control, wait }) => {
      control.takeSeat(true);
      await times(30, async () => {
        await client.stream();
        wait(0.11);
      });
    },
  ],
  'requests a stream that fails without a wait': [
    ['no-flood'],
    async (client, { control }) => {
      control.planFault({ endpoint: 'subscribe', times: 'forever', answer: { status: 503 } });
      await times(10, () => client.stream());
    },
  ],
  'opens each stream that the service ends at once without a wait': [
    ['no-flood', 'retry'],
    (client, { control }) =>
      times(10, async () => {
        const stream = await client.stream();
        control.dropStreams('end');
        await stream.ended();
      }),
  ],
  'uses its token until it gets 401': [
    ['expired-token-dropped'],
    async (client, { wait }) => {
      await client.search({});
      wait(307);
      expect((await client.search({})).status).toBe(401);
    },
  ],
  'reads Retry-After as seconds only': [
    ['retry-after'],
    async (client, { control }) => {
      const at = new Date(START + 20_000).toUTCString();
      control.planFault({ endpoint: 'search', answer: { status: 503, headers: { 'retry-after': at } } });
      await times(2, () => client.search({}));
    },
  ],
  'sends its token to another host after a redirect': [
    ['redirect'],
    async (client, { control, simulator }) => {
      const other = simulator.origin.replace('127.0.0.1', 'localhost') + SEARCH;
      control.planFault({ endpoint: 'search', answer: { status: 307, headers: { location: other } } });
      await client.search({});
      await client.send(other, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    },
  ],
  'asks for the first `next` again and again': [
    ['paging-ends'],
    async (client) => {
      const after = await client.page({ limit: 100 });
      await times(5, () => client.page({ limit: 100, after }));
    },
  ],
  'pages on after the last page, because there is always a `next`': [
    ['paging-ends'],
    async (client) => {
      let after = await client.page({ limit: 1000 });
      await times(6, async () => void (after = await client.page({ limit: 1000, after })));
    },
  ],
  'makes up a page token': [['request-fits'], (client) => client.search({ after: 'page-2' })],
  'searches without Accept': [['accept-header'], (client) => client.search({}, { accept: undefined })],
  'filters by local times': [
    ['utc-times'],
    (client) => client.search({ filters: between('2026-01-01T01:00:00.000+01:00', '2026-02-01T01:00:00.000+01:00') }),
  ],
  'filters by times without milliseconds': [
    ['utc-times'],
    (client) => client.search({ filters: between('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z') }),
  ],
  'sends an empty list of filters': [['one-or-more'], (client) => client.search({ filters: [] })],
  'sends an empty order': [['one-or-more'], (client) => client.search({ sortBy: [] })],
  'sends its secret in the address': [
    ['client-authentication'],
    (client) => client.signIn({}, { query: '?client_secret=no-secret', headers: { authorization: undefined } }),
  ],
  'sends its secret as Basic and in the form': [
    ['client-authentication'],
    (client) => client.signIn({ client_id: 'watchfloor-basic', client_secret: 'no-secret' }),
  ],
  'uses the password grant': [
    ['request-fits'],
    (client) => client.signIn({ grant_type: 'password', username: 'w', password: 'no secret' }),
  ],
  'asks for the scope email': [['request-fits'], (client) => client.signIn({ scope: 'openid email' })],
  'asks a person for the scope email': [
    ['request-fits'],
    (client, { simulator }) => client.send(signInAddress(simulator, { scope: 'email' })),
  ],
  'searches with GET': [['request-fits'], (client) => client.send(SEARCH)],
  'opens a second stream next to its first': [['one-stream'], (client) => times(2, () => client.stream())],
  'asks for the stream with HEAD': [
    ['stream-method'],
    (client) => client.send(STREAM, { method: 'HEAD', headers: { accept: '*/*' } }),
  ],
  'asks for the stream with POST': [
    ['stream-method'],
    (client) => client.send(STREAM, { method: 'POST', headers: { accept: '*/*' } }),
  ],
  'asks for its permissions before each request': [
    ['permissions-kept'],
    (client) => times(7, () => client.permissions()),
  ],
  'uses a refused token again and again': [
    ['refused-token-dropped'],
    async (client, { control, wait }) => {
      await client.permissions();
      control.revokeTokens();
      await times(3, async () => {
        await client.permissions();
        wait(1);
      });
    },
  ],
  'follows a redirect to an undocumented address': [
    ['redirect'],
    async (client, { control, simulator }) => {
      const location = `${simulator.origin}/elsewhere`;
      control.planFault({ endpoint: 'search', answer: { status: 307, headers: { location } } });
      await client.search({});
      await client.send(location);
    },
  ],
  'searches with a text': [['content-type'], (client) => client.search({}, { 'content-type': 'text/plain' })],
  'searches for HTML': [['content-type'], (client) => client.search({}, { accept: 'text/html' })],
  'searches version 1': [
    ['request-fits'],
    (client) =>
      client.send(SEARCH.replace('/v2/', '/v1/'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
  ],
  'asks for permissions with a body': [['no-body'], (client) => client.permissions({ body: '{}' })],
  'asks for permissions with a query': [['no-body'], (client) => client.permissions({}, '?domain=nordwind')],
  'asks for the stream with a body': [['no-body'], (client) => client.stream(undefined, '{}')],
  'uses the stream as a long poll': [
    ['stream-kept'],
    (client, { wait }) =>
      times(8, async () => {
        await (await client.stream()).close();
        wait(5);
      }),
  ],
  'closes its stream after five seconds without an event': [
    ['stream-kept'],
    (client, { wait }) =>
      times(6, async () => {
        const stream = await client.stream();
        wait(5);
        await stream.close();
      }),
  ],
  'dies of a split UTF-8 character and starts again': [
    ['stream-kept'],
    (client, { control, wait }) =>
      times(8, async () => {
        const stream = await client.stream();
        await control.sendRaw('data: é\n\n', 7);
        await stream.close();
        wait(5);
      }),
  ],
  'keeps a silent stream for ten minutes': [
    ['stale-stream'],
    async (client, { control, wait }) => {
      await client.stream();
      control.stall(true);
      wait(600);
    },
  ],
  'keeps a stream through a silence of ten minutes, after which it goes on': [
    ['stale-stream'],
    async (client, { control, wait }) => {
      await client.stream();
      control.stall(true);
      wait(600);
      control.stall(false);
      wait(60);
    },
  ],
  'keeps a silent stream for ten minutes of the service at scale 60': [
    ['stale-stream'],
    async (client, { control, wait }) => {
      await client.stream();
      control.stall(true);
      wait(10);
    },
    { timeScale: 60 },
  ],
  'localizes again at once after each failure': [
    ['localize-retry'],
    (client, { wait }) =>
      times(3, async () => {
        expect((await client.localize()).status).toBe(202);
        wait(20);
      }),
  ],
  'repeats a search five times a second after 503': [
    ['no-hammering'],
    async (client, { control, wait }) => {
      control.planFault({ endpoint: 'search', times: 'forever', answer: { status: 503 } });
      await times(60, async () => {
        await client.search({});
        wait(0.2);
      });
    },
  ],
  'repeats a search after 503 without a wait': [
    ['no-flood'],
    async (client, { control }) => {
      control.planFault({ endpoint: 'search', times: 'forever', answer: { status: 503 } });
      await times(60, () => client.search({}));
    },
  ],
  'repeats a forbidden request for ever': [
    ['no-flood'],
    async (client, { control }) => {
      control.planFault({ endpoint: 'search', times: 'forever', answer: { status: 403 } });
      await times(25, () => client.search({}));
    },
  ],
  'repeats a sign-in with a wrong secret': [
    ['no-flood'],
    (client) =>
      times(25, () => client.signIn({}, { headers: { authorization: `Basic ${btoa('watchfloor-basic:x')}` } })),
  ],
  'starts twenty times in a row with a wrong secret': [
    ['no-hammering'],
    (_, { program }) =>
      times(20, () => program().signIn({}, { headers: { authorization: `Basic ${btoa('watchfloor-basic:x')}` } })),
  ],
  'repeats a malformed search': [
    ['request-accepted', 'no-flood'],
    (client) => times(25, () => client.search({ limit: -1 })),
  ],
  'uses a filter of another type': [
    ['request-accepted'],
    (client) =>
      client.search({ filters: [{ fields: ['iotSubscription.iccid'], type: 'equals', values: { value: '1' } }] }),
  ],
  'searches by offset': [['request-accepted'], (client) => client.search({ offset: 100 })],
  'asks for a page of a million': [['request-accepted'], (client) => client.search({ limit: 1_000_000 })],
};

test.each(Object.entries(bugs))('[SIM-110] finds a client that %s', async (_, [expected, play, options]) => {
  const scene = await sceneWith(options);
  const client = scene.program();
  await client.signIn();
  await play(client, scene);
  const { findings, ok } = scene.control.report();
  expect([ok, [...new Set(findings.map(({ rule }) => rule))].toSorted()]).toEqual([false, expected.toSorted()]);
});

test.each([
  ['reconnects on SUBSCRIPTION_ENDED before the close', 'SUBSCRIPTION_ENDED'],
  ['leaves a silent stream and never comes back', '`stall`'],
  ['was stopped on purpose while it had no stream', 'stopped while it had no stream'],
  ['reaches the service through a proxy', 'A proxy on the way'],
  ['reads detailedMessage as an object only', '`variants`'],
  ['takes COMPLETED for success', 'COMPLETED'],
  ['splits lines or CRLF wrongly', 'CRLF'],
  ['never reads its stream', 'stops reading'],
  ['relies on Last-Event-ID', 'Last-Event-ID'],
])('[SIM-110] says that it cannot see a client that %s', async (_, named) => {
  const { control } = await sceneWith();
  expect(control.report().unseen).toBe(UNSEEN);
  expect(UNSEEN).toContain(named);
});

test('[SIM-40] advice leaves the outcome kept, and a breach breaks it', async () => {
  const scene = await sceneWith();
  const { control } = scene;
  expect(control.report().outcome).toBe('not-met');
  const client = scene.program();
  await client.signIn();
  await client.search({ limit: 1_000_000 });
  const advised = control.report();
  expect([advised.outcome, advised.ok, advised.findings.map(({ severity }) => severity)]).toEqual([
    'kept',
    false,
    ['advice'],
  ]);
  expect(advised.sentence).toMatch(/^No violations found\. Advice: 1\. Not tested: /);
  await client.search({ sortBy: [] });
  const { outcome, sentence } = control.report();
  expect([outcome, sentence]).toEqual([
    'broken',
    expect.stringMatching(/^The client broke the contract: 1 finding\. Advice: 1\./),
  ]);
});

test('[SIM-40] each rule that is not a breach says that it is our judgement', () => {
  for (const { id, severity, restsOn } of rules)
    expect([id, severity === 'advice' && !/our (choice|judgement)|\(advice\)/i.test(restsOn)]).toEqual([id, false]);
  expect(
    rules
      .filter(({ severity }) => severity === 'breach')
      .every(({ restsOn }) => /docs\/service\.md §|RFC/.test(restsOn)),
  ).toBe(true);
});
