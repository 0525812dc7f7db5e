/**
 * Keeps the stored profiles in step with the open watches. Changes run one at a time. Each first reads the profiles
 * again, since another process may have changed them, and then writes a complete one: the later of two edits wins.
 */
import { AppError, appError, type AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ProfileEntry, SaveProfile } from '../../../src-shared/api/profiles.ts';
import type { TeamJoin, TeamJoinReport } from '../../../src-shared/api/team.ts';
import { PRACTICE_ID, type ProfileId, profileIdSchema, type WatchId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { TeamSettings } from '../../../src-shared/domain/profile/team-settings.ts';
import { printProfile, profileFileName } from '../../../src-shared/domain/profile/profile-text.ts';
import { needsNewWatch, differingServiceFields } from '../../../src-shared/domain/profile/profile-changes.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { createSequencer } from '../lib/sequencer.ts';
import type { OpenWatches } from '../open-watches.ts';
import type { Clock } from '../ports/clock.ts';
import type { DataFolder } from '../ports/data-folder.ts';
import type { Grants } from '../ports/grants.ts';
import type { TeamJoins } from '../ports/team-log.ts';
import type { Log } from '../ports/log.ts';
import type { Policy } from '../../../src-shared/api/policy/policy.ts';
import { refuseRemoval } from '../policy/policy-rules.ts';
import type { Practice } from '../ports/practice.ts';
import type { StoredProfile, ProfileFiles } from '../ports/profile-files.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';
import { connectionProfileOf } from './connection-profile-of.ts';
import { newProfileId } from './new-profile-id.ts';
import { changesScope, refuseSecretFile } from './page-changes.ts';
import { profileEntries } from './profile-entries.ts';
import { eitherSignal } from '../lib/either-signal.ts';
import type { StateFeed } from '../ports/state-feed.ts';
import { stateFeed } from '../lib/state-feed.ts';

export interface StoredProfilesPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly files: ProfileFiles;
  readonly grants: Pick<Grants, 'bindScope'>;
  readonly signIns: Pick<SignIns, 'status' | 'source' | 'cancel' | 'forget' | 'forgetAll'>;
  readonly watches: Pick<OpenWatches, 'of' | 'open' | 'takeOver' | 'close' | 'notifyChange'>;
  readonly practice: Practice | null;
  readonly startPractice: (scenario: string) => Promise<WatchId>;
  readonly newId: () => string;
  readonly policy: Policy;
  readonly dataFolder: Pick<DataFolder, 'watchCopy'>;
  readonly teamJoins: TeamJoins;
  readonly stopping: AbortSignal;
}

export type StoredProfiles = ReturnType<typeof createStoredProfiles>;

const PUBLISH_INTERVAL_MS = 250;

