import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { createNetwork } from '../../src-main/adapters/network/network.ts';
import { createOutletSender } from '../../src-main/adapters/outlets/outlet-sender.ts';
import { type AlertmanagerOutletParts, sendAlerts } from '../../src-main/core/outlets/alertmanager-outlet.ts';
import { alertsMessage } from '../../src-main/core/outlets/message-formats.ts';
import { messageTransport } from '../../src-main/core/outlets/outlet-request.ts';
import { firstState } from '../../src-main/core/outlets/outlet-state.ts';
import { ReceiverClock } from '../../src-main/core/outlets/receiver-clock.ts';
import type { Turn } from '../../src-shared/domain/outlets/turn.ts';
import { aGroupTurn, anOutlet } from '../doubles/an-outlet.ts';
import { FakeClock } from '../doubles/fake-clock.ts';
import { createFastClock } from '../doubles/fast-clock.ts';
import { MemoryOutlets } from '../doubles/memory-outlets.ts';
import { someProfile } from '../doubles/profile.ts';
import { InProcessCommand } from '../support/command.ts';
import { NOBODY, startAlertmanager } from '../support/alertmanager.ts';
import { rounds } from '../support/breadth.ts';
import { startReceiver } from '../support/http-receiver.ts';
import { missingAlertmanager } from '../support/missing-programs.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { sentLocalization } from '../doubles/sent-failures.ts';
import { ALLOCATION_CAUSE, alarmFixture, failedEvent, WAIT_OPTIONS } from './alarm-fixture.ts';

const workplace = alarmFixture();
/** Outlets are read again every 1.5 s and retried after a second. */
const startFastWatch = () => workplace.startWatch(undefined, undefined, createFastClock(8));
const STORM_WAIT = { timeout: 120_000, interval: 200 };
const SECRET = Buffer.alloc(32, 5).toString('base64');

async function refused(...args: string[]): Promise<string> {
  const command = new InProcessCommand([
    'outlets',
    ...args,
    '--data-dir',
    workplace.dataDir(),
    '--profile',
    workplace.profileFile(),
  ]);
  const code = await command.exit;
  return `${code} ${command.stderr.trim()}`;
}

async function outlets(...args: string[]): Promise<string[]> {
  const command = new InProcessCommand(['outlets', ...args, '--data-dir', workplace.dataDir()]);
  expect({ code: await command.exit, stderr: command.stderr }).toEqual({ code: 0, stderr: '' });
  return command.stdout.split('\n').filter((line) => line !== '');
}

const deliveries = async () =>
  (await outlets('log', '--format', 'ndjson')).map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

describe('[OUTLET-60] an outlet that is added while Watchfloor watches works within two seconds', () => {
  test('the outlet sends later turns, and its log lists them; a removed outlet sends nothing', async () => {
    const receiver = await startReceiver();
    const watch = await workplace.startWatch();
    await outlets('add', 'cloudevents', 'hook', '--url', `${receiver.url}/in`);
    await vi.waitFor(
      async () =>
        expect(await outlets('list', '--format', 'ndjson')).toEqual([expect.stringContaining('"state":"ready"')]),
      { timeout: 2_000 + 3_000, interval: 50 },
    );
    workplace.send(failedEvent(1));
    await vi.waitFor(
      () =>
        expect(receiver.events()).toMatchObject([{ type: 'watchfloor.group.opened.v1', subject: ALLOCATION_CAUSE }]),
      WAIT_OPTIONS,
    );
    await vi.waitFor(
      async () =>
        expect(await deliveries()).toMatchObject([
          { outlet: 'hook', outcome: 'delivered', turn: 'opened', subject: ALLOCATION_CAUSE, attempts: 1 },
        ]),
      WAIT_OPTIONS,
    );
    await outlets('remove', 'hook');
    await vi.waitFor(() => expect(readFileSync(join(profileFolder(), 'outlets.json'), 'utf8')).not.toContain('hook'));
    await workplace.stopWatch(watch);
    expect(receiver.received.length).toBe(1);
  });
});

const profileFolder = () => {
  const [folder = ''] = readdirSync(join(workplace.dataDir(), 'profiles'));
  return join(workplace.dataDir(), 'profiles', folder);
};

test('[OUTLET-10] a turn from before the receiver was away and Watchfloor was stopped arrives with the same id', async () => {
  const receiver = await startReceiver();
  const first = await startFastWatch();
  await outlets('add', 'cloudevents', 'hook', '--url', receiver.url);
  await vi.waitFor(
    async () => expect((await outlets('list', '--format', 'ndjson'))[0]).toContain('"ready"'),
    WAIT_OPTIONS,
  );
  await receiver.leave();
  workplace.send(failedEvent(1));
  await vi.waitFor(
    async () =>
      expect(await deliveries()).toMatchObject([
        { outcome: 'retrying', detail: expect.stringContaining('ECONNREFUSED') },
      ]),
    WAIT_OPTIONS,
  );
  const [before] = await deliveries();
  await workplace.stopWatch(first);
  await receiver.comeBack();
  await startFastWatch();
  await vi.waitFor(() => expect(receiver.events().map(({ id }) => id)).toEqual([before?.['id']]), WAIT_OPTIONS);
});

