/**
 * Entry point of the core: start reading here. Electron, the web host and the command line mount the backend as a
 * library. The procedures in `api/router.ts` call it and its watches.
 */
import type { ShowTarget } from '../../src-shared/api/alarms.ts';
import { appError } from '../../src-shared/api/errors.ts';
import { SNAPSHOT_INTERVAL_MS } from '../../src-shared/api/page-timing.ts';
import type { HostDescription } from '../../src-shared/api/watch.ts';
import type { ProfileId, WatchId } from '../../src-shared/domain/identity.ts';
import { linkOrigins } from '../../src-shared/domain/links/own-link.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { openableAddress } from '../../src-shared/lib/openable-address.ts';
import { createConnectionTests } from './connection-test/connection-tests.ts';
import { createExportJobs } from './exports/export-jobs.ts';
import { OpenWatches } from './open-watches.ts';
import { DesktopOutlet } from './outlets/local/desktop-outlet.ts';
import { PageOutlet } from './outlets/local/page-outlet.ts';
import { managedIssuer, managedOutletFiles, managedProfileFiles } from './policy/managed-ports.ts';
import { describedPolicy } from './policy/policy-rules.ts';
import type { ConnectionProbe } from './ports/connection-probe.ts';
import type { Desktop } from './ports/desktop.ts';
import type { TableFiles } from './ports/export-files.ts';
import type { Grants } from './ports/grants.ts';
import type { Notifier } from './ports/notifier.ts';
import type { Practice } from './ports/practice.ts';
import type { ProfileFiles } from './ports/profile-files.ts';
import type { TeamJoins } from './ports/team-log.ts';
import type { RedirectListener, SignInBrowser } from './ports/redirect-listener.ts';
import { fixedGrant } from './sign-in/fixed-grant.ts';
import { createStoredProfiles } from './profiles/stored-profiles.ts';
import { ProfileTests } from './profiles/profile-tests.ts';
import { SignIns } from './sign-in/sign-ins.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';

export interface BackendPorts extends WatchPorts {
  readonly exportFiles: TableFiles;
  readonly practice: Practice | null;
  readonly profileFiles: ProfileFiles;
  readonly grants: Grants;
  readonly probe: ConnectionProbe;
  readonly redirects: RedirectListener;
  readonly browser: SignInBrowser;
  /** Null if pages show the notifications. */
  readonly notifier: Notifier | null;
  readonly desktop: Desktop | null;
  readonly teamJoins: TeamJoins;
  /** True if another process watches the profile and so holds its stream. */
  readonly isWatchedElsewhere: (profile: ConnectionProfile) => boolean;
  readonly lastRequestAt: (profile: ConnectionProfile) => number | null;
}

export type Backend = ReturnType<typeof createBackend>;

/** A commit changes little in a snapshot: which event is the newest, and how old it is. */
const COMMITS_INTERVAL_MS = 500;
/** A page takes each snapshot as a sign of life, so the backend also sends one if nothing changed. */
const PAGE_FEED_PACE = { minIntervalMs: COMMITS_INTERVAL_MS, maxIntervalMs: SNAPSHOT_INTERVAL_MS };

