import { expect, onTestFinished, test, vi } from 'vitest';
import { openWatch } from '../../../../src-main/core/open-watch.ts';
import type { Watch } from '../../../../src-main/core/watch.ts';
import type { OutletsSnapshot } from '../../../../src-shared/api/outlets.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import type { NewOutlet } from '../../../../src-shared/domain/outlets/outlet.ts';
import { anOutlet } from '../../../doubles/an-outlet.ts';
import { anOutletEntry } from '../../../doubles/page-outlets.ts';
import { answered } from '../../../doubles/memory-outlets.ts';
import { databasesInFolders } from '../../../doubles/in-thread-databases.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { RecordingStores } from '../../../doubles/recording-stores.ts';
import { aGrantSource, watchPorts } from '../../../doubles/watch-ports.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

async function stateOf({ outlets }: Pick<Watch, 'outlets'>): Promise<OutletsSnapshot> {
  const ending = new AbortController();
  for await (const { state } of outlets.subscribe(ending.signal)) {
    ending.abort();
    return state;
  }
  throw new Error('there is no state of outlets');
}

async function watching(ports = watchPorts(new RecordingStores())) {
  const watched = { profile: someProfile, practice: false, grants: aGrantSource('secret') };
  const watch = await openWatch(ports, watched, watchIdSchema.parse('the-watch'), null);
  onTestFinished(async () => void (await watch.stop()));
  const kinds = async () => (await stateOf(watch)).outlets.map(({ status }) => status.kind);
  return { ...ports, watch, kinds };
}

function newOutlet(fields: Partial<NewOutlet> = {}): NewOutlet {
  const { id: _, ...outlet } = anOutlet();
  return { ...outlet, ...fields };
}

test('[OUTLET-60] an outlet that is added or removed on the page runs, or ends, without the next look at the file', async () => {
  const { watch, kinds, clock } = await watching();
  await clock.advance(0);
  const at = clock.monotonic();
  await watch.outlets.add(newOutlet({ kind: 'heartbeat', topics: [] }), null);
  // Turns are looked at every half second, and a look at the file is due after a second.
  await clock.advance(0);
  await vi.waitFor(async () => expect(await kinds()).toEqual(['ready']));
  const [entry] = (await stateOf(watch)).outlets;
  await watch.outlets.remove(entry?.outlet.id ?? '');
  expect([await kinds(), clock.monotonic()]).toEqual([[], at]);
});

test('[OUTLET-52] the page does not read what a service of this computer answers to a test of a heartbeat', async () => {
  const { watch, outlets } = await watching();
  outlets.response = answered(200, { text: 'token=canary' });
  outlets.set([
    anOutlet({ id: 'here', kind: 'heartbeat', url: 'http://127.0.0.1:8080/admin' }),
    anOutlet({ id: 'there', kind: 'heartbeat', url: 'https://ping.example.com/' }),
  ]);
  const words = async (id: string) => (await watch.outlets.test(id)).words;
  expect(await words('here')).toBe(
    'HTTP 200. The page does not show the text that a service of this computer answers: watchfloor outlets list does.',
  );
  expect(await words('there')).toBe('HTTP 200: token=canary');
});

test('[OUTLET-40] a heartbeat runs although cases cannot be derived', async () => {
  // The cases are derived from a store that is not there.
  const { caseProjections } = databasesInFolders(() => temporaryDirectory());
  const { outlets, kinds, clock } = await watching({ ...watchPorts(new RecordingStores()), caseProjections });
  outlets.set([
    anOutlet({ id: 'alive', kind: 'heartbeat', topics: [] }),
    anOutlet({ id: 'hook', kind: 'cloudevents' }),
  ]);
  await clock.advance(2_000);
  await vi.waitFor(async () => expect(await kinds()).toEqual(['ready', 'unused']));
});

test('[OUTLET-60] the first mistake is refused in words, and nothing is stored', async () => {
  const { watch, outlets } = await watching();
  await watch.outlets.add(newOutlet({ kind: 'alertmanager', url: 'https://alerts.example.com/' }), null);
  const mistakes: readonly [Partial<NewOutlet>, string | null, RegExp][] = [
    [{}, null, /There is an outlet with this name/],
    [{ name: 'other', url: 'http://10.0.0.1/' }, null, /Plain http is possible only for this computer/],
    [{ name: 'other', url: 'https://hooks.example.com/{secret}' }, null, /give it in Secret/],
    [{ name: 'other' }, 'too-short', /base64 of 24 to 64 bytes/],
    [{ name: 'other', topics: [] }, null, /Choose at least one/],
    [{ name: 'other', url: 'https://a:b@example.com/' }, null, /Choose Basic in Send secret as, with USER:PASSWORD/],
    [{ name: 'other', url: String.raw`http://127.0.0.1\@other/` }, null, /The address leads to 127.0.0.1, which/],
    [{ name: 'other', kind: 'alertmanager' }, 'a:b', /Choose a header in Send secret as, or put \{secret\}/],
    [{ name: 'other', auth: 'bearer' }, null, /needs the secret: give it in Secret/],
    [{ name: 'other', auth: 'Basic' }, 'only-a-token', /must be USER:PASSWORD/],
    [{ name: 'other', auth: 'bearer' }, 'Bearer token', /Give only the token/],
    [{ name: 'other', auth: 'X-Key' }, 'schlüssel', /Give only the token/],
    [
      { name: 'other', auth: 'bearer', url: 'https://example.com/{secret}' },
      'token',
      /take \{secret\} out of the address/,
    ],
    [{ name: 'other', auth: 'X-Key: {secret}' }, 'token', /the name of a header, such as X-Api-Key/],
    [{ name: 'other', auth: 'Content-Type' }, 'token', /This header is set already/],
    [{ name: 'other', auth: 'webhook-signature' }, 'token', /This header is set already/],
    [
      { name: 'other', kind: 'template', template: '['.repeat(8_000) + ']'.repeat(8_000) },
      null,
      /too deep in each other/,
    ],
    [{ name: 'other', kind: 'template', template: '{ "text": "{titel}" }' }, null, /unknown field \{titel\}/],
    [{ name: 'other', kind: 'heartbeat', template: '{ "text": "{title}" }' }, null, /Known: time, profile, domain/],
  ];
  for (const [fields, secret, words] of mistakes)
    await expect(watch.outlets.add(newOutlet(fields), secret)).rejects.toMatchObject({
      data: { code: 'BAD_ARGUMENT', facts: { words: expect.stringMatching(words) } },
    });
  expect([outlets.outlets.map(({ url }) => url), outlets.secret]).toEqual([
    ['https://alerts.example.com/api/v2/alerts'],
    null,
  ]);
});