export function createStoredProfiles(ports: StoredProfilesPorts) {
  const { clock, files, grants, signIns, watches, practice, newId, stopping, dataFolder, teamJoins } = ports;
  const changes = new ChangeSignal();
  let known: readonly StoredProfile[] = [];
  const problems = new Map<ProfileId, AppErrorData>();
  const fileOf = new Map<ProfileId, string>();
  const removals = new Map<ProfileId, AbortController>();
  const inTurn = createSequencer();

  async function refresh(): Promise<readonly StoredProfile[]> {
    known = await files.readAll();
    for (const one of known) if (one.kind === 'profile') relabel(one.profile);
    changes.notify();
    return known;
  }

  /** Another process may have renamed a profile that is watched here. */
  function relabel({ id, name }: ConnectionProfile): void {
    const opened = watches.of(id);
    if (opened === null || opened.profile.name === name) return;
    opened.relabel({ ...opened.profile, name });
    watches.notifyChange();
  }

  async function present(id: ProfileId): Promise<ConnectionProfile> {
    const found = (await refresh()).find((one) => idOf(one) === id);
    if (found === undefined) throw appError('NO_PROFILE', { id });
    if (found.kind !== 'profile') throw new AppError(found.why);
    return found.profile;
  }

  async function open(profile: ConnectionProfile): Promise<WatchId> {
    const { id } = profile;
    try {
      const grantSource = signIns.source(profile, fileOf.get(id));
      const opened = await watches.open({ profile, practice: false, grants: grantSource });
      problems.delete(id);
      return opened;
    } catch (error) {
      if (error instanceof AppError) problems.set(id, error.data);
      throw error;
    } finally {
      changes.notify();
    }
  }

  /** Reopens the watch if more than its label changed. `refresh` has already applied a new label. */
  async function follow(profile: ConnectionProfile): Promise<void> {
    const opened = watches.of(profile.id);
    if (opened !== null && needsNewWatch(opened.profile, profile)) await open(profile);
  }

  async function write(profile: ConnectionProfile): Promise<void> {
    await files.write(profile);
    problems.delete(profile.id);
    await refresh();
  }

  const removalController = (id: ProfileId): AbortController => {
    const controller = removals.get(id) ?? new AbortController();
    removals.set(id, controller);
    return controller;
  };

  async function watch(id: ProfileId): Promise<WatchId> {
    const opened = watches.of(id);
    if (opened !== null) return opened.id;
    if (id !== PRACTICE_ID || practice === null) return open(await present(id));
    return ports.startPractice(practice.defaultScenario);
  }

  async function remove(one: StoredProfile, events: boolean): Promise<{ readonly notified: Promise<unknown> }> {
    const id = idOf(one);
    let forgotten = { notified: Promise.resolve<unknown>(undefined) };
    signIns.cancel({ id });
    const opened = watches.of(id);
    if (opened !== null) await watches.close(opened.id);
    // A profile created later under the same id must not get this secret.
    if (one.kind === 'profile') await grants.bindScope(one.profile);
    try {
      const forget = async () => {
        forgotten = await signIns.forgetAll(id, one.kind === 'profile' ? one.profile : null);
      };
      await files.remove(id, { events, forget });
    } catch (error) {
      if (opened !== null) await open(opened.profile).catch(() => undefined);
      throw error;
    }
    signIns.forget({ id });
    removals.get(id)?.abort(new Error('the profile was removed'));
    removals.delete(id);
    fileOf.delete(id);
    problems.delete(id);
    await refresh();
    return forgotten;
  }

  return {
    /** Call after a watch or a sign-in that an entry shows has changed. */
    notify: () => changes.notify(),
    removedSignal: (id: ProfileId): AbortSignal => removalController(id).signal,

    async *subscribe(signal: AbortSignal | undefined): StateFeed<ProfileEntry[]> {
      const ends = eitherSignal(signal, stopping);
      if (ends.aborted) return;
      await inTurn(refresh);
      let published = '';
      const feed = { clock, changes: () => [changes], read: entries, minIntervalMs: PUBLISH_INTERVAL_MS };
      for await (const listed of stateFeed(feed, ends)) {
        const text = JSON.stringify(listed.state);
        // Most reads of a sign-in find nothing new.
        if (text !== published) yield listed;
        published = text;
      }
    },

    /** A new profile keeps the id in its file if that is free. @throws AppError NO_PROFILE, BAD_PROFILE, STORE_… */
    save: ({ id, profile: input }: SaveProfile): Promise<ProfileId> =>
      inTurn(async () => {
        const stored = await refresh();
        const before = id === null ? null : await present(profileIdSchema.parse(id));
        const profile = connectionProfileOf(input, before?.id ?? freeId(input.id, stored, newId));
        refuseSecretFile(before, profile);
        if (before !== null && changesScope(before, profile)) await grants.bindScope(before);
        await write(profile);
        await follow(profile);
        return profile.id;
      }),

    /**
     * Needs `replace` if the stored profile differs in its service or is damaged.
     * @throws AppError PROFILE_DIFFERS, BAD_PROFILE, STORE_UNWRITABLE, STORE_…
     */
    keep: (profile: ConnectionProfile, file: string, options?: { readonly replace: boolean }): Promise<void> =>
      inTurn(async () => {
        if (options?.replace !== true) refuseElsewhere(await refresh(), profile, file);
        fileOf.set(profile.id, file);
        await write(profile);
        await follow(profile);
      }),

    /** Deletes the events too with `events`. Notifies the issuer for at most 10 s. @throws AppError STORE_IN_USE */
    async remove(id: ProfileId, { events }: { readonly events: boolean }): Promise<void> {
      const { notified } = await inTurn(async () => {
        const one = (await refresh()).find((stored) => idOf(stored) === id);
        if (one === undefined) throw appError('NO_PROFILE', { id });
        refuseRemoval(ports.policy, id, events);
        return remove(one, events);
      });
      // Outside the sequence, so that no other call waits for the issuer.
      await notified;
    },

    /** @throws AppError NO_PROFILE, or BAD_PROFILE if it is damaged */
    get: (id: ProfileId): Promise<ConnectionProfile> => inTurn(() => present(id)),
    /** Parses a profile file for review before it is saved. Stores nothing. @throws AppError BAD_PROFILE */
    read: (text: string): ConnectionProfile => files.parse(text, 'in this file'),
    /** Returns the profile as the text of a profile file, without a secret. @throws as `get` */
    text: (id: ProfileId): Promise<{ readonly fileName: string; readonly text: string }> =>
      inTurn(async () => {
        const profile = await present(id);
        return { fileName: profileFileName(profile), text: printProfile(profile) };
      }),

    /** @throws the errors of `get` and of opening a watch */
    watch: (id: ProfileId): Promise<WatchId> => inTurn(() => watch(id)),
    /** Watches as `watch` if no other process does. @throws AppError TAKE_OVER_FAILED, and the errors of `watch` */
    async takeOver(id: ProfileId): Promise<WatchId> {
      return watches.takeOver(await inTurn(() => watch(id)));
    },
    unwatch: (id: ProfileId): Promise<void> =>
      inTurn(async () => {
        const opened = watches.of(id);
        if (opened !== null) await watches.close(opened.id);
        else if (id !== PRACTICE_ID) await present(id);
      }),

    /**
     * Tries to make the profile a member with the text of a join file, and does it unless it is a trial. Reopens its watch.
     * @throws AppError NO_PROFILE, BAD_PROFILE, STORE_…, KEYCHAIN_UNAVAILABLE, VAULT_…; then nothing was changed
     */
    async joinTeam({ id, text, isTrial }: TeamJoin, signal: AbortSignal | undefined): Promise<TeamJoinReport> {
      const profile = await inTurn(() => present(id));
      const commit = (team: TeamSettings, setAside: () => void) =>
        inTurn(async () => {
          const opened = watches.of(id);
          if (opened !== null) await watches.close(opened.id);
          try {
            teamJoins.refuseWhileWatched(id);
            setAside();
            await write({ ...(await present(id)), team });
          } finally {
            if (opened !== null) await open(await present(id)).catch(expectedProblem);
          }
        });
      const { joinFromFile } = await import('../team/joining/join-from-file.ts');
      const request = { profile, text, startedWith: fileOf.get(id) ?? null, policy: ports.policy };
      return joinFromFile(teamJoins, request, isTrial ? null : commit, eitherSignal(signal, stopping));
    },

    /** Watches with a copied data folder, also at later starts. @throws AppError STORE_UNWRITABLE */
    watchCopy: (): Promise<void> =>
      inTurn(async () => {
        await dataFolder.watchCopy();
        const readOnly = (await refresh()).filter(
          (one) => watches.of(idOf(one))?.snapshot().storage.kind === 'read-only',
        );
        // A profile that cannot be opened is listed with its problem.
        for (const one of readOnly) if (one.kind === 'profile') await open(one.profile).catch(expectedProblem);
      }),

    watchStored: (): Promise<AppErrorData[]> =>
      inTurn(async () => {
        const problemsFound: AppErrorData[] = [];
        for (const one of await refresh()) {
          if (one.kind !== 'profile') problemsFound.push(one.why);
          else if (one.profile.watchAtStart && watches.of(one.profile.id) === null) {
            const problem = await open(one.profile).then(() => null, expectedProblem);
            if (problem !== null) problemsFound.push(problem);
          }
        }
        return problemsFound;
      }),
  };

  function entries(): ProfileEntry[] {
    return profileEntries({
      stored: known,
      hasPractice: practice !== null,
      watchOf: (id) => watches.of(id)?.id ?? null,
      problemOf: (id) => problems.get(id) ?? null,
      signInOf: (profile) => signIns.status(profile),
    });
  }
}

function freeId(requested: string | undefined, stored: readonly StoredProfile[], newId: () => string): ProfileId {
  // A profile whose file is gone is restored by the same file.
  const isUsed = requested === PRACTICE_ID || stored.some((one) => one.kind !== 'gone' && idOf(one) === requested);
  return requested === undefined || isUsed ? newProfileId(newId) : profileIdSchema.parse(requested);
}

/** Refuses to replace a profile that watches another service, or a damaged one that the user may still repair. */
function refuseElsewhere(stored: readonly StoredProfile[], given: ConnectionProfile, path: string): void {
  const before = stored.find((one) => idOf(one) === given.id);
  if (before === undefined || before.kind === 'gone') return;
  if (before.kind !== 'profile') throw new AppError(before.why);
  const changed = differingServiceFields(before.profile, given);
  if (changed.length > 0) throw appError('PROFILE_DIFFERS', { profile: before.profile.name, path, changed });
}

function idOf(one: StoredProfile): ProfileId {
  return one.kind === 'profile' ? one.profile.id : one.id;
}

function expectedProblem(error: unknown): AppErrorData {
  if (error instanceof AppError) return error.data;
  throw error;
}
