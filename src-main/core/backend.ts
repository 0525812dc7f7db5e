/**
 * Start reading here. The backend is a library that Electron, the web host and the command line mount: it opens
 * profiles, each as a watch of its own, and answers everything in `api/router.ts`. It knows ports, not technologies.
 */
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import { appError } from '../../src-shared/api/errors.ts';
import { SNAPSHOT_INTERVAL_MS } from '../../src-shared/api/page-timing.ts';
import type { HostDescription } from '../../src-shared/api/watch.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import { Notices } from './alarms/notices.ts';
import type { Application } from './api/procedures.ts';
import { createConnectionTests } from './connection-test/connection-tests.ts';
import { createExportJobs } from './exports/export-jobs.ts';
import { OpenWatches, type Snapshots } from './open-watches.ts';
import type { ConnectionProbe } from './ports/connection-probe.ts';
import type { Desktop } from './ports/desktop.ts';
import type { Grants } from './ports/grants.ts';
import type { Notifier } from './ports/notifier.ts';
import type { Practice } from './ports/practice.ts';
import type { ProfileFiles } from './ports/profile-files.ts';
import type { RedirectListener, SignInBrowser } from './ports/redirect-listener.ts';
import { builtInGrant } from './profiles/built-in-grant.ts';
import { createStoredProfiles } from './profiles/stored-profiles.ts';
import { ProfileTests } from './profiles/profile-tests.ts';
import { createSignIns } from './sign-in/create-sign-ins.ts';
import { FEED_INTERVAL_MS } from './timeline/timeline-feed.ts';
import { readPage } from './timeline/pages.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';

export interface BackendPorts extends WatchPorts {
  /** `null` where this host has no simulator. */
  readonly practice: Practice | null;
  readonly profileFiles: ProfileFiles;
  readonly grants: Grants;
  readonly probe: ConnectionProbe;
  readonly redirects: RedirectListener;
  readonly browser: SignInBrowser;
  /** `null`: pages show notifications. */
  readonly notifier: Notifier | null;
  /** `null` where this host stands in none. */
  readonly desktop: Desktop | null;
  /** Another process watches the profile, and so holds its stream. */
  readonly isWatchedElsewhere: (profile: ConnectionProfile) => boolean;
}

export interface Backend extends Application {
  /** The present at once, then each change, at most ten a second and one every few seconds where nothing changes. */
  snapshots(signal: AbortSignal | undefined): Snapshots;
  /** As `snapshots`, at each change that a person would be told of, however fast they follow, and at no other. */
  transitions(signal: AbortSignal | undefined): Snapshots;
  /** Opens a profile beside those that are open; one with the same id is closed first. @throws AppError STORE_… */
  open(watched: WatchedProfile): Promise<WatchId>;
  /** Resolves with the number of events that could not be stored (0, as a rule); 0 where it is closed already. */
  close(watch: WatchId): Promise<number>;
  /** Opens every kept profile that is watched at the start; those that cannot be opened are told, and the others go on. */
  watchStored(): Promise<AppErrorData[]>;
  /** The computer woke, or its network is back: every watch that waits for that tries now. */
  wakeUp(): void;
  /** Idempotent; resolves when all is closed, with the number of events that could not be stored. */
  stop(): Promise<number>;
}

/** The sign of life that a page goes by is a snapshot like any other. */
const PAGE_FEED_PACE = { atMostEveryMs: FEED_INTERVAL_MS, atLeastEveryMs: SNAPSHOT_INTERVAL_MS - FEED_INTERVAL_MS };

export function createBackend(ports: BackendPorts, description: HostDescription): Backend {
  const { clock, log, newId } = ports;
  const stopping = new AbortController();
  let stopped: Promise<number> | null = null;

  const reportIncident = (error: unknown, path: string): string => {
    const incident = newId();
    log.error('unexpected error', { incident, path, error });
    return incident;
  };

  const notices = new Notices(ports.notifier, clock, log, stopping.signal);
  const watches = new OpenWatches({
    ports,
    notices,
    newId,
    stopping: stopping.signal,
    onChange: () => profiles.notify(),
    beforeClose: (watch) => exports.close(watch),
  });
  const present = (id: WatchId) => watches.get(id);
  const exports = createExportJobs({ clock, files: ports.exportFiles, newId, watchOf: present, reportIncident });
  const signIns = createSignIns(ports);

  async function startPractice(scenario: string): Promise<WatchId> {
    if (ports.practice === null) throw appError('UNSUPPORTED', { what: 'practice' });
    const service = await ports.practice.start(scenario);
    const { profile, clientSecret } = service;
    return watches.open({
      profile,
      practice: true,
      grants: builtInGrant(clientSecret),
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
  const tests = new ProfileTests({
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
  signIns.onGrant((id, what) => watches.of(id)?.grantChanged(what), stopping.signal);
  signIns.onChange(() => profiles.notify(), stopping.signal);

  async function openAlarm(alarm: string): Promise<void> {
    for (const watch of watches.all) {
      // oxlint-disable-next-line no-await-in-loop -- as a rule there is one
      const target = await watch.alarms.open(alarm);
      if (target === null) continue;
      notices.open(watch.id, target);
      return;
    }
  }
  ports.notifier?.onOpened((alarm) => {
    openAlarm(alarm).catch((error: unknown) => log.error('a clicked notification could not be opened', { error }));
  });

  return {
    describe: () => description,
    open: (watched) => watches.open(watched),
    close: (id) => watches.close(id),
    watchStored: () => profiles.watchStored(),
    retryNow: (watch) => present(watch).retryNow(),
    practiceScenarios: () => ports.practice?.scenarios ?? [],
    startPractice,
    reader: (watch, filter) => present(watch).reader(filter),
    maintenance: (watch) => present(watch).maintenance,
    markSeen: (watch, ranges, seen) => present(watch).markSeen(ranges, seen),
    views: (watch) => present(watch).views,
    subscriptions: (watch) => present(watch).subscriptions,
    cases: (watch) => present(watch).cases,
    alarms: (watch) => present(watch).alarms,
    pageNotices: (signal) => notices.subscribe(signal),
    openAlarm,
    show(target, profile) {
      if (profile === null) {
        notices.open(null, target);
        return;
      }
      const watch = watches.of(profile);
      if (watch === null) throw appError('NO_PROFILE', { id: profile });
      notices.open(watch.id, target);
    },
    reports: (watch) => present(watch).reports,
    packs: (watch) => present(watch).packs,
    access: (watch) => present(watch).access,
    exports,
    desktop: ports.desktop,
    profiles,
    signIns,
    testConnection: (input, signal) => tests.run(input, signal),
    page: async ({ watch, ...query }, signal) => readPage(present(watch).reader(query.filter), query, clock, signal),

    async *timelineFeed({ watch, ...query }, signal) {
      yield* present(watch).timelineFeed(query, signal ?? stopping.signal);
    },

    snapshots: (signal) => watches.subscribe(signal, (watch) => watch.changes, PAGE_FEED_PACE),
    transitions: (signal) =>
      watches.subscribe(signal, (watch) => watch.transitions, { atMostEveryMs: 0, atLeastEveryMs: Infinity }),

    reportIncident,

    wakeUp() {
      for (const watch of watches.all) watch.wakeUp();
    },

    stop() {
      stopped ??= watches.closeAll(() => {
        stopping.abort(new Error('the backend was stopped'));
        exports.stop();
        signIns.stop();
      });
      return stopped;
    },
  };
}
