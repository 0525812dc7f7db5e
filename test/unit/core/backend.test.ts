import { expect, test, vi } from 'vitest';
import { appError } from '../../../src-shared/api/errors.ts';
import { collectSnapshots } from '../../doubles/collected-feed.ts';
import { closedWatch, mountBackend } from '../../doubles/mounted-backend.ts';
import { aLink } from '../../doubles/own-links.ts';
import { RecordingPractice } from '../../doubles/recording-practice.ts';

const storeForeign = appError('STORE_FOREIGN', { path: '/data/x' });

test('[WATCH-1] opens several profiles at the same time, each with its own watch, store and stream', async () => {
  const { open, backend, stores, streams, waitForAttempts, clock } = mountBackend();
  const first = await open('First');
  const second = await open('Second');
  await waitForAttempts(2);
  const feed = collectSnapshots(backend);
  await clock.advance(0);
  expect({
    stores: stores.journal,
    alive: streams.activeAttempts,
    told: feed.emitted.at(-1)?.watches.map(({ watch, profile }) => [watch, profile.id, profile.name]),
  }).toEqual({
    stores: ['open profile-first', 'open profile-second'],
    alive: 2,
    told: [
      [first, 'profile-first', 'First'],
      [second, 'profile-second', 'Second'],
    ],
  });
  await backend.close(first);
  expect([streams.activeAttempts, stores.journal.at(-1)]).toEqual([1, 'close profile-first']);
  expect(() => backend.watch(first)).toThrow(expect.objectContaining({ code: 'WATCH_CLOSED' }));
  expect(backend.watch(second)).toBeDefined();
});

test('[WATCH-1] closes the watch of a profile before it opens the same profile again as another watch', async () => {
  const { open, backend, stores, streams, waitForAttempts } = mountBackend();
  const first = await open('First', 'profile-one');
  await waitForAttempts(1);
  const again = await open('Renamed', 'profile-one');
  await waitForAttempts(2);
  expect({ same: first === again, stores: stores.journal, alive: streams.activeAttempts }).toEqual({
    same: false,
    stores: ['open profile-one', 'close profile-one', 'open profile-one'],
    alive: 1,
  });
  expect(() => backend.watch(first)).toThrow(expect.objectContaining({ code: 'WATCH_CLOSED' }));
});

test('does nothing when it closes a closed watch', async () => {
  const { backend } = mountBackend();
  expect(await backend.close(closedWatch)).toBe(0);
});

test('runs two simultaneous clicks one after the other and never holds two streams of one profile', async () => {
  const { open, stores, streams, waitForAttempts } = mountBackend();
  await open('First', 'profile-one');
  await waitForAttempts(1);
  await Promise.all([open('Second', 'profile-one'), open('Third', 'profile-one')]);
  await vi.waitFor(() => expect(streams.activeAttempts).toBe(1));
  expect(stores.journal).toEqual(['open', 'close', 'open', 'close', 'open'].map((word) => `${word} profile-one`));
  expect(streams.maxActiveAttempts).toBe(1);
});

test('leaves other profiles open when one cannot be opened, and opens the next one', async () => {
  const { open, stores, backend, waitForAttempts } = mountBackend();
  const first = await open('First');
  stores.openFailure = storeForeign;
  await expect(open('Second')).rejects.toBe(storeForeign);
  expect(backend.watch(first)).toBeDefined();
  stores.openFailure = null;
  await open('Third');
  await waitForAttempts(2);
  expect(stores.journal).toEqual(['open profile-first', 'open profile-second', 'open profile-third']);
});

test('watches Practice with the secret of its own service', async () => {
  const practice = new RecordingPractice();
  const { backend, stores, issuer, waitForAttempts } = mountBackend(practice);
  expect(backend.practiceScenarios).toEqual(practice.scenarios);
  await backend.startPractice('calm');
  await waitForAttempts(1);
  expect({ started: practice.journal, opened: stores.journal, secrets: issuer.secrets }).toEqual({
    started: ['start calm'],
    opened: ['open practice'],
    secrets: ['practice secret'],
  });
});

test('stops Practice when it is closed or restarted, and leaves other profiles open', async () => {
  const practice = new RecordingPractice();
  const { backend, open, stores } = mountBackend(practice);
  await open('First');
  await backend.startPractice('calm');
  const again = await backend.startPractice('calm');
  await backend.close(again);
  expect([practice.journal, stores.journal]).toEqual([
    ['start calm', 'start calm', 'stop', 'stop'],
    ['open profile-first', 'open practice', 'close practice', 'open practice', 'close practice'],
  ]);
});

