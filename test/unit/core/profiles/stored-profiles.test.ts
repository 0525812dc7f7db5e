import { describe, expect, test, vi } from 'vitest';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import { PRACTICE_ID, type ProfileId, profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { mountBackend } from '../../../doubles/mounted-backend.ts';
import { someProfile } from '../../../doubles/profile.ts';

const profile = (id: string, part: Partial<ConnectionProfile> = {}): ConnectionProfile => ({
  ...someProfile,
  name: id,
  ...part,
  id: profileIdSchema.parse(id),
});
const acme = profile('acme-0001');
const beta = profile('beta-0001', { watchAtStart: false });

function mounted(...storedProfiles: ConnectionProfile[]) {
  const parts = mountBackend();
  parts.profileFiles.stored = storedProfiles.map((one) => ({ kind: 'profile', profile: one }));
  const { backend } = parts;
  const entries = async (): Promise<ProfileEntry[]> => {
    const { value } = await backend.profiles.subscribe(undefined).next();
    if (value === undefined) throw new Error('the feed has ended');
    return value.state;
  };
  const open = async () => (await entries()).filter(({ watch }) => watch !== null).map(({ id }) => id);
  const names = async () => {
    const { value } = await backend.snapshots(undefined).next();
    return value?.state.watches.map((watch) => watch.profile.name);
  };
  return { ...parts, profiles: backend.profiles, entries, open, names };
}

describe('[WATCH-1] the start of the backend', () => {
  test('opens every stored profile with watchAtStart, and no other', async () => {
    const { backend, open } = mounted(profile('zulu-0001'), beta, acme);
    expect([await backend.watchStored(), await open()]).toEqual([[], ['acme-0001', 'zulu-0001']]);
  });

  test('reports a damaged profile and one that cannot be opened, in the list and to the host, and opens the others', async () => {
    const { backend, profileFiles, stores, entries } = mounted(acme, profile('zulu-0001'));
    const why = { code: 'BAD_PROFILE', facts: { path: 'p.json', problem: 'not-json' } } as const;
    profileFiles.stored.push({ kind: 'damaged', id: profileIdSchema.parse('broken-01'), why });
    const foreign = appError('STORE_FOREIGN', { path: 'acme' });
    stores.failures.set(acme.id, foreign);
    const warnings = await backend.watchStored();
    const listed = (await entries()).map(({ id, problem, watch }) => [id, problem?.code ?? null, watch !== null]);
    expect([warnings, listed]).toEqual([
      [foreign.data, why],
      [
        ['acme-0001', 'STORE_FOREIGN', false],
        ['broken-01', 'BAD_PROFILE', false],
        ['zulu-0001', null, true],
        [PRACTICE_ID, null, false],
      ],
    ]);
  });
});

describe('the list of profiles', () => {
  test('is sorted by name, with Practice last and marked, and shows the open watch', async () => {
    const { profiles, entries } = mounted(profile('zulu-0001', { name: 'Alpha' }), acme);
    const watch = await profiles.watch(acme.id);
    expect(await entries()).toMatchObject([
      { id: 'acme-0001', practice: false, watch, problem: null },
      { id: 'zulu-0001', name: 'Alpha', watch: null },
      { id: PRACTICE_ID, name: 'Practice', practice: true, profile: null, signIn: { kind: 'ready', kept: 'built-in' } },
    ]);
  });

  test('is published after each change, at most four times per second', async () => {
    const { profiles, clock } = mounted(acme);
    const listed: string[][] = [];
    const over = new AbortController();
    const following = (async () => {
      for await (const { state: entries } of profiles.subscribe(over.signal))
        listed.push(entries.map(({ name }) => name));
    })();
    await vi.waitFor(() => expect(listed).toHaveLength(1));
    for (const name of ['One', 'Two', 'Three']) await profiles.save({ id: acme.id, profile: { ...acme, name } });
    await clock.advance(250);
    await clock.advance(250);
    over.abort();
    await following;
    // The last list comes twice because its sign-in was read in between.
    expect(new Set(listed.map((names) => names.join()))).toEqual(new Set(['acme-0001,Practice', 'Three,Practice']));
  });

  test('shows a new subscriber what another process has stored since', async () => {
    const { profileFiles, entries } = mounted(acme);
    await entries();
    profileFiles.stored.push({ kind: 'profile', profile: beta });
    expect((await entries()).map(({ id }) => id)).toEqual(['acme-0001', 'beta-0001', PRACTICE_ID]);
  });
});

describe('[PROFILE-6] saving a profile', () => {
  test('binds a secret from the environment to the addresses from before the change', async () => {
    const { profiles, grants } = mounted(acme);
    await profiles.save({ id: acme.id, profile: { ...acme, name: 'Renamed' } });
    expect(grants.boundProfiles).toEqual([]);
    await profiles.save({ id: acme.id, profile: { ...acme, baseUrl: 'https://api.example.org' } });
    expect(grants.boundProfiles).toMatchObject([{ id: acme.id, baseUrl: acme.baseUrl }]);
  });

  test.each<[string, Partial<ConnectionProfile>, 'same' | 'reopened']>([
    ['name', { name: 'Renamed' }, 'same'],
    ['watchAtStart', { watchAtStart: false }, 'same'],
    [
      'pageRules',
      { pageRules: [{ hides: { kind: 'screen', screen: 'data' }, needs: { kind: 'role', name: 'x' } }] },
      'same',
    ],
    ['baseUrl', { baseUrl: 'https://api.example.org' }, 'reopened'],
    ['eventsUrl', { eventsUrl: 'https://events.example.org' }, 'reopened'],
    ['authUrl', { authUrl: 'https://auth.example.org' }, 'reopened'],
    ['realm', { realm: 'other' }, 'reopened'],
    ['clientId', { clientId: 'other' }, 'reopened'],
    ['flow', { flow: 'authorizationCode' }, 'reopened'],
    ['clientAuthentication', { clientAuthentication: 'post' }, 'reopened'],
    ['caFile', { caFile: '/etc/ca.pem' }, 'reopened'],
    ['proxy', { proxy: 'none' }, 'reopened'],
    ['heartbeatSeconds', { heartbeatSeconds: 10 }, 'reopened'],
    ['attemptSilenceMinutes', { attemptSilenceMinutes: 60 }, 'reopened'],
    ['keepDays', { keepDays: { failures: 1, successes: 90, heartbeats: 7, searches: 30 } }, 'reopened'],
  ])('with a changed %s leaves its open watch: %s', async (_field, part, expected) => {
    const { profiles, profileFiles, open, entries } = mounted(acme);
    const before = await profiles.watch(acme.id);
    const next = { ...acme, ...part };
    await profiles.save({ id: acme.id, profile: next });
    const [entry] = await entries();
    expect([entry?.watch === before ? 'same' : 'reopened', entry?.profile, profileFiles.stored, await open()]).toEqual([
      expected,
      next,
      [{ kind: 'profile', profile: next }],
      [acme.id],
    ]);
  });

  test('publishes a new name in the open watch immediately', async () => {
    const { profiles, names } = mounted(acme);
    await profiles.watch(acme.id);
    await profiles.save({ id: acme.id, profile: { ...acme, name: 'Renamed' } });
    expect(await names()).toEqual(['Renamed']);
  });

  test('does not open a profile that is not watched', async () => {
    const { profiles, open } = mounted(beta);
    await profiles.save({ id: beta.id, profile: { ...beta, realm: 'other', watchAtStart: true } });
    expect(await open()).toEqual([]);
  });

  test('[ID-1] keeps the id of a file for a new profile, but gives it a new id if another profile has that id', async () => {
    const { profiles, profileFiles } = mounted(acme);
    const { id: _, ...nameless } = acme;
    const saved = [
      await profiles.save({ id: null, profile: nameless }),
      await profiles.save({ id: null, profile: { ...acme, id: 'from-a-file' } }),
      await profiles.save({ id: null, profile: acme }),
    ];
    expect([saved[1], new Set([acme.id, ...saved]).size, profileFiles.stored.length]).toEqual(['from-a-file', 4, 4]);
  });

  test('[ID-1] stores a file with the id of Practice as an ordinary profile, and Practice remains', async () => {
    const { profiles, entries } = mounted();
    const saved = await profiles.save({ id: null, profile: { ...acme, id: PRACTICE_ID } });
    expect([saved === PRACTICE_ID, (await entries()).map(({ id }) => id)]).toEqual([false, [saved, PRACTICE_ID]]);
  });

  test('keeps the complete later version if two pages save at the same time', async () => {
    const { profiles, profileFiles } = mounted(acme);
    const edits = [{ name: 'First', realm: 'first' }, { name: 'Second' }].map((part) => ({ ...acme, ...part }));
    await Promise.all(edits.map((edit) => profiles.save({ id: acme.id, profile: edit })));
    expect(profileFiles.stored).toEqual([{ kind: 'profile', profile: edits[1] }]);
  });

  test('never overwrites a profile that cannot be read', async () => {
    const { profiles, profileFiles } = mounted();
    const why = { code: 'BAD_PROFILE', facts: { path: 'p.json', problem: 'not-json' } } as const;
    profileFiles.stored = [{ kind: 'damaged', id: acme.id, why }];
    await expect(profiles.save({ id: acme.id, profile: acme })).rejects.toMatchObject({ data: why });
    expect(profileFiles.journal).toEqual([]);
  });

  test('does not create a profile again that another page has removed', async () => {
    const { profiles, profileFiles } = mounted();
    const notFound = { code: 'NO_PROFILE', facts: { id: acme.id } };
    await expect(profiles.save({ id: acme.id, profile: acme })).rejects.toMatchObject({ data: notFound });
    await expect(profiles.watch(acme.id)).rejects.toMatchObject({ data: notFound });
    expect(profileFiles.journal).toEqual([]);
  });

  test('refuses a file path that is not absolute and names the field', async () => {
    const { profiles } = mounted();
    await expect(profiles.save({ id: null, profile: { ...acme, caFile: 'ca.pem' } })).rejects.toMatchObject({
      data: { code: 'BAD_PROFILE', facts: { field: 'caFile' } },
    });
  });
});

describe('[PROFILE-4] removing a profile', () => {
  test('closes the watch, then forgets the secrets, and removes the profile', async () => {
    const { profiles, profileFiles, grants, stores, streams, entries } = mounted(acme, beta);
    await profiles.watch(acme.id);
    await profiles.remove(acme.id, { events: true });
    expect({
      journal: [...stores.journal, ...profileFiles.journal],
      forgotten: grants.forgotten,
      alive: streams.activeAttempts,
      left: (await entries()).map(({ id }) => id),
    }).toEqual({
      journal: ['open acme-0001', 'close acme-0001', 'remove acme-0001 with its events'],
      forgotten: [acme.id],
      alive: 0,
      left: [beta.id, PRACTICE_ID],
    });
  });

  test('[ID-1] forgets its sign-in state, which is read again if the profile is imported under the same id', async () => {
    const { profiles, entries, backend } = mounted(beta);
    const signInKind = async () => (await entries()).find(({ id }) => id === beta.id)?.signIn.kind;
    await backend.signIns.refresh(beta);
    const before = await signInKind();
    await profiles.remove(beta.id, { events: true });
    await profiles.save({ id: null, profile: beta });
    expect([before, await signInKind()]).toEqual(['ready', 'unknown']);
  });

  test('watches the profile again as before if it cannot be removed', async () => {
    const { profiles, profileFiles, grants, open } = mounted(acme);
    await profiles.watch(acme.id);
    profileFiles.lockedIds.add(acme.id);
    await expect(profiles.remove(acme.id, { events: true })).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    expect([await open(), grants.forgotten]).toEqual([[acme.id], []]);
  });

  test('reports to a second page that the profile is gone, and refuses to remove Practice', async () => {
    const { profiles } = mounted(acme);
    const both = [acme.id, acme.id, PRACTICE_ID].map((id) => profiles.remove(id, { events: false }));
    const codes = (await Promise.allSettled(both)).map((end) =>
      end.status === 'fulfilled' ? 'removed' : end.reason.code,
    );
    expect(codes).toEqual(['removed', 'NO_PROFILE', 'NO_PROFILE']);
  });
});

describe('watching a profile', () => {
  test('returns the same watch if the profile is already watched', async () => {
    const { profiles } = mounted(acme);
    expect(await profiles.watch(acme.id)).toBe(await profiles.watch(acme.id));
  });

  test('starts and stops the simulator for Practice', async () => {
    const { profiles, open } = mounted(acme);
    await profiles.watch(PRACTICE_ID);
    const opened = await open();
    await profiles.unwatch(PRACTICE_ID);
    expect([opened, await open()]).toEqual([[PRACTICE_ID], []]);
  });

  test('clears the problem of a profile when it can be opened', async () => {
    const { profiles, stores, entries } = mounted(acme);
    const problemOf = async (id: ProfileId) => (await entries()).find((entry) => entry.id === id)?.problem?.code;
    stores.failures.set(acme.id, appError('STORE_FOREIGN', { path: 'acme' }));
    await expect(profiles.watch(acme.id)).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
    const listed = await problemOf(acme.id);
    stores.failures.clear();
    await profiles.watch(acme.id);
    expect([listed, await problemOf(acme.id)]).toEqual(['STORE_FOREIGN', undefined]);
  });
});

test('[PROFILE-2] exports a profile as a file without secrets, from which the same profile can be imported', async () => {
  const storedProfiles = profile('acme-0001', { name: 'Ächme / Europe', clientSecretFile: '/run/secret' });
  const { profiles } = mounted(storedProfiles);
  const { fileName, text } = await profiles.text(storedProfiles.id);
  expect([fileName, JSON.parse(text)]).toEqual(['a-chme-europe.json', storedProfiles]);
});
