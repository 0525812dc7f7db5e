/** Tests outlets that send events of saved views, over real HTTP, disk and databases. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { parseFilter } from '../../src-shared/domain/filter/filter-text.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import { templateFields } from '../../src-shared/domain/outlets/template.ts';
import { createFastClock } from '../doubles/fast-clock.ts';
import { InProcessCommand } from '../support/command.ts';
import { startReceiver } from '../support/http-receiver.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { sentRequest } from '../doubles/sent-failures.ts';
import { alarmFixture, type AlarmWatch, failedEvent, WAIT_OPTIONS } from './alarm-fixture.ts';

const workplace = alarmFixture();
/** Outlets are read again every 1.5 s and retried after a second. */
const startWatch = () => workplace.startWatch(undefined, undefined, createFastClock(8));
/** A comma does not separate views. */
const NAME = 'Failures, Norway';

function view(part: Partial<SavedView> = {}, query = 'outcome:failed country:NO'): SavedView {
  const parsed = parseFilter(query);
  if (parsed.kind !== 'filter') throw new Error('the query has a mistake');
  return { id: 'view-1', name: NAME, filter: parsed.filter, pinned: false, notify: null, ...part };
}

function viewsOf({ composition, watch }: AlarmWatch) {
  return composition.backend.watch(watch).views;
}

async function run(...args: string[]) {
  const command = new InProcessCommand([...args, '--data-dir', workplace.dataDir()]);
  return { code: await command.exit, stdout: command.stdout, stderr: command.stderr };
}