test('stops Practice again if its watch cannot be opened', async () => {
  const practice = new RecordingPractice();
  const { backend, stores } = mountBackend(practice);
  stores.openFailure = storeForeign;
  await expect(backend.startPractice('calm')).rejects.toBe(storeForeign);
  expect(practice.journal).toEqual(['start calm', 'stop']);
});

test('reports Practice as unsupported in an installation without it', async () => {
  const { backend } = mountBackend(null);
  expect(backend.practiceScenarios).toEqual([]);
  await expect(backend.startPractice('calm')).rejects.toMatchObject({
    data: { code: 'UNSUPPORTED', facts: { what: 'practice' } },
  });
});

test('stops only once', async () => {
  const practice = new RecordingPractice();
  const { backend, stores, streams, waitForAttempts } = mountBackend(practice);
  await backend.startPractice('calm');
  await waitForAttempts(1);
  const unsaved = await Promise.all([backend.stop(), backend.stop()]);
  expect({ unsaved, again: await backend.stop(), practice: practice.journal, stores: stores.journal }).toEqual({
    unsaved: [0, 0],
    again: 0,
    practice: ['start calm', 'stop'],
    stores: ['open practice', 'close practice'],
  });
  expect(streams.activeAttempts).toBe(0);
});

test('waits when it stops for a profile that is being opened, and closes it', async () => {
  const { backend, open, stores } = mountBackend();
  let release = () => {};
  stores.openBlockedUntil = new Promise((resolve) => (release = resolve));
  const opening = open('First');
  const stopping = backend.stop();
  release();
  await opening;
  await stopping;
  expect(stores.journal).toEqual(['open profile-first', 'close profile-first']);
});

test('opens nothing after it stopped', async () => {
  const practice = new RecordingPractice();
  const { backend, open, stores } = mountBackend(practice);
  await backend.stop();
  await expect(open('First')).rejects.toThrow('the backend was stopped');
  await expect(backend.startPractice('calm')).rejects.toThrow('the backend was stopped');
  expect([stores.journal, practice.journal]).toEqual([[], ['start calm', 'stop']]);
});

test('returns when it stops how many events could not be stored', async () => {
  const { backend, open, stores, streams, clock, waitForAttempts } = mountBackend();
  await open('First');
  await waitForAttempts(1);
  const [store] = stores.stores;
  if (store !== undefined) store.failure = appError('STORE_UNWRITABLE', { path: '/data/x', problem: 'full' });
  for (let event = 0; event < 3; event += 1) streams.event('LOCALIZATION', clock.now());
  const unsaved = backend.stop();
  // Far longer than the backend waits for a store that does not write.
  await clock.advance(60_000);
  expect(await unsaved).toBe(3);
});

test('stops Practice even if its store cannot be closed', async () => {
  const practice = new RecordingPractice();
  const mounted = mountBackend(practice);
  const { backend, stores } = mounted;
  await backend.startPractice('calm');
  stores.closeFailure = new Error('the disk is gone');
  mounted.stop = async () => {};
  await expect(backend.stop()).rejects.toThrow('the disk is gone');
  expect(practice.journal).toEqual(['start calm', 'stop']);
});

test('logs an incident under the id that the user sees', () => {
  const { backend, log } = mountBackend();
  const error = new Error('a bug');
  const incident = backend.reportIncident(error, 'timeline.page');
  expect({ incident, lines: log.lines }).toEqual({
    incident: 'id-1',
    lines: [
      { level: 'error', message: 'unexpected error', fields: { incident: 'id-1', path: 'timeline.page', error } },
    ],
  });
});

test('[SIGN-25] knows the addresses of own links by scheme, host and port, as long as their profile is watched', async () => {
  const { backend, open } = mountBackend();
  const watch = await open('First');
  await open('Second');
  const known = 'https://tickets.example/anything?x=1#y';
  expect(await backend.isOwnLinkAddress(known)).toBe(false);
  await backend.watch(watch).links.put([aLink(), aLink({ id: 'b', template: 'http://localhost:3000/{eid}' })]);
  expect(await backend.isOwnLinkAddress(known)).toBe(true);
  const others = [
    'http://tickets.example/',
    'https://tickets.example:8443/',
    'https://tickets.example.evil.example/',
    'https://user@tickets.example/',
    'http://localhost:3001/',
    'javascript:alert(1)',
    '',
  ];
  const opened = await Promise.all(others.map((address) => backend.isOwnLinkAddress(address)));
  expect(opened).toEqual(others.map(() => false));
  await backend.close(watch);
  expect(await backend.isOwnLinkAddress(known)).toBe(false);
});
