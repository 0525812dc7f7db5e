import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCsv } from '../../src-simulator/configuration/csv.ts';
import { readConfiguration } from '../../src-simulator/configuration/read-file.ts';
import { startSimulator, type Simulator } from '../../src-simulator/simulator.ts';
import {
  controlRequest,
  itemsOf,
  openStream,
  permissionsOf,
  postJson,
  SEARCH,
  signedIn,
  simulatorForTest,
  subscribe,
  tokenFor,
} from '../fixtures/consumer.ts';

function filesIn(files: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-configuration-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return join(folder, Object.keys(files)[0] ?? '');
}

/** Returns the error of a wrong file, without the name of the folder. */
function mistakesIn(files: Record<string, unknown>): string {
  const path = filesIn(files);
  try {
    readConfiguration(path);
    return 'none';
  } catch (error) {
    return String(error).replaceAll(`${path.slice(0, path.lastIndexOf('/'))}/`, '');
  }
}

async function simulatorFrom(files: Record<string, unknown>): Promise<Simulator> {
  const simulator = await startSimulator({ scenario: 'none', ...readConfiguration(filesIn(files)) });
  onTestFinished(() => simulator.stop());
  return simulator;
}

async function tokenOf(simulator: Simulator, clientId: string, clientSecret: string): Promise<Response> {
  return fetch(`${simulator.profile.authUrl}/auth/realms/${simulator.profile.realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
}
const accessToken = async (response: Response) => ((await response.json()) as { access_token: string }).access_token;

const returning = (...fields: string[]) => ({ returnFields: fields.map((field) => `iotSubscription.${field}`) });

test('[SIM-55] applies domains, accounts, rights, required rights and variants of the file', async () => {
  const simulator = await simulatorFrom({
    'service.json': {
      realm: 'acme',
      domains: [{ id: 'acme', subscriptions: 3, variants: { itemShape: 'flat' } }],
      rights: { reader: { roles: ['READER'], permissions: { inventory: ['find'] } } },
      requiredRights: { search: { resource: 'inventory', permissions: ['find'] } },
      clients: [
        { flow: 'clientCredentials', clientId: 'r', clientSecret: 'rs', authentication: 'post', rights: 'reader' },
        { flow: 'clientCredentials', clientId: 'o', clientSecret: 'os', authentication: 'post' },
        { flow: 'authorizationCode', clientId: 'web', redirectUris: ['https://app.example/back'] },
      ],
      users: [{ username: 'ann', password: 'pw', rights: 'reader' }],
    },
  });
  const token = await accessToken(await tokenOf(simulator, 'r', 'rs'));
  const search = async (with_: string) => postJson(simulator.origin + SEARCH, with_, {});
  const found = (await (await search(token)).json()) as { items: object[] };
  const refused = await search(await accessToken(await tokenOf(simulator, 'o', 'os')));
  const subscribed = await subscribe(simulator, token);
  expect({
    realm: simulator.profile.realm,
    permissions: await (await permissionsOf(simulator, token)).json(),
    items: found.items.length,
    flat: 'iccid' in (found.items[0] ?? {}),
    refused: [refused.status, await refused.text()],
    subscribed: subscribed.status,
  }).toEqual({
    realm: 'acme',
    permissions: {
      domainId: 'acme',
      roles: ['READER'],
      accessRights: [],
      solutions: [],
      permissions: { inventory: ['find'] },
    },
    items: 3,
    flat: true,
    refused: [403, expect.stringContaining('inventory:find')],
    subscribed: 403,
  });
});

test('[SIM-55] creates the default accounts if the file configures only domains', async () => {
  const simulator = await simulatorFrom({ 'service.json': { domains: [{ id: 'acme.north', subscriptions: 2 }] } });
  const rights = (await (await permissionsOf(simulator, await tokenFor(simulator))).json()) as object;
  expect(rights).toMatchObject({ domainId: 'acme.north', roles: ['CONNECTIVITY_OPERATOR', 'FLEET_VIEWER'] });
  expect((await tokenOf(simulator, 'watchfloor-ports', 'practice: ports+secret')).status).toBe(401);
});

test.each([
  ['an unknown key', { realm: 'x', colour: 1 }, 'line 3, colour: unknown setting'],
  ['a value of the wrong type', { port: 'http' }, 'line 2, port: expected a whole number from 0 to 65535'],
  [
    'an unknown domain',
    { users: [{ username: 'a', password: 'b', domain: 'z' }] },
    'line 6, users[0].domain: there is no domain "z"; expected one of nordwind.europe.logistics, ostsee.ports',
  ],
  [
    'unknown rights',
    { users: [{ username: 'a', password: 'b', rights: 'king' }] },
    'line 6, users[0].rights: there are no rights "king"; expected one of operator, watcher',
  ],
  [
    'a mistake within rights',
    { users: [{ username: 'a', password: 'b', rights: { role: [] } }] },
    'line 7, users[0].rights.role: unknown setting',
  ],
  [
    'two accounts with the same name',
    {
      users: [
        { username: 'a', password: 'b' },
        { username: 'a', password: 'c' },
      ],
    },
    'line 8, users[1].username: duplicate "a"',
  ],
  ['a key without a certificate', { tlsKey: 'k.pem' }, 'line 2, tlsKey: tlsCert is also required'],
  [
    'a prefix that hides the control',
    { prefixes: { base: '/control' } },
    'line 3, prefixes.base: expected a path other than that of the control',
  ],
  ['invalid JSON', '{\n "port": 1,\n}', 'line 3: not valid JSON; expected a name in quotation marks'],
  [
    'a malformed row',
    { domains: [{ id: 'a', rows: [{ eid: '89' }] }] },
    'line 7, domains[0].rows[0].eid: expected an EID of 32 digits',
  ],
])('[SIM-55] reports %s with its place and the expected value', (_what, content, message) => {
  expect(mistakesIn({ 'service.json': content })).toBe(`ConfigurationMistake: service.json: ${message}`);
});

const iccid = '8946200012345678905';

test('[SIM-55] reads subscriptions from CSV and generates the missing values to fit', async () => {
  const simulator = await simulatorFrom({
    'service.json': { domains: [{ id: 'acme', rows: 'fleet.csv', subscriptions: 3 }] },
    'fleet.csv': `\uFEFFiotSubscription.iccid,companyName,label,subscriptionType\r\n${iccid},"Älg, ""Nord""\nAB",A,UICC\r\n,Älg,B,EUICC\r\n`,
  });
  const token = await tokenFor(simulator);
  const items = await itemsOf(
    simulator,
    token,
    returning('iccid', 'companyName', 'label', 'subscriptionType', 'eid', 'domainId'),
  );
  expect(items).toEqual([
    {
      iccid,
      companyName: 'Älg, "Nord"\nAB',
      label: 'A',
      subscriptionType: 'UICC',
      eid: null,
      domainId: expect.stringMatching(/^acme/),
    },
    {
      iccid: expect.stringMatching(/^\d{19,20}$/),
      companyName: 'Älg',
      label: 'B',
      subscriptionType: 'EUICC',
      eid: expect.stringMatching(/^\d{32}$/),
      domainId: expect.stringMatching(/^acme/),
    },
    expect.objectContaining({ iccid: expect.stringMatching(/^\d{19,20}$/) }),
  ]);
});

test('[SIM-55] accepts a change of a given subscription by a given and by a generated identifier, and gives 404 for an unknown one', async () => {
  const simulator = await simulatorFrom({
    'service.json': {
      domains: [
        {
          id: 'acme',
          rows: [
            { iccid, state: 'ACTIVE' },
            { label: 'B', state: 'ACTIVE' },
          ],
        },
      ],
    },
  });
  const token = await tokenFor(simulator);
  const [, other] = await itemsOf(simulator, token, returning('msisdn'));
  const mode = (idType: string, id: string) =>
    postJson(
      `${simulator.origin}/iot-connect/subscriptions/v1/connectivity-subscriptions/change/${idType}/${id}/mode`,
      token,
      { targetState: 'PAUSE' },
    );
  const statuses = [
    (await mode('iccid', iccid)).status,
    (await mode('msisdn', other?.['msisdn'] ?? '')).status,
    (await mode('iccid', '8946200000000000000')).status,
  ];
  expect(statuses).toEqual([202, 202, 404]);
});

test.each([
  ['a malformed identifier', 'iccid,msisdn\n12,491701234567', 'line 2, iccid: expected an ICCID of 18 to 20 digits'],
  ['an identifier given twice', `iccid\n${iccid}\n\n${iccid}`, `line 4, iccid: ${iccid} is already in line 2`],
  ['an unknown column', 'iccid,colour\n,', 'line 1: "colour" is not a field; fields are iotSubscriptionId, '],
  ['a repeated column', 'iccid,iotSubscription.iccid\n,', 'line 1: duplicate column iccid'],
  ['too few cells', 'iccid,label\n1', 'line 2: expected 2 cells, as in the first line, not 1'],
  ['a stray quotation mark', 'label\na"b', 'line 2: misplaced quotation mark'],
  ['an unclosed quotation mark', 'label\n"ab\nc', 'line 2: misplaced quotation mark'],
  ['a plain UICC with an EID', `subscriptionType,eid\nUICC,${'8'.repeat(32)}`, 'line 2, eid: a plain UICC has no EID'],
  [
    'a row of another domain',
    'domainId\nb',
    'line 2, domainId: expected a or a domain below it that is not another domain here, not b',
  ],
  ['a change in the future', 'lastModifiedAt\n2999-01-01T00:00:00Z', 'line 2, lastModifiedAt: it is after the start, '],
  ['the absence of rows', 'iccid\n', 'there are no subscriptions below the first line'],
])('[SIM-55] reports %s in a CSV file', (_what, csv, message) => {
  const files = { 'service.json': { domains: [{ id: 'a', rows: 'fleet.csv' }] }, 'fleet.csv': csv };
  expect(mistakesIn(files)).toContain(`ConfigurationMistake: fleet.csv: ${message}`);
});

test('[SIM-55] refuses fewer subscriptions than the CSV file has rows', () => {
  const service = { domains: [{ id: 'acme', subscriptions: 1, rows: 'fleet.csv' }] };
  expect(mistakesIn({ 'service.json': service, 'fleet.csv': 'label\none\ntwo\n' })).toMatch(
    /domains\[0\]\.subscriptions: expected at least the 2 rows given$/,
  );
});

test('[SIM-55] reads CSV by RFC 4180 and returns the line number of each row', () => {
  expect(readCsv('a,b\r\n"1\r\n2",""""\n\nx,')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1\r\n2', '"'] },
    { line: 5, cells: ['x', ''] },
  ]);
});

const change = (simulator: Simulator, body: unknown) => controlRequest(simulator, 'PATCH settings', body);
const settingsOf = async (simulator: Simulator) => (await controlRequest(simulator, 'GET settings')).answer;

test('[SIM-50] GET /control/settings returns the settings without secrets', async () => {
  const simulator = await simulatorForTest();
  const text = await (await fetch(`${simulator.origin}/control/settings`)).text();
  expect(JSON.parse(text)).toMatchObject({
    realm: 'iot',
    variants: { secondSubscriber: 'refuse-409', accessTokens: 'jwt' },
    domains: [{ id: 'nordwind.europe.logistics', subscriptions: 1000 }, { id: 'ostsee.ports' }],
    users: [{ username: 'olivia' }, { username: 'walter' }, { username: 'petra' }],
  });
  expect(text.match(/secret|practice|password/gi)).toBeNull();
});

test('[SIM-55] PATCH /control/settings changes variants, accounts and rights for the next request', async () => {
  const { simulator, token } = await signedIn();
  const { status } = await change(simulator, {
    variants: { itemShape: 'flat', accessTokens: 'opaque' },
    domains: [{ id: 'nordwind.europe.logistics', variants: { secondSubscriber: 'refuse-423' } }],
    clients: [
      { flow: 'clientCredentials', clientId: 'new', clientSecret: 's', authentication: 'post', domain: 'ostsee.ports' },
    ],
    accounts: { 'watchfloor-limited': { rights: 'operator' } },
    requiredRights: { subscribe: { resource: 'reports', permissions: ['read'] } },
  });
  const stream = await openStream(simulator, token);
  const added = await accessToken(await tokenOf(simulator, 'new', 's'));
  const second = await subscribe(simulator, token);
  const limited = await tokenFor(simulator, 'limited');
  const search = await postJson(simulator.origin + SEARCH, limited, {
    limit: 1,
    returnFields: ['iotSubscription.state'],
  });
  expect({
    status,
    domain: ((await (await permissionsOf(simulator, added)).json()) as { domainId: string }).domainId,
    opaque: !added.includes('.'),
    second: second.status,
    limited: [search.status, ((await search.json()) as { items: unknown[] }).items],
  }).toEqual({
    status: 200,
    domain: 'ostsee.ports',
    opaque: true,
    second: 423,
    limited: [200, [{ state: expect.any(String) }]],
  });
  await stream.close();
});

test.each([
  [{ realm: 'other' }, /it can only be set when the simulator starts: start it again with another one/],
  [{ scenario: 'none' }, /POST \/control\/set-scenario plays another one/],
  [{ variants: { itemShape: 'round' } }, /itemShape/],
  [{ domains: [{ id: 'nowhere' }] }, /^domains\[0\]\.id: there is no domain "nowhere"; expected one of /],
  [{ accounts: { nobody: { rights: 'operator' } } }, /^accounts\.nobody: there is no user or client/],
  [
    { users: [{ username: 'watchfloor-basic', password: 'x' }] },
    /^users\[0\]\.username: "watchfloor-basic" is a client/,
  ],
])('[SIM-55] PATCH /control/settings refuses %j with a sentence and changes nothing', async (refused, sentence) => {
  const simulator = await simulatorForTest();
  const before = await settingsOf(simulator);
  const both = { users: [{ username: 'new', password: 'x' }], ...refused };
  expect(await change(simulator, both)).toEqual({
    status: 400,
    answer: { error: 'bad_request', message: expect.stringMatching(sentence) },
  });
  expect(await settingsOf(simulator)).toEqual(before);
});