async function outlets(...args: string[]): Promise<Readonly<Record<string, unknown>>[]> {
  const { code, stdout, stderr } = await run('outlets', ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return /^[[{]/.test(stdout) ? linesOf(stdout) : [];
}

function linesOf(text: string): Readonly<Record<string, unknown>>[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

const listed = async () => (await outlets('list', '--format', 'ndjson'))[0];
const isReady = () => vi.waitFor(async () => expect(await listed()).toMatchObject({ state: 'ready' }), WAIT_OPTIONS);

const stored = (count: number) =>
  vi.waitFor(async () => {
    const { code, stdout, stderr } = await run('events', '--format', 'ndjson', '--kind', 'LOCALIZATION');
    if (code !== 0) throw new Error(stderr);
    expect(linesOf(stdout)).toHaveLength(count);
    return linesOf(stdout);
  }, WAIT_OPTIONS);

test('[OUTLET-100] an outlet sends each later event of a view once, in order, with the fields that `events` prints', async () => {
  const receiver = await startReceiver();
  const watch = await startWatch();
  await viewsOf(watch).put([view()]);
  workplace.send(failedEvent(1));
  await stored(1);
  await outlets('add', 'cloudevents', 'hook', '--url', receiver.url, '--send', `view:${NAME}`, '--unmasked');
  // The watcher takes the outlet up within two seconds. No event in this time is lost.
  workplace.send(failedEvent(2));
  workplace.send(failedEvent(3, { country: 'SE' }));
  workplace.send(failedEvent(4));
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), WAIT_OPTIONS);
  const [, second, , fourth] = await stored(4);
  const sent = receiver.events();
  expect(sent.map(({ data }) => data)).toEqual([
    { profile: 'Acme', domain: expect.any(String), ...second },
    { profile: 'Acme', domain: expect.any(String), ...fourth },
  ]);
  expect(sent.map(({ type, subject }) => [type, subject])).toEqual([
    ['watchfloor.event.v1', `eid:${String(second?.['eid'])}`],
    ['watchfloor.event.v1', `eid:${String(fourth?.['eid'])}`],
  ]);
  expect(new Set(sent.map(({ id }) => id.replace(/\d+$/, ''))).size).toBe(1);
  await vi.waitFor(
    async () =>
      expect(await outlets('log', '--format', 'ndjson')).toMatchObject([
        { outcome: 'delivered', turn: 'event', subject: `eid:${String(second?.['eid'])}`, attempts: 1 },
        { outcome: 'delivered', turn: 'event', id: sent[1]?.id },
      ]),
    WAIT_OPTIONS,
  );
  expect(await listed()).toMatchObject({ send: [`view:${NAME}`], unmasked: true, state: 'working', problem: null });
});

describe('[OUTLET-100] identifiers are masked in everything that is sent, unless the user says otherwise', () => {
  const CANARIES = {
    eid: '89049032000001000000000000000417',
    iccid: '8946040000000001234',
    imsi: '240079900212345',
    msisdn: '+46709002765',
    company: 'Canary Logistics AB',
    user: 'vivi.canary',
  };
  const property = (type: string, value: string) => ({ type, value });
  function sendCanaries(): void {
    workplace.send(failedEvent(1, { eid: CANARIES.eid, iccid: CANARIES.iccid }));
    const { imsi, msisdn, iccid, eid, company, user } = CANARIES;
    const resourceProperties = [
      property('IMSI', imsi),
      property('MSISDN', msisdn),
      property('ICCID', iccid),
      property('EID', eid),
    ];
    const subscriptionRequestResources = [{ resourceProperties, resourceState: 'FAILED', resourceId: 'r-1' }];
    const message = { companyName: company, createdBy: user, subscriptionRequestResources };
    workplace.send(sentRequest('REQ-1', Date.now(), { message }));
  }
  const found = (texts: readonly string[]) =>
    Object.entries(CANARIES)
      .filter(([, value]) => texts.some((text) => text.includes(value)))
      .map(([name]) => name);

  test('each kind, with every field of a template', async () => {
    const receiver = await startReceiver();
    const folder = temporaryDirectory();
    const [template, file] = [join(folder, 'all.json'), join(folder, 'events.ndjson')];
    const all = JSON.stringify({ text: templateFields.map((field) => `{${field}}`).join(' ') });
    writeFileSync(template, all);
    const watch = await startWatch();
    await viewsOf(watch).put([view({}, 'kind:LOCALIZATION,CMP_EVENT')]);
    const send = ['--send', `view:${NAME}`];
    await outlets('add', 'cloudevents', 'hook', '--url', `${receiver.url}/hook`, ...send);
    await outlets('add', 'template', 'chat', '--url', `${receiver.url}/chat`, '--template', template, ...send);
    await outlets('add', 'ndjson', 'file', '--url', file, ...send);
    sendCanaries();
    const texts = () => [...receiver.received.map(({ body }) => body), readFileSync(file, 'utf8')];
    await vi.waitFor(() => {
      expect(receiver.received).toHaveLength(4);
      expect(linesOf(readFileSync(file, 'utf8'))).toHaveLength(2);
    }, WAIT_OPTIONS);
    expect(found(texts())).toEqual([]);
    for (const name of ['hook', 'chat', 'file']) await outlets('change', name, '--unmasked');
    await vi.waitFor(
      () => {
        sendCanaries();
        expect(found(texts())).toEqual(Object.keys(CANARIES));
      },
      { ...WAIT_OPTIONS, interval: 500 },
    );
  });
});

test('[OUTLET-100] a deleted view is named, its events wait until it exists again; a renamed one goes on', async () => {
  const receiver = await startReceiver();
  const watch = await startWatch();
  const views = viewsOf(watch);
  await views.put([view()]);
  await outlets('add', 'cloudevents', 'hook', '--url', receiver.url, '--send', `view:${NAME},signal`);
  await isReady();
  await views.remove('view-1');
  expect(await listed()).toMatchObject({
    state: 'waiting',
    problem: expect.stringContaining(`The view “${NAME}” was deleted or cannot be read.`),
  });
  await workplace.stopWatch(watch);
  const again = await startWatch();
  workplace.send(failedEvent(1));
  await stored(1);
  workplace.send(failedEvent(2));
  await stored(2);
  expect(receiver.received).toEqual([]);
  await viewsOf(again).put([view({ name: 'Renamed' })]);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), WAIT_OPTIONS);
  expect(await listed()).toMatchObject({ state: 'working', problem: null, send: ['signal', 'view:Renamed'] });
  workplace.send(failedEvent(3));
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), WAIT_OPTIONS);
  const seqs = receiver.events().map(({ data }) => Number(data['seq']));
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
});

