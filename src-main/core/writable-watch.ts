/** A watch that stores what its source receives, maintains the store and derives cases, alarms and the search index. */
import { type Filter, needsTexts } from '../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import type { TeamSettings } from '../../src-shared/domain/profile/team-settings.ts';
import { createAlarms } from './alarms/create-alarms.ts';
import type { LocalOutlet } from './outlets/local/local-outlet.ts';
import { type CaseServices, createCaseServices } from './case-services.ts';
import { answerSubjectAction } from './cases/subject-actions.ts';
import { createStoreMaintenance, type StoreMaintenance } from './maintenance/store-maintenance.ts';
import type { EventReader, EventStore, ResumedStore, StoreIdentity } from './ports/event-store.ts';
import type { Source } from './ports/source.ts';
import { createOutlets } from './outlets/create-outlets.ts';
import { clockOffsetProjection } from './projections/clock-offset-projection.ts';
import { type Projection, ProjectionLoop } from './projections/projection-loop.ts';
import { searchIndexProjection } from './projections/search-index-projection.ts';
import { Intake } from './stream/intake.ts';
import { currentMoment, earlierMoment } from './lib/moment.ts';
import { KeptDays } from './quality/kept-days.ts';
import { followStatusPage } from './status-page/follow-status-page.ts';
import { createStreamSource } from './stream/stream-source.ts';
import { createSubscriptions } from './subscriptions/create-subscriptions.ts';
import { createSearches } from './subscriptions/searches.ts';
import { profileList } from './views/profile-list.ts';
import { linksLimit, searchesLimit, viewsLimit } from './views/profile-lists.ts';
import type { TeamChange } from './team/apply-entry.ts';
import type { TeamClock } from './team/team-clock.ts';
import type { TeamSource } from './team/team-source.ts';
import { answerViewer } from './viewer/answer-viewer.ts';
import { createWatch, type Watch } from './watch.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';
import { createWatchRequests, type WatchRequests } from './watch-sign-in.ts';
import { WatchState } from './watch-state.ts';

/** Changes of a team's log that leave the coverage as it is. */
const WITHOUT_COVERAGE: ReadonlySet<TeamChange['kind']> = new Set(['events', 'part', 'action', 'void']);

interface WritableParts {
  readonly watched: WatchedProfile;
  readonly id: WatchId;
  readonly storeIdentity: StoreIdentity;
  readonly localOutlet: LocalOutlet | null;
  /** Frees the store for a viewer that takes over. Null if this process has no page. */
  readonly release: (() => void) | null;
}

interface OpenedStore {
  readonly store: EventStore;
  readonly resumed: ResumedStore;
  readonly state: WatchState;
}