export function createBackend(given: BackendPorts, host: Omit<HostDescription, 'policy'>) {
  const { policy } = given;
  const description: HostDescription = { ...host, policy: describedPolicy(policy) };
  const ports: BackendPorts = {
    ...given,
    profileFiles: managedProfileFiles(given.profileFiles, policy),
    outlets: { ...given.outlets, files: managedOutletFiles(given.outlets.files, policy) },
    issuer: managedIssuer(given.issuer, policy),
  };
  const { clock, log, newId } = ports;
  const stopping = new AbortController();
  let stopped: Promise<number> | null = null;

  const reportIncident = (error: unknown, path: string): string => {
    const incident = newId();
    log.error('unexpected error', { incident, path, error });
    return incident;
  };

  const { notifier } = ports;
  const ends = stopping.signal;
  const pages = new PageOutlet(clock, ends);
  const localOutlet = notifier === null ? pages : new DesktopOutlet({ notifier, pages, clock, log, ends });
  const watches = new OpenWatches({
    ports,
    localOutlet,
    newId,
    stopping: stopping.signal,
    onChange: () => profiles.notify(),
    beforeClose: (watch) => exports.close(watch),
  });
  const exports = createExportJobs({
    clock,
    files: ports.exportFiles,
    policy,
    newId,
    watchOf: (id) => watches.get(id),
    reportIncident,
  });
  const signIns = new SignIns({
    ...ports,
    onGrant: (id, what) => watches.of(id)?.grantChanged(what),
    onChange: () => profiles.notify(),
  });

  async function startPractice(scenario: string): Promise<WatchId> {
    if (ports.practice === null) throw appError('UNSUPPORTED', { what: 'practice' });
    const service = await ports.practice.start(scenario);
    const { profile, clientSecret } = service;
    return watches.open({
      profile,
      practice: true,
      grants: fixedGrant({ kind: 'client-credentials', clientSecret, kept: 'built-in' }),
      release: () => service.stop(),
    });
  }

  const profiles = createStoredProfiles({
    ...ports,
    files: ports.profileFiles,
    signIns,
    watches,
    startPractice,
    stopping: stopping.signal,
  });
  const profileTests = new ProfileTests({
    ...ports,
    profiles,
    stopping: stopping.signal,
    tests: createConnectionTests({
      ...ports,
      watches: () =>
        watches.all
          .filter(({ practice }) => !practice)
          .map((watch) => ({
            profile: watch.profile,
            tokens: watch.tokens,
            status: () => watch.snapshot().stream,
            domain: () => watch.snapshot().profile.domain,
            retryNow: () => watch.retryNow(),
          })),
    }),
  });

  async function showAlarm(alarm: string): Promise<void> {
    for (const watch of watches.all) {
      const target = await watch.alarms.open(alarm, true);
      if (target === null) continue;
      pages.open(watch.id, target);
      return;
    }
  }
  function openAlarm(alarm: string): void {
    showAlarm(alarm).catch((error: unknown) => log.error('a clicked notification could not be opened', { error }));
  }
  notifier?.onOpened(openAlarm);

  return {
    clock,
    description,
    policy,
    exports,
    pages,
    profiles,
    signIns,
    profileTests,
    desktop: ports.desktop,
    practiceScenarios: ports.practice?.scenarios ?? [],
    /** @throws AppError NO_SCENARIO, UNSUPPORTED, STORE_… */
    startPractice,
    /** @throws AppError WATCH_CLOSED */
    watch: (id: WatchId) => watches.get(id),
    /** Closes a watch of the same profile first. @throws AppError STORE_… */
    open: (watched: WatchedProfile) => watches.open(watched),
    /** The number of events that could not be stored, usually 0; 0 if the watch is already closed. */
    close: (id: WatchId) => watches.close(id),
    /** Returns the errors of profiles that cannot be read or opened; the others are opened. */
    watchStored: () => profiles.watchStored(),
    /** A null `profile` means the one that the page shows. @throws AppError NO_PROFILE */
    show(target: ShowTarget, profile: ProfileId | null): void {
      if (profile === null) {
        pages.open(null, target);
        return;
      }
      const watch = watches.of(profile);
      if (watch === null) throw appError('NO_PROFILE', { id: profile });
      pages.open(watch.id, target);
    },
    /** Opens the alarm whose notification the user clicked, also one of an earlier run. */
    openAlarm,
    /** Emits the current snapshot, then transitions at once, other changes twice a second, and one every few seconds. */
    snapshots: (signal: AbortSignal | undefined) => watches.subscribe(signal, (watch) => watch.changes, PAGE_FEED_PACE),
    /** Like `snapshots`, but emits only the transitions. */
    transitions: (signal: AbortSignal | undefined) =>
      watches.subscribe(signal, (watch) => watch.transitions, { minIntervalMs: 0, maxIntervalMs: Infinity }),
    /** True if the address has the scheme, host and port of an own link of an open watch. */
    async isOwnLinkAddress(address: string): Promise<boolean> {
      const origin = openableAddress(address)?.origin;
      if (origin === undefined) return false;
      const lists = await Promise.all(watches.all.map((watch) => watch.links.read().catch(() => [])));
      return linkOrigins(lists.flat()).includes(origin);
    },
    reportIncident,
    /** Call after the computer woke or its network came back: waiting watches retry immediately. */
    wakeUp(): void {
      for (const watch of watches.all) watch.wakeUp();
    },
    /** Call when an operator used a page of this process. */
    recordInput(): void {
      for (const watch of watches.all) watch.team?.activity.recordInput();
    },
    stop(): Promise<number> {
      stopped ??= watches.closeAll(() => {
        stopping.abort(new Error('the backend was stopped'));
        exports.stop();
        signIns.stop();
      });
      return stopped;
    },
  };
}
