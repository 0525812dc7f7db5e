/** Tries the recipes of docs/hand-off.md with the files of docs/examples and with the real programs. */
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { templateProblem, heartbeatFields } from '../../src-shared/domain/outlets/template.ts';
import { startAlertmanager } from '../support/alertmanager.ts';
import { listening } from '../fixtures/loopback.ts';
import { RunningCommand } from '../support/command.ts';
import {
  missingAlertmanager,
  missingApprise,
  missingPrometheus,
  missingRsyslog,
  RSYSLOG,
} from '../support/missing-programs.ts';
import { startReceiver } from '../support/http-receiver.ts';
import { startPrometheus } from '../support/prometheus.ts';
import { startProgram } from '../support/start-program.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { alarmFixture, failedEvent, WAIT_OPTIONS } from './alarm-fixture.ts';

const workplace = alarmFixture();
const path = (file: string) => fileURLToPath(new URL(`../../docs/${file}`, import.meta.url));
const example = (file: string) => readFileSync(path(`examples/${file}`), 'utf8');

async function addOutlet(...args: string[]): Promise<void> {
  await workplace.outlets('add', ...args);
}

test('[OUTLET-130] the files that the recipes name exist and can be parsed', () => {
  const files = [...readFileSync(path('hand-off.md'), 'utf8').matchAll(/\]\((examples\/[^)]+)\)/g)].map(
    ([, file = '']) => file,
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    expect([file, existsSync(path(file))]).toEqual([file, true]);
    if (/\.ya?ml$/.test(file)) expect([file, typeof parse(readFileSync(path(file), 'utf8'))]).toEqual([file, 'object']);
    if (file.endsWith('.json')) expect(templateProblem(readFileSync(path(file), 'utf8'), heartbeatFields)).toBeNull();
    if (file.endsWith('.sh')) execFileSync('sh', ['-n', path(file)]);
    if (file.endsWith('.mjs')) execFileSync(process.execPath, ['--check', path(file)]);
  }
});

interface Notification {
  readonly status: string;
  readonly alerts: readonly { readonly status: string; readonly labels: Readonly<Record<string, string>> }[];
}

const firing = ({ received }: { readonly received: readonly { readonly body: string }[] }) =>
  received
    .map(({ body }) => JSON.parse(body) as Notification)
    .flatMap(({ alerts }) => alerts.filter(({ status }) => status === 'firing'))
    .map(({ labels }) => `${labels['alertname']} ${labels['severity']} ${labels['consequence'] ?? ''}`.trim());

test.skipIf((missingAlertmanager() ?? missingPrometheus()) !== null)(
  '[OUTLET-130] a real Alertmanager sends alerts to the pager or to tickets, and pages when the heartbeat stops',
  { timeout: 240_000 },
  async () => {
    const [pager, tickets] = [await startReceiver(), await startReceiver()];
    const faster = {
      'resolve_timeout: 2m': 'resolve_timeout: 12s',
      'group_wait: 10s': 'group_wait: 1s',
      'group_interval: 1m': 'group_interval: 1s',
    };
    const addresses = { 'https://pager.example.com': pager.url, 'https://tickets.example.com': tickets.url };
    let configuration = example('alertmanager.yml');
    for (const [text, other] of Object.entries({ ...faster, ...addresses })) {
      expect(configuration).toContain(text);
      configuration = configuration.replace(text, other);
    }
    const alertmanager = await startAlertmanager(configuration);
    const active = async () =>
      (await alertmanager.alerts()).map(({ labels, status }) => `${labels['alertname']} ${status.state}`);

    const watch = await workplace.startWatch();
    await addOutlet('alertmanager', 'ops', '--url', alertmanager.url);
    const heartbeat = ['--template', path('examples/alertmanager-heartbeat.json'), '--every', '5'];
    await addOutlet('heartbeat', 'alive', '--url', `${alertmanager.url}/api/v2/alerts`, ...heartbeat);
    await vi.waitFor(async () => expect(await active()).toEqual(['WatchfloorAlive active']), WAIT_OPTIONS);
    await startPrometheus(path('examples/prometheus-heartbeat.yml'), alertmanager.url);
    await vi.waitFor(async () => expect(await active()).toContain('WatchfloorSilent suppressed'), WAIT_OPTIONS);

    workplace.send(failedEvent(1));
    workplace.send(failedEvent(2, { operation: 'DOWNLOADED', errorCode: 'START_PROFILE_DOWNLOAD_FAILED' }));
    const failures = [['WatchfloorFailures critical unusable'], ['WatchfloorFailures warning unchanged']];
    await vi.waitFor(() => expect([firing(pager), firing(tickets)]).toEqual(failures), WAIT_OPTIONS);
    await workplace.stopWatch(watch);
    await vi.waitFor(() => expect(firing(pager)).toContain('WatchfloorSilent critical'), WAIT_OPTIONS);
    await workplace.startWatch();
    await vi.waitFor(async () => expect(await active()).toContain('WatchfloorSilent suppressed'), WAIT_OPTIONS);
  },
);