export async function writableWatch(given: WatchPorts, parts: WritableParts): Promise<Watch> {
  const { watched, id, storeIdentity } = parts;
  const membership = await membershipOf(watched, given);
  const clock = membership?.clock ?? given.clock;
  const ports = { ...given, clock };
  const { log } = ports;
  // The result of `resume` includes incidents that are reported before it.
  let maintenance: StoreMaintenance | null = null;
  const store = await ports.stores.open(storeIdentity, (incident) => maintenance?.setIncident(incident));
  const opened = await resumedStore(ports, store, watched);
  const { state } = opened;
  const { reader, scanner, writer } = store;
  const stopping = new AbortController();
  // Tokens last as long as their issuer says, whatever the log's clock is.
  const requests = createWatchRequests(given, watched, stopping.signal);
  const { signIn } = requests;
  const projection = ports.caseProjections.open(storeIdentity);
  const intake = createIntake(ports, opened);
  const caseServices = createCaseServices({
    ...ports,
    profile: watched.profile,
    projection,
    reader,
    scanner,
    writer,
    committed: state.committed,
    isStoreBusy: () => intake.isBusy,
    coverageRevision: () => state.coverageRevision,
    waitUntilStable: async (signal) => maintenance?.waitUntilStable(signal),
    label: state.label,
    liveUntil: state.liveUntil,
    memberName: (member) => team?.names[member] ?? member,
  });
  const storeMaintenance = openMaintenance(ports, watched, opened, caseServices);
  maintenance = storeMaintenance;
  const { profile } = watched;
  const stream = watched.source ?? createStreamSource({ ...ports, profile, tokens: signIn.tokens });
  const team =
    membership === null
      ? null
      : await teamSource(ports, profile, opened, stream, { ...membership, ends: stopping.signal });
  const source = team ?? stream;
  const eventsFor = (filter?: Filter): EventReader => (filter && needsTexts(filter) ? scanner : reader);
  const inventory = openInventory(ports, parts, opened, { ...requests, eventsFor, stopping });
  const listParts = { identity: storeIdentity, clock, ends: stopping.signal };
  const views = profileList(ports.savedViews, listParts, viewsLimit);
  const alarms = createAlarms({
    ...ports,
    files: ports.alarmFiles,
    watch: id,
    storeIdentity,
    localOutlet: parts.localOutlet,
    outletLogs: () => outlets.logs,
    // Short reads, many times a minute: the thread for long ones ends when it has nothing to do.
    reader: { summaries: (query, signal) => eventsFor(query.filter).summaries(query, signal) },
    writer,
    views,
    cases: caseServices.cases,
    team,
    watching: state,
  });
  const outlets = createOutlets(
    {
      ...ports,
      storeIdentity,
      ...ports.outlets,
      secrets: ports.outlets.secretsOf(profile.id),
      views,
      eventsFor,
      reader,
      writer,
      watching: state,
      cases: caseServices.cases,
      signals: alarms.signals,
      isStoreBusy: () => intake.isBusy,
    },
    stopping.signal,
  );
  const follow = (followed: Projection) =>
    new ProjectionLoop(followed, { committed: state.committed, clock, log }).run(stopping.signal);
  const onOffset = (offsetMs: number | null) => state.setProviderClockOffset(offsetMs);
  const working = Promise.all([
    runSource(source, ports, opened, intake, stopping.signal),
    follow(clockOffsetProjection({ reader, writer, onOffset })),
    follow(searchIndexProjection(store.indexer)),
    storeMaintenance.run(stopping.signal),
    inventory.run(),
    caseServices.cases.run(stopping.signal),
    alarms.run(stopping.signal),
    outlets.run(stopping.signal),
    followStatusPage({ ...ports, profile, writer, onChange: () => state.notifyCoverage() }, stopping.signal),
    ports.actionInbox.serve(
      storeIdentity,
      (request) => {
        if ('viewer' in request)
          return answerViewer({ watch, writer, committed: state.committed, release: parts.release, log }, request);
        if (!('team' in request)) return answerSubjectAction(caseServices.cases, ports, request, stopping.signal);
        return team?.answer(request, stopping.signal) ?? Promise.resolve({ kind: 'no-team' });
      },
      stopping.signal,
    ),
  ]);
  const watch = createWatch({
    id,
    state,
    clock,
    signIn,
    team,
    source,
    stopping,
    reader: eventsFor,
    scanner,
    async markSeen(ranges, seen) {
      await writer.markSeen(ranges, seen);
      state.changes.notify();
    },
    views,
    links: profileList(ports.ownLinks, listParts, linksLimit),
    subscriptions: inventory.subscriptions,
    ...caseServices,
    alarms,
    outlets,
    maintenance: storeMaintenance,
    rememberProfile(next) {
      writer.rememberProfile(next.name, JSON.stringify(next)).catch((error: unknown) => {
        log.warn('the new profile name could not be stored', { error });
      });
    },
    async close() {
      await working;
      try {
        return await intake.close();
      } finally {
        await storeMaintenance.sealAtEnd();
        try {
          await Promise.all([inventory.close(), projection.close()]);
        } finally {
          // Last, because the case projection reads it: the last connection that closes checkpoints the write-ahead log.
          await store.close();
        }
      }
    },
  });
  return watch;
}

