import { describe, expect, test, vi } from 'vitest';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import { PRACTICE_ID, type ProfileId, profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile.ts';
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

function mounted(...kept: ConnectionProfile[]) {
  const parts = mountBackend();
  parts.profileFiles.stored = kept.map((one) => ({ kind: 'profile', profile: one }));
  const { backend } = parts;
  /** As somebody who comes now is told. */
  const entries = async (): Promise<ProfileEntry[]> => {
    const { value } = await backend.profiles.subscribe(undefined).next();
    if (value === undefined) throw new Error('the feed has ended');
    return value.entries;
  };
  const open = async () => (await entries()).filter(({ watch }) => watch !== null).map(({ id }) => id);
  const names = async () => {
    const { value } = await backend.snapshots(undefined).next();
    return value?.snapshot.watches.map((watch) => watch.profile.name);
  };
  return { ...parts, profiles: backend.profiles, entries, open, names };
}

describe('[PROFILE-5] at the start', () => {
  test('every kept profile that is watched at the start is opened beside the others, and no other', async () => {
    const { backend, open } = mounted(profile('zulu-0001'), beta, acme);
    expect([await backend.watchStored(), await open()]).toEqual([[], ['acme-0001', 'zulu-0001']]);
  });

  test('one that is damaged or cannot be opened is told at its entry and to whoever starts, and the others go on', async () => {
    const { backend, profileFiles, stores, entries } = mounted(acme, profile('zulu-0001'));
    const why = { code: 'BAD_PROFILE', facts: { path: 'p.json', problem: 'not-json' } } as const;
    profileFiles.stored.push({ kind: 'damaged', id: profileIdSchema.parse('broken-01'), why });
    const inUse = appError('STORE_IN_USE', { path: 'acme' });
    stores.failures.set(acme.id, inUse);
    const warnings = await backend.watchStored();
    const told = (await entries()).map(({ id, problem, watch }) => [id, problem?.code ?? null, watch !== null]);
    expect([warnings, told]).toEqual([
      [inUse.data, why],
      [
        ['acme-0001', 'STORE_IN_USE', false],
        ['broken-01', 'BAD_PROFILE', false],
        ['zulu-0001', null, true],
        [PRACTICE_ID, null, false],
      ],
    ]);
  });
});

describe('the list', () => {
  test('is by name, Practice last and marked as such, with the watch that is open', async () => {
    const { profiles, entries } = mounted(profile('zulu-0001', { name: 'Alpha' }), acme);
    const watch = await profiles.watch(acme.id);
    expect(await entries()).toMatchObject([
      { id: 'acme-0001', practice: false, watch, problem: null },
      { id: 'zulu-0001', name: 'Alpha', watch: null },
      { id: PRACTICE_ID, name: 'Practice', practice: true, profile: null, signIn: { kind: 'ready', kept: 'built-in' } },
    ]);
  });

  test('is told anew after each change, at most four times a second', async () => {
    const { profiles, clock } = mounted(acme);
    const told: string[][] = [];
    const over = new AbortController();
    const following = (async () => {
      for await (const { entries } of profiles.subscribe(over.signal)) told.push(entries.map(({ name }) => name));
    })();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    for (const name of ['One', 'Two', 'Three']) await profiles.save({ id: acme.id, profile: { ...acme, name } });
    await clock.advance(250);
    await clock.advance(250);
    over.abort();
    await following;
    // The last one twice, since its sign-in was looked for meanwhile.
    expect(new Set(told.map((names) => names.join()))).toEqual(new Set(['acme-0001,Practice', 'Three,Practice']));
  });

  test('sees what another process has kept since, when somebody comes', async () => {
    const { profileFiles, entries } = mounted(acme);
    await entries();
    profileFiles.stored.push({ kind: 'profile', profile: beta });
    expect((await entries()).map(({ id }) => id)).toEqual(['acme-0001', 'beta-0001', PRACTICE_ID]);
  });
});

describe('[PROFILE-6] saving', () => {
  test('keeps the secret of the environment with the addresses that it had', async () => {
    const { profiles, grants } = mounted(acme);
    await profiles.save({ id: acme.id, profile: { ...acme, name: 'Renamed' } });
    expect(grants.boundProfiles).toEqual([]);
    await profiles.save({ id: acme.id, profile: { ...acme, baseUrl: 'https://api.example.org' } });
    expect(grants.boundProfiles).toMatchObject([{ id: acme.id, baseUrl: acme.baseUrl }]);
  });

  test.each<[string, Partial<ConnectionProfile>, 'same' | 'anew']>([
    ['name', { name: 'Renamed' }, 'same'],
    ['watchAtStart', { watchAtStart: false }, 'same'],
    [
      'pageRules',
      { pageRules: [{ hides: { kind: 'screen', screen: 'data' }, needs: { kind: 'role', name: 'x' } }] },
      'same',
    ],
    ['baseUrl', { baseUrl: 'https://api.example.org' }, 'anew'],
    ['eventsUrl', { eventsUrl: 'https://events.example.org' }, 'anew'],
    ['authUrl', { authUrl: 'https://auth.example.org' }, 'anew'],
    ['realm', { realm: 'other' }, 'anew'],
    ['clientId', { clientId: 'other' }, 'anew'],
    ['flow', { flow: 'authorizationCode' }, 'anew'],
    ['clientAuthentication', { clientAuthentication: 'post' }, 'anew'],
    ['caFile', { caFile: '/etc/ca.pem' }, 'anew'],
    ['proxy', { proxy: 'none' }, 'anew'],
    ['heartbeatSeconds', { heartbeatSeconds: 10 }, 'anew'],
    ['attemptSilenceMinutes', { attemptSilenceMinutes: 60 }, 'anew'],
    ['keepDays', { keepDays: { failures: 1, successes: 90, heartbeats: 7, searches: 30 } }, 'anew'],
  ])('another %s of a profile that is watched: %s', async (_field, part, expected) => {
    const { profiles, profileFiles, open, entries } = mounted(acme);
    const before = await profiles.watch(acme.id);
    const next = { ...acme, ...part };
    await profiles.save({ id: acme.id, profile: next });
    const [entry] = await entries();
    expect([entry?.watch === before ? 'same' : 'anew', entry?.profile, profileFiles.stored, await open()]).toEqual([
      expected,
      next,
      [{ kind: 'profile', profile: next }],
      [acme.id],
    ]);
  });

  test('a new name is told by the open watch at once', async () => {
    const { profiles, names } = mounted(acme);
    await profiles.watch(acme.id);
    await profiles.save({ id: acme.id, profile: { ...acme, name: 'Renamed' } });
    expect(await names()).toEqual(['Renamed']);
  });

  test('one that is not watched is not opened by it', async () => {
    const { profiles, open } = mounted(beta);
    await profiles.save({ id: beta.id, profile: { ...beta, realm: 'other', watchAtStart: true } });
    expect(await open()).toEqual([]);
  });

  test('[ID-1] a new one keeps the id that its file says, unless another has it: then it is one of its own', async () => {
    const { profiles, profileFiles } = mounted(acme);
    const { id: _, ...nameless } = acme;
    const saved = [
      await profiles.save({ id: null, profile: nameless }),
      await profiles.save({ id: null, profile: { ...acme, id: 'from-a-file' } }),
      await profiles.save({ id: null, profile: acme }),
    ];
    expect([saved[1], new Set([acme.id, ...saved]).size, profileFiles.stored.length]).toEqual(['from-a-file', 4, 4]);
  });

  test('[ID-1] a file that says it is Practice is a profile like any other, and Practice stays', async () => {
    const { profiles, entries } = mounted();
    const saved = await profiles.save({ id: null, profile: { ...acme, id: PRACTICE_ID } });
    expect([saved === PRACTICE_ID, (await entries()).map(({ id }) => id)]).toEqual([false, [saved, PRACTICE_ID]]);
  });

  test('of two pages that save at once the later stands, whole', async () => {
    const { profiles, profileFiles } = mounted(acme);
    const edits = [{ name: 'First', realm: 'first' }, { name: 'Second' }].map((part) => ({ ...acme, ...part }));
    await Promise.all(edits.map((edit) => profiles.save({ id: acme.id, profile: edit })));
    expect(profileFiles.stored).toEqual([{ kind: 'profile', profile: edits[1] }]);
  });

  test('what cannot be read is never written over', async () => {
    const { profiles, profileFiles } = mounted();
    const why = { code: 'BAD_PROFILE', facts: { path: 'p.json', problem: 'not-json' } } as const;
    profileFiles.stored = [{ kind: 'damaged', id: acme.id, why }];
    await expect(profiles.save({ id: acme.id, profile: acme })).rejects.toMatchObject({ data: why });
    expect(profileFiles.journal).toEqual([]);
  });

  test('a profile that another page has removed is not made anew', async () => {
    const { profiles, profileFiles } = mounted();
    const gone = { code: 'NO_PROFILE', facts: { id: acme.id } };
    await expect(profiles.save({ id: acme.id, profile: acme })).rejects.toMatchObject({ data: gone });
    await expect(profiles.watch(acme.id)).rejects.toMatchObject({ data: gone });
    expect(profileFiles.journal).toEqual([]);
  });

  test('a file that is not named whole is refused by its field', async () => {
    const { profiles } = mounted();
    await expect(profiles.save({ id: null, profile: { ...acme, caFile: 'ca.pem' } })).rejects.toMatchObject({
      data: { code: 'BAD_PROFILE', facts: { field: 'caFile' } },
    });
  });
});

describe('[PROFILE-4] removing', () => {
  test('closes the watch, forgets the secrets and then the profile', async () => {
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

  test('[SIGN-31] forgets how its sign-in stood: one that is read in again under its id is looked at anew', async () => {
    const { profiles, entries, backend } = mounted(beta);
    const standing = async () => (await entries()).find(({ id }) => id === beta.id)?.signIn.kind;
    await backend.signIns.refresh(beta);
    const before = await standing();
    await profiles.remove(beta.id, { events: true });
    await profiles.save({ id: null, profile: beta });
    expect([before, await standing()]).toEqual(['ready', 'unknown']);
  });

  test('what cannot be removed is watched again as it was', async () => {
    const { profiles, profileFiles, grants, open } = mounted(acme);
    await profiles.watch(acme.id);
    profileFiles.lockedIds.add(acme.id);
    await expect(profiles.remove(acme.id, { events: true })).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    expect([await open(), grants.forgotten]).toEqual([[acme.id], []]);
  });

  test('a second page is told that there is none any more, and Practice is no profile to be removed', async () => {
    const { profiles } = mounted(acme);
    const both = [acme.id, acme.id, PRACTICE_ID].map((id) => profiles.remove(id, { events: false }));
    const codes = (await Promise.allSettled(both)).map((end) =>
      end.status === 'fulfilled' ? 'removed' : end.reason.code,
    );
    expect(codes).toEqual(['removed', 'NO_PROFILE', 'NO_PROFILE']);
  });
});

describe('watching', () => {
  test('what is watched already stays the same watch', async () => {
    const { profiles } = mounted(acme);
    expect(await profiles.watch(acme.id)).toBe(await profiles.watch(acme.id));
  });

  test('Practice is watched and left like any other, with its simulator', async () => {
    const { profiles, open } = mounted(acme);
    await profiles.watch(PRACTICE_ID);
    const opened = await open();
    await profiles.unwatch(PRACTICE_ID);
    expect([opened, await open()]).toEqual([[PRACTICE_ID], []]);
  });

  test('a profile that could be opened at last has no problem any more', async () => {
    const { profiles, stores, entries } = mounted(acme);
    const problemOf = async (id: ProfileId) => (await entries()).find((entry) => entry.id === id)?.problem?.code;
    stores.failures.set(acme.id, appError('STORE_IN_USE', { path: 'acme' }));
    await expect(profiles.watch(acme.id)).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    const told = await problemOf(acme.id);
    stores.failures.clear();
    await profiles.watch(acme.id);
    expect([told, await problemOf(acme.id)]).toEqual(['STORE_IN_USE', undefined]);
  });
});

test('[PROFILE-7] a profile is given out as a file without secrets, which is read in again as the same', async () => {
  const kept = profile('acme-0001', { name: 'Ächme / Europe', clientSecretFile: '/run/secret' });
  const { profiles } = mounted(kept);
  const { fileName, text } = await profiles.text(kept.id);
  expect([fileName, JSON.parse(text)]).toEqual(['a-chme-europe.json', kept]);
});