test('[OUTLET-130] a receiver of twenty lines verifies signed events, and refuses forged ones', async () => {
  const folder = temporaryDirectory();
  const [secretFile, keyFile] = [join(folder, 'secret'), join(folder, 'key')];
  const secret = Buffer.alloc(32, 7).toString('base64');
  writeFileSync(secretFile, secret);
  writeFileSync(keyFile, Buffer.alloc(48, 3).toString('base64'), { mode: 0o600 });
  const receiver = new RunningCommand([], { WEBHOOK_SECRET: secret, PORT: '0' }, path('examples/webhook-receiver.mjs'));
  onTestFinished(async () => void (await receiver.stop()));
  const [, port = ''] = await receiver.waitForText(/listening on (\d+)/);
  const url = `http://127.0.0.1:${port}/`;

  await workplace.profile();
  const options = ['--profile', workplace.profileFile(), '--vault-key-file', keyFile];
  await addOutlet('cloudevents', 'hook', '--url', url, '--secret-file', secretFile, ...options);
  expect(await workplace.outlets('test', 'hook', ...options)).toEqual(['Accepted: HTTP 204']);
  await receiver.waitForText(/watchfloor\.test\.v1/);
  const forged = { 'webhook-id': '1', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
  const signatures = [
    {},
    { 'webhook-signature': 'v1,AAAA' },
    { 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` },
  ];
  for (const signature of signatures) {
    const { status } = await fetch(url, { method: 'POST', body: '{}', headers: { ...forged, ...signature } });
    expect(status).toBe(401);
  }
});

test.for([
  ['Healthchecks', 'https://hc-ping.com/{secret}', '/3f1c7a52-0d2e-4a3b-9a57-6f4f0f9f8a11'],
  [
    'Uptime Kuma',
    'https://status.example.com/api/push/{secret}?status=up&msg=OK',
    '/api/push/3f1c7a52-0d2e-4a3b-9a57-6f4f0f9f8a11?status=up&msg=OK',
  ],
] as const)('[OUTLET-130] a heartbeat calls the address of a check of %s', async ([, documented, called]) => {
  expect(readFileSync(path('hand-off.md'), 'utf8')).toContain(documented);
  const receiver = await startReceiver();
  const folder = temporaryDirectory();
  const [secretFile, keyFile] = [join(folder, 'ping-id.txt'), join(folder, 'key')];
  writeFileSync(secretFile, '3f1c7a52-0d2e-4a3b-9a57-6f4f0f9f8a11\n');
  writeFileSync(keyFile, Buffer.alloc(48, 3).toString('base64'), { mode: 0o600 });
  await workplace.startWatch(undefined, undefined, undefined, keyFile);
  const url = documented.replace(/https:\/\/[^/]+/, receiver.url);
  await addOutlet(
    'heartbeat',
    'alive',
    '--url',
    url,
    '--secret-file',
    secretFile,
    '--every',
    '60',
    '--vault-key-file',
    keyFile,
  );
  await vi.waitFor(() => expect(receiver.received).toMatchObject([{ path: called, body: '' }]), WAIT_OPTIONS);
});

const line = (number: number) =>
  `${JSON.stringify({ id: `turn-${number}`, data: { title: `Title ${number}`, sentence: `It's "${number}" $HOME` } })}\n`;

test.skipIf(missingRsyslog() !== null)('[OUTLET-130] a real rsyslog sends each line of an ndjson outlet', async () => {
  const folder = temporaryDirectory();
  const turns = join(folder, 'turns.ndjson');
  writeFileSync(turns, '');
  let received = '';
  const { port } = await listening(
    createTcpServer((socket) => socket.on('data', (bytes) => (received += bytes.toString()))),
  );
  const configuration = join(folder, 'rsyslog.conf');
  const adapted = example('rsyslog.conf')
    .replace('/var/log/watchfloor/turns.ndjson', turns)
    .replace('syslog.example.com', '127.0.0.1')
    .replace('"514"', `"${port}"`);
  writeFileSync(configuration, `global(workDirectory="${folder}")\n${adapted}`);
  execFileSync(RSYSLOG, ['-N1', '-f', configuration], { stdio: 'ignore' });
  const start = () => startProgram(RSYSLOG, ['-n', '-f', configuration, '-i', join(folder, 'pid')]);
  const append = async (number: number) => {
    appendFileSync(turns, line(number));
    await vi.waitFor(() => expect(received).toContain(line(number).trim()), WAIT_OPTIONS);
  };
  const stop = start();
  await append(1);
  await append(2);
  await stop();
  onTestFinished(start());
  await append(3);
  const sent = received.trimEnd().split('\n');
  expect(sent.map((one) => one.slice(one.indexOf('{')))).toEqual([1, 2, 3].map((number) => line(number).trim()));
  expect(sent[0]).toMatch(/^<132>\S.* watchfloor: \{/);
});

test.skipIf(missingApprise() !== null)(
  '[OUTLET-130] a real Apprise sends the title and the sentence of each new line',
  async () => {
    const receiver = await startReceiver();
    const turns = join(temporaryDirectory(), 'turns.ndjson');
    writeFileSync(turns, line(1));
    const address = `${receiver.url.replace('http:', 'json:')}/notify`;
    const child = spawn('sh', [path('examples/apprise.sh'), turns, address], { stdio: 'ignore', detached: true });
    onTestFinished(() => void process.kill(-(child.pid ?? 0)));
    const titles = () =>
      receiver.received.map(({ body }) => JSON.parse(body) as { readonly title: string; readonly message: string });
    // Lines that are appended before `tail` has opened the file are not sent.
    for (let number = 2; titles().length === 0; number += 1) {
      appendFileSync(turns, line(number));
      await vi.waitFor(() => expect(titles()).not.toEqual([]), { timeout: 500, interval: 50 }).catch(() => undefined);
    }
    const [first] = titles();
    expect(first?.title).toMatch(/^Title ([2-9]|[1-9]\d+)$/);
    expect(first?.message).toBe(`It's "${first?.title.slice(6)}" $HOME`);
  },
);