test('[LEAK-1] a secret signs, and is in no file, no output and no message', async () => {
  const receiver = await startReceiver();
  const folder = temporaryDirectory();
  const [secretFile, keyFile] = [join(folder, 'secret'), join(folder, 'key')];
  writeFileSync(secretFile, SECRET);
  writeFileSync(keyFile, Buffer.alloc(48, 3).toString('base64'), { mode: 0o600 });
  await workplace.profile();
  const options = ['--vault-key-file', keyFile, '--profile', workplace.profileFile()];
  const printed = [
    await outlets('add', 'cloudevents', 'hook', '--url', `${receiver.url}/in`, '--secret-file', secretFile, ...options),
    await outlets(
      'add',
      'template',
      'chat',
      '--url',
      `${receiver.url}/{secret}`,
      '--secret-file',
      secretFile,
      ...options,
    ),
    await outlets('test', 'hook', ...options),
    await outlets('test', 'chat', ...options),
  ].flat();
  const [signed, chat] = receiver.received;
  expect(printed.slice(2)).toEqual(['Accepted: HTTP 200', 'Accepted: HTTP 200']);
  expect(() => new Webhook(SECRET).verify(signed?.body ?? '', signed?.headers ?? {})).not.toThrow();
  expect([chat?.path, JSON.parse(chat?.body ?? '{}')]).toEqual([
    `/${SECRET}`,
    { text: expect.stringContaining('Test from Watchfloor') },
  ]);
  const files = readdirSync(workplace.dataDir(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect(files.length).toBeGreaterThan(0);
  expect([...files, ...printed, signed?.body, chat?.body].filter((text) => text?.includes(SECRET))).toEqual([]);
});

test.for([
  [['add', 'cloudevents', 'x', '--url', 'http://10.0.0.1/'], 'Plain http is possible only for this computer'],
  [['add', 'cloudevents', 'x', '--url', 'https://a:b@example.com/'], 'No user and password in the address'],
  [['add', 'cloudevents', 'x', '--url', 'nonsense'], 'Expected an address'],
  [['add', 'template', 'x', '--url', 'https://example.com/{secret}'], 'give it with --secret-file'],
  [['add', 'pager', 'x', '--url', 'https://example.com/'], 'Allowed choices are'],
  [['add', 'ndjson', 'x'], "required option '--url <URL>' not specified"],
  [['add', 'heartbeat', 'x', '--url', 'https://example.com/', '--every', '0'], 'from 5 to 3600'],
  [['add', 'alertmanager', 'x', '--url', 'https://example.com/', '--batch'], '--batch is only for cloudevents'],
  [['add', 'cloudevents', 'x', '--url', 'https://example.com/', '--send', 'everything'], 'is not a topic'],
  [['add', 'ndjson', 'x', '--url', '/var/log/x.ndjson', '--auth', 'bearer'], '--auth is not for ndjson'],
  [['add', 'alertmanager', 'x', '--url', 'https://a:b@example.com/'], 'Use --auth basic, with USER:PASSWORD'],
  [['remove', 'nobody'], 'There is no outlet "nobody"'],
  [['test', 'nobody'], 'There is no outlet "nobody"'],
] as const)('[OUTLET-60] a wrong call says what to do: %j', async ([args, words]) => {
  await workplace.profile();
  const said = await refused(...args);
  expect(said).toContain(words);
  expect(said.startsWith('2 ')).toBe(true);
});

test('[OUTLET-60] a file of outlets that cannot be understood is kept, and the last known outlets go on', async () => {
  const receiver = await startReceiver();
  await startFastWatch();
  await outlets('add', 'cloudevents', 'hook', '--url', receiver.url);
  await vi.waitFor(
    async () => expect((await outlets('list', '--format', 'ndjson'))[0]).toContain('"ready"'),
    WAIT_OPTIONS,
  );
  const path = join(profileFolder(), 'outlets.json');
  writeFileSync(path, '{ "version": 1, "outlets": [');
  workplace.send(failedEvent(1));
  await vi.waitFor(() => expect(receiver.received.length).toBe(1), WAIT_OPTIONS);
  expect(await refused('list')).toContain('cannot be understood');
  expect(readFileSync(path, 'utf8')).toBe('{ "version": 1, "outlets": [');
});

test.skipIf(missingAlertmanager() !== null)(
  '[OUTLET-30] a real Alertmanager takes an alert of a computer whose clock is 11 minutes ahead, and its end',
  async () => {
    const alertmanager = await startAlertmanager(`global: { resolve_timeout: 1s }\n${NOBODY}`);
    const aheadMs = 11 * 60_000;
    const clock = new FakeClock(Date.now() + aheadMs);
    const sender = createOutletSender({ network: createNetwork({ env: {} }), onSecret: () => undefined });
    const outlet = anOutlet({ kind: 'alertmanager', url: `${alertmanager.url}/api/v2/alerts` });
    const receiverClock = new ReceiverClock(clock);
    const { signal } = new AbortController();
    const turns: Turn[] = [aGroupTurn(1, { at: clock.now() })];
    const parts: AlertmanagerOutletParts = {
      turns: { after: (number) => turns.filter((turn) => turn.number > number), openGroups: () => new Map() },
      records: { add: () => undefined },
      isMeant: () => true,
      profile: { id: 'p-1', name: 'Acme', domain: null },
      now: () => clock.now(),
      random: () => 0.5,
      receiverTime: () => receiverClock.time,
      async post(body) {
        const request = { sender, secrets: new MemoryOutlets().secretsOf(someProfile.id), profile: someProfile };
        const response = await messageTransport(request, outlet, signal).request(alertsMessage(body));
        // The sender compares with the real clock.
        if (response.kind !== 'failed') receiverClock.update((response.clockOffsetMs ?? 0) - aheadMs);
        return response;
      },
    };
    const opened = await sendAlerts(parts, firstState(outlet), false, signal);
    const [alert] = await alertmanager.alerts();
    // The alert lasts for minutes, although this Alertmanager ends alerts without an end after a second.
    expect(Math.round((Date.parse(alert?.endsAt ?? '') - Date.now()) / 60_000)).toBe(4);
    turns.push(aGroupTurn(2, { turn: 'ended', at: clock.now() }));
    const ended = await sendAlerts(parts, opened.state, false, signal);
    expect([opened.isSent, ended.isSent, await alertmanager.alerts()]).toEqual([true, true, []]);
  },
);

test.skipIf(missingAlertmanager() !== null)(
  '[OUTLET-30] a real Alertmanager gets a storm of failures as one alert for each cause, which ends with them',
  { timeout: 240_000 },
  async () => {
    const alertmanager = await startAlertmanager();
    const { composition, watch } = await workplace.startWatch();
    await outlets('add', 'alertmanager', 'ops', '--url', alertmanager.url);
    await vi.waitFor(
      async () => expect((await outlets('list', '--format', 'ndjson'))[0]).toContain('"ready"'),
      WAIT_OPTIONS,
    );
    const count = rounds({ usual: 1_000, thorough: 10_000 });
    const steps = ['DOWNLOADED', 'ALLOCATED', 'ENABLED'] as const;
    const codes = {
      DOWNLOADED: 'START_PROFILE_DOWNLOAD_FAILED',
      ALLOCATED: 'START_PROFILE_ALLOCATION_FAILED',
      ENABLED: 'START_PROFILE_ENABLE_FAILED',
    };
    const at = Date.now();
    for (let number = 0; number < count; number += 1) {
      const operation = steps[number % steps.length] ?? 'ENABLED';
      workplace.send(failedEvent(number, { operation, at: at + number, errorCode: codes[operation] }));
    }
    const { cases } = composition.backend.watch(watch);
    const open = (groups: readonly (string | number)[]) =>
      groups.reduce((sum: number, group) => sum + Number(group), 0);
    await vi.waitFor(async () => {
      const { value } = await cases.subscribe(undefined).next();
      expect(open((value?.state.groups ?? []).map((group) => group.open))).toBe(count);
    }, STORM_WAIT);
    // Counts alone are sent once a minute. The alert of another cause takes them along.
    workplace.send(failedEvent(count, { at: at + count, errorCode: 'ANOTHER_CAUSE' }));
    await vi.waitFor(async () => {
      const alerts = await alertmanager.alerts();
      expect([alerts.length, open(alerts.map(({ annotations }) => annotations['open'] ?? ''))]).toEqual([
        steps.length + 1,
        count + 1,
      ]);
    }, STORM_WAIT);
    for (let number = 0; number <= count; number += 1)
      workplace.send(
        sentLocalization({
          eid: `8904903200000100000000${String(3_572_847_000 + number)}`,
          operation: 'LOCALIZED',
          at: at + count + 1 + number,
        }),
      );
    await vi.waitFor(async () => expect(await alertmanager.alerts()).toEqual([]), STORM_WAIT);
  },
);