test.for([
  [
    ['add', 'cloudevents', 'x', '--url', 'https://example.com/', '--send', 'view:Nothing'],
    'There is no saved view "Nothing"',
  ],
  [['add', 'alertmanager', 'x', '--url', 'https://example.com/', '--send', `view:${NAME}`], 'take no events of a view'],
  [['add', 'heartbeat', 'x', '--url', 'https://example.com/', '--send', `view:${NAME}`], 'take no events of a view'],
  [
    ['add', 'cloudevents', 'x', '--url', 'https://example.com/', '--unmasked'],
    '--unmasked is only for the events of a view',
  ],
  [['add', 'cloudevents', 'x', '--url', 'https://example.com/', '--send', 'views'], 'is not a topic'],
  [['change', 'nobody', '--send', 'groups'], 'There is no outlet "nobody"'],
  [['change', 'hook', '--name', 'other'], 'There is an outlet with this name'],
  [['change', 'hook', '--url', 'http://10.0.0.1/'], 'Plain http is possible only for this computer'],
] as const)('[OUTLET-60] a wrong call about views or a change says what to do: %j', async ([args, words]) => {
  const watch = await startWatch();
  await viewsOf(watch).put([view()]);
  await outlets('add', 'cloudevents', 'hook', '--url', 'https://example.com/');
  await outlets('add', 'cloudevents', 'other', '--url', 'https://example.com/');
  const { code, stderr } = await run('outlets', ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
});

test('[OUTLET-60] a changed outlet goes on where it was, with its deliveries, within two seconds', async () => {
  const [first, second] = [await startReceiver(), await startReceiver()];
  const watch = await startWatch();
  await viewsOf(watch).put([view()]);
  await outlets('add', 'cloudevents', 'hook', '--url', first.url, '--send', `view:${NAME}`);
  await isReady();
  workplace.send(failedEvent(1));
  await vi.waitFor(() => expect(first.received).toHaveLength(1), WAIT_OPTIONS);
  await vi.waitFor(async () => expect(await listed()).toMatchObject({ state: 'working' }), WAIT_OPTIONS);
  await first.leave();
  workplace.send(failedEvent(2));
  await vi.waitFor(async () => expect(await listed()).toMatchObject({ state: 'failing' }), WAIT_OPTIONS);
  await outlets('change', 'hook', '--url', second.url, '--name', 'moved', '--batch');
  expect(await listed()).toMatchObject({ name: 'moved', url: second.url, send: [`view:${NAME}`] });
  await vi.waitFor(() => expect(second.received).toHaveLength(1), WAIT_OPTIONS);
  const [event] = JSON.parse(second.received[0]?.body ?? '[]') as { readonly data: { readonly seq: number } }[];
  expect(event?.data.seq).toBe((await stored(2))[1]?.['seq']);
  await vi.waitFor(
    async () =>
      expect(
        (await outlets('log', '--format', 'ndjson')).map(
          ({ outlet, outcome }) => `${String(outlet)} ${String(outcome)}`,
        ),
      ).toEqual(['moved delivered', 'moved delivered']),
    WAIT_OPTIONS,
  );
});

test('[OUTLET-52] a secret stays when its outlet is changed, except for another address: then it must be given again', async () => {
  const receiver = await startReceiver();
  const folder = temporaryDirectory();
  const [secretFile, keyFile] = [join(folder, 'secret'), join(folder, 'key')];
  writeFileSync(secretFile, 'canary-7f3a9c');
  writeFileSync(keyFile, Buffer.alloc(48, 3).toString('base64'), { mode: 0o600 });
  await workplace.profile();
  const options = ['--vault-key-file', keyFile, '--profile', workplace.profileFile()];
  const url = (path: string) => `${receiver.url}/${path}/{secret}`;
  await outlets('add', 'template', 'chat', '--url', url('a'), '--secret-file', secretFile, ...options);
  await outlets('change', 'chat', '--send', 'signal', ...options);
  await outlets('test', 'chat', ...options);
  const refused = await run('outlets', 'change', 'chat', '--url', url('b'), ...options);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('give it with --secret-file')]);
  await outlets('change', 'chat', '--url', url('b'), '--secret-file', secretFile, ...options);
  await outlets('test', 'chat', ...options);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/a/canary-7f3a9c', '/b/canary-7f3a9c']);
  const signing = join(folder, 'signing');
  writeFileSync(signing, Buffer.alloc(32, 5).toString('base64'));
  await outlets('add', 'cloudevents', 'hook', '--url', `${receiver.url}/d`, '--secret-file', signing, ...options);
  const bound = await run('outlets', 'change', 'hook', '--url', `${receiver.url}/e`, ...options);
  expect([bound.code, bound.stderr]).toEqual([2, expect.stringContaining('bound to the old address')]);
  await outlets('remove', 'hook', ...options);
  // Without the braces there is nothing that a secret could do.
  await outlets('change', 'chat', '--url', `${receiver.url}/c`, ...options);
  expect(await outlets('list', '--format', 'ndjson', ...options)).toMatchObject([{ secret: false }]);
});