test('[OUTLET-53] lines are appended only to files for such lines, so that no other file of the user is changed', async () => {
  const { watch, outlets } = await watching();
  const add = (url: string) => watch.outlets.add(newOutlet({ kind: 'ndjson', url, name: url }), null);
  for (const url of [
    '/home/olivia/.bashrc',
    '/home/olivia/.ssh/authorized_keys',
    '/var/log/turns.ndjson/../x',
    '/dev/sda',
  ])
    await expect(add(url)).rejects.toMatchObject({
      data: { code: 'BAD_ARGUMENT', facts: { words: expect.stringContaining('must end with .ndjson or .jsonl') } },
    });
  await add('/var/log/turns.ndjson');
  await add('/var/log/turns.JSONL');
  expect(outlets.outlets.length).toBe(2);
});

test('[THREAD-4] a watch that is read only shows its outlets, and refuses to change or test them', async () => {
  const stores = new RecordingStores();
  const forbidden = appError('STORE_UNWRITABLE', { path: '/data/events.db', problem: 'forbidden' });
  stores.openFailure = forbidden;
  const ports = watchPorts(stores);
  const outlet = anOutlet();
  ports.outlets.set([outlet]);
  const state = { through: 1, refused: [], views: [], failure: null, alerts: [], hasSent: true };
  stores.readOnly.projectionRecords = async (name) =>
    name === `outlet-${outlet.id}` ? [{ key: 'state', value: JSON.stringify(state) }] : [];
  const { watch } = await watching(ports);
  expect(await stateOf(watch)).toEqual({
    readOnly: true,
    outlets: [anOutletEntry({ outlet })],
  });
  await expect(watch.outlets.add(newOutlet({ name: 'other' }), null)).rejects.toBe(forbidden);
  await expect(watch.outlets.remove(outlet.id)).rejects.toBe(forbidden);
  await expect(watch.outlets.test(outlet.id)).rejects.toBe(forbidden);
  expect([ports.outlets.outlets, ports.outlets.sent]).toEqual([[outlet], []]);
});

test('[OUTLET-52] a secret is bound to its header, too: for another header it must be given again', async () => {
  const { watch, outlets, clock } = await watching();
  await watch.outlets.add(newOutlet({ auth: 'bearer' }), 'token-1');
  const id = outlets.outlets[0]?.id ?? '';
  await expect(watch.outlets.change(id, newOutlet({ auth: 'X-Api-Key' }), null)).rejects.toMatchObject({
    data: { facts: { words: expect.stringMatching(/bound to the old address and header|needs the secret/) } },
  });
  await watch.outlets.change(id, newOutlet({ auth: 'X-Api-Key' }), 'token-2');
  await watch.outlets.change(id, newOutlet({ name: 'renamed', auth: 'X-Api-Key' }), null);
  await clock.advance(0);
  await watch.outlets.test(id);
  expect(outlets.sent.map(({ auth, secret }) => [auth, secret])).toEqual([['X-Api-Key', 'token-2']]);
  await watch.outlets.change(id, newOutlet({ kind: 'cloudevents', auth: null }), null).catch(() => undefined);
  expect([outlets.outlets[0]?.auth, outlets.secret]).toEqual(['X-Api-Key', 'token-2']);
});

test('[OUTLET-52] a draft is tested with the typed secret, or the stored one for the same address, and not stored', async () => {
  const { watch, outlets, clock } = await watching();
  const url = 'https://hooks.example.com/a';
  await watch.outlets.add(newOutlet({ url, auth: 'bearer' }), 'stored');
  const id = outlets.outlets[0]?.id ?? '';
  const before = [...outlets.outlets];
  await clock.advance(0);
  await expect(watch.outlets.testDraft(null, newOutlet({ name: '' }), null)).rejects.toMatchObject({
    data: { code: 'BAD_ARGUMENT' },
  });
  const draft = { name: 'draft', url: 'https://hooks.example.com/b', auth: 'bearer' };
  expect(await watch.outlets.testDraft(null, newOutlet(draft), 'typed')).toMatchObject({ isAccepted: true });
  await watch.outlets.testDraft(id, newOutlet({ url, auth: 'bearer', name: 'renamed' }), null);
  await watch.outlets.testDraft(id, newOutlet({ ...draft, auth: null }), null);
  expect(outlets.sent.map(({ url: to, secret }) => [to, secret])).toEqual([
    [draft.url, 'typed'],
    [url, 'stored'],
    [draft.url, null],
  ]);
  expect(outlets.outlets).toEqual(before);
});