/** Closes a store that cannot be resumed; otherwise its lock would remain. */
async function resumedStore({ clock }: WatchPorts, store: EventStore, watched: WatchedProfile): Promise<OpenedStore> {
  const { profile, practice } = watched;
  try {
    // Practice has a new address at each start, so there is nothing to reopen.
    if (!practice) await store.writer.rememberProfile(profile.name, JSON.stringify(profile));
    const resumed = await store.writer.resume();
    const { extent, domain, lastEventAt } = resumed;
    const blindSince = earlierMoment(lastEventAt, currentMoment(clock));
    const stream = { kind: 'connecting', blindSince, attempt: 1, last: null } as const;
    const storage = { kind: 'storing' } as const;
    return { store, resumed, state: new WatchState(clock, { profile, practice, extent, domain, stream, storage }) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function createIntake({ clock, log }: WatchPorts, { store, resumed, state }: OpenedStore): Intake {
  return new Intake({
    writer: store.writer,
    newestSeq: resumed.extent.newestSeq,
    clock,
    log,
    onStored: ({ extent, domain }) => state.setStored(extent, domain),
    onCoverage: () => state.notifyCoverage(),
    onStorage: (status) => state.setStorage(status),
  });
}

function openMaintenance(
  { clock, log }: WatchPorts,
  { profile: { keepDays }, practice }: WatchedProfile,
  { store, resumed, state }: OpenedStore,
  { cases }: CaseServices,
): StoreMaintenance {
  const { writer, scanner } = store;
  const isComplete = async () => {
    const stored = await scanner.orderedThrough();
    return (cases.progress.processedThrough?.cursor ?? -1) >= stored;
  };
  const keptDays = new KeptDays({ writer, projection: cases.projection, isComplete });
  return createStoreMaintenance({
    store,
    clock,
    log,
    keepDays,
    practice,
    resumed,
    onConditionChange: state.notifyTransition,
    onRepaired: () => state.committed.notify(),
    keepFigures: (limits) => keptDays.keep(limits),
    removeExpiredCases: (limits) => cases.removeExpired(limits),
  });
}

interface Membership {
  readonly settings: TeamSettings;
  readonly clock: TeamClock;
}

async function membershipOf(
  { profile: { team } }: WatchedProfile,
  { clock }: Pick<WatchPorts, 'clock'>,
): Promise<Membership | null> {
  if (team === undefined) return null;
  const { TeamClock } = await import('./team/team-clock.ts');
  return { settings: team, clock: new TeamClock(clock) };
}

async function teamSource(
  ports: WatchPorts,
  profile: ConnectionProfile,
  { store: { team, reader, scanner, writer }, state }: OpenedStore,
  stream: Source,
  of: Membership & { readonly ends: AbortSignal },
): Promise<TeamSource> {
  const [{ TeamSource }, { teamService }] = await Promise.all([
    import('./team/team-source.ts'),
    import('./team/team-service.ts'),
  ]);
  return new TeamSource({
    ...ports,
    ...of,
    newestSeq: () => state.newestSeq,
    storage: () => state.storage,
    onStorage: (status) => state.setStorage(status),
    teamLog: of.clock.reading(await ports.teamLogs.open(of.settings, profile)),
    team,
    reader,
    scanner,
    stream,
    service: teamService(of.settings.log, profile),
    committed: state.committed,
    async record(actions) {
      await writer.addActions(actions);
      state.committed.notify();
    },
    onApplied({ extent, domain }, changes) {
      state.setStored(extent, domain);
      const leavesCoverage = changes.length > 0 && changes.every(({ kind }) => WITHOUT_COVERAGE.has(kind));
      if (!leavesCoverage) state.notifyCoverage();
    },
  });
}

interface InventoryParts extends WatchRequests {
  readonly eventsFor: Watch['reader'];
  readonly stopping: AbortController;
}

function openInventory(
  ports: WatchPorts,
  { watched, storeIdentity }: WritableParts,
  { store: { scanner }, state }: OpenedStore,
  { requests, requestChanges, signIn, eventsFor, stopping }: InventoryParts,
) {
  const { clock, savedSearches } = ports;
  const inventory = ports.inventories.open(storeIdentity);
  const searches = createSearches({
    ...ports,
    profile: watched.profile,
    inventory,
    requests,
    changes: requestChanges,
    tokens: signIn.tokens,
    events: scanner,
    providerClockOffsetMs: () => state.providerClockOffsetMs,
    stopSignal: stopping.signal,
  });
  const saved = profileList(savedSearches, { identity: storeIdentity, clock, ends: stopping.signal }, searchesLimit);
  return {
    subscriptions: createSubscriptions({ clock, requests, inventory, searches, scanner, saved, eventsFor }),
    run: () => searches.run(),
    close: () => inventory.close(),
  };
}

async function runSource(
  source: Source,
  { clock, log }: WatchPorts,
  { resumed, state }: OpenedStore,
  intake: Intake,
  signal: AbortSignal,
): Promise<void> {
  const { lastEventId, lastEventAt, requestedAt } = resumed;
  const now = currentMoment(clock);
  const blindSince = earlierMoment(lastEventAt, now);
  const leftRequest = requestedAt === null ? null : earlierMoment(requestedAt, now);
  try {
    await source.run({ lastEventId, blindSince, leftRequest }, intake, (stream) => state.setStream(stream), signal);
  } catch (error) {
    // A source handles its own failures, so one that throws has a bug and must not show as watching.
    log.error('the event source ended unexpectedly', { error });
    const endedAt = currentMoment(clock);
    intake.loss(endedAt, endedAt, { reason: 'crashed', detail: null });
    state.setStream({ kind: 'stopped', since: endedAt });
  }
}
