/**
 * Simulates a night with real sockets and a real store. The service and the watches share a fake time, so that hours
 * take seconds. The clocks move only when no request is in progress.
 */
import { NO_POLICY } from '../../src-shared/api/policy/policy.ts';
import { randomBytes } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createNetwork } from '../../src-main/adapters/network/network.ts';
import { createServiceClient } from '../../src-main/adapters/service/service-client.ts';
import { createStatusPages } from '../../src-main/adapters/status-page/status-page-client.ts';
import { createOpenidTokenIssuer } from '../../src-main/adapters/sign-in/openid-token-issuer.ts';
import { createStreamClient } from '../../src-main/adapters/stream/stream-client.ts';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import type { LocalOutlet } from '../../src-main/core/outlets/local/local-outlet.ts';
import type { TeamLogs } from '../../src-main/core/ports/team-log.ts';
import type { TeamSettings } from '../../src-shared/domain/profile/team-settings.ts';
import type { GrantSource } from '../../src-main/core/ports/grants.ts';
import { openWatch } from '../../src-main/core/open-watch.ts';
import type { Watch } from '../../src-main/core/watch.ts';
import { coverageFigures } from '../../src-shared/domain/coverage/coverage-figures.ts';
import { profileIdSchema, watchIdSchema } from '../../src-shared/domain/identity.ts';
import type { FaultPlanRequest } from '../../src-simulator/http/fault-plan.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import type { StreamStatus } from '../../src-shared/api/stream/stream-status.ts';
import { FakeClock } from './fake-clock.ts';
import { databasesInFolders, inThreadDatabases } from './in-thread-databases.ts';
import { MemoryAlarmFiles } from './memory-alarm-files.ts';
import { heartbeatOutlets } from './heartbeat-receiver.ts';
import { MemoryOutlets } from './memory-outlets.ts';
import { MemoryExports } from './memory-exports.ts';
import { MemoryLinks, MemorySearches, MemoryViews } from './memory-views.ts';
import { someProfile } from './profile.ts';
import { randomNumbers } from './random-numbers.ts';
import { ServiceTime } from './service-time.ts';
import { SilentLog } from './silent-log.ts';
import { aGrantSource, noActionInbox, noWriterProcesses, noTeamLogs, ownDataFolder } from './watch-ports.ts';
import { subscribe, tokenFor } from '../fixtures/consumer.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** Data in transit is read a step later, so a longer step would add to each gap. */
const MAX_STEP_MS = SECOND / 4;
/** Turns of the event loop after which sent data has reached the other end. */
const TURNS = 12;
const HEARTBEAT_SECONDS = 10;
/** A ping that began before the state turned arrives within this time. */
const PING_TRANSIT_MS = SECOND;
/** In real ms. The clocks wait this long for a request in progress. A longer request is intentional. */
const REQUEST_TIMEOUT_MS = 250;
/** After so many steps the request is not merely slow, and the next steps do not wait for it. */
const MAX_HANGING_STEPS = 6;

export interface WatchfloorInstance {
  readonly watch: Watch;
  readonly clock: FakeClock;
  /** Times of its requests for the stream, in ms of the night. */
  readonly connects: number[];
  readonly shown: Set<string>;
  /** When pings of its heartbeat arrived, in ms of the night. */
  readonly pings: number[];
  /** Pings that arrived while it did not watch or did not store. */
  readonly falsePings: string[];
  /** When it last watched, stored and was awake, in ms of the night. */
  wellAt: number;
  /** In ms of the night; null while it runs. */
  asleepUntil: number | null;
  /** Time for which its process is stopped, in ms; null if its computer sleeps, or if it runs. */
  stoppedMs: number | null;
}

interface WatcherOptions {
  /** Folder with the databases. */
  readonly directory?: string;
  readonly heartbeat?: boolean;
  /** Returns the store in place of the opened one. */
  readonly storeOf?: (store: EventStore) => EventStore;
  readonly team?: { readonly settings: TeamSettings; readonly logs: TeamLogs } | null;
  readonly localOutlet?: LocalOutlet | null;
}

export interface NightFigures {
  /** Watched share of the possible time: times when the path is blocked and no stream is open do not count. */
  readonly watchedShare: number;
  /** Same share, from the stored coverage of the first watcher. */
  readonly coveredShare: number;
  /** Longest time in ms during which a watcher showed "Watching" without a stream. */
  readonly falselyGreenMs: number;
}

export function maxConnectsPer10Min({ connects }: WatchfloorInstance): number {
  return Math.max(...connects.map((from) => connects.filter((at) => at >= from && at < from + 10 * MINUTE).length));
}

export class SimulatedNight {
  readonly simulator: Simulator;
  readonly watchers: WatchfloorInstance[] = [];
  isPathFree = true;
  /** Cases take most of the time of a night. A watch with a local outlet always has them. */
  hasCases = false;
  readonly #time: ServiceTime;
  #visitsUnderWay = 0;
  /** Consecutive steps in which a request was not answered in time. */
  #hangingSteps = 0;
  #watchedMs = 0;
  #missedMs = 0;
  /** Duration of the current false "Watching" in ms. The next field is the longest one. */
  #greenMs = 0;
  #falselyGreenMs = 0;

  static async start(options: Parameters<typeof startSimulator>[0] = {}): Promise<SimulatedNight> {
    const time = new ServiceTime();
    const simulator = await startSimulator({ scenario: 'none', subscriptions: 10, ...options, time });
    onTestFinished(() => simulator.stop());
    return new SimulatedNight(simulator, time);
  }

  private constructor(simulator: Simulator, time: ServiceTime) {
    this.simulator = simulator;
    this.#time = time;
  }

  /**
   * Opens another Watchfloor on the first domain.
   * @param seed seed of its jitter
   */
  async watch(
    seed = 1,
    grants: GrantSource = aGrantSource(this.simulator.clients.basic.clientSecret),
    {
      directory = temporaryDirectory(),
      heartbeat = false,
      team = null,
      storeOf = (store) => store,
      localOutlet = null,
    }: WatcherOptions = {},
  ): Promise<WatchfloorInstance> {
    const { profile, clients } = this.simulator;
    const clock = new FakeClock(this.#time.now());
    const network = createNetwork({ env: {} });
    const log = new SilentLog();
    const { stores, inventories, caseProjections } = inThreadDatabases(directory);
    const connects: number[] = [];
    const random = randomNumbers(seed);
    const streams = createStreamClient({ clock, log, network });
    const outlets = heartbeat
      ? await heartbeatOutlets(HEARTBEAT_SECONDS, () => this.#notePing(watcher))
      : new MemoryOutlets();
    const watch = await openWatch(
      {
        clock,
        log,
        policy: NO_POLICY,
        random: () => random(1_000_000) / 1_000_000,
        // The product has ids of this length; members refuse an action with a longer one.
        newId: () => randomBytes(8).toString('hex'),
        dataFolder: ownDataFolder,
        savedViews: new MemoryViews(),
        savedSearches: new MemorySearches(),
        ownLinks: new MemoryLinks(),
        alarmFiles: new MemoryAlarmFiles(),
        outlets,
        actionInbox: noActionInbox,
        writerProcesses: noWriterProcesses,
        teamLogs: team?.logs ?? noTeamLogs,
        exportFiles: new MemoryExports(),
        inventories,
        caseProjections:
          this.hasCases || localOutlet !== null ? caseProjections : databasesInFolders(() => directory).caseProjections,
        stores: {
          ...stores,
          open: async (...args) => storeOf(await stores.open(...args)),
        },
        issuer: createOpenidTokenIssuer({ network }),
        service: createServiceClient({ network }),
        statusPages: createStatusPages({ network }),
        streams: {
          attempt: (attempt) => {
            connects.push(this.#time.monotonic());
            return streams.attempt(attempt);
          },
        },
      },
      {
        profile: {
          ...someProfile,
          ...profile,
          id: profileIdSchema.parse(`watcher-${seed}`),
          clientId: clients.basic.clientId,
          team: team?.settings,
        },
        practice: false,
        grants,
      },
      watchIdSchema.parse(`watch-${seed}`),
      localOutlet,
    );
    onTestFinished(async () => void (await watch.stop()));
    const watcher: WatchfloorInstance = {
      watch,
      clock,
      connects,
      shown: new Set(),
      pings: [],
      falsePings: [],
      wellAt: 0,
      asleepUntil: null,
      stoppedMs: null,
    };
    void noteShown(watcher);
    this.watchers.push(watcher);
    return watcher;
  }

  /** Time of the service. */
  get clock(): FakeClock {
    return this.#time;
  }

  at(ms: number, act: () => void): void {
    this.#time.after(ms - this.#time.monotonic(), act);
  }

  /** Blocks the path between two minutes: drops open streams and applies these fault plans. Removes earlier plans. */
  outage([from, to]: readonly [number, number], ...plans: readonly FaultPlanRequest[]): void {
    const { control } = this.simulator;
    this.at(from * MINUTE, () => {
      this.isPathFree = false;
      control.forgetFaultPlans();
      for (const plan of plans) control.planFault({ times: 'forever', ...plan });
      control.dropStreams('reset');
    });
    this.at(to * MINUTE, () => {
      this.isPathFree = true;
      control.forgetFaultPlans();
    });
  }

  /**
   * Lets another program subscribe between two minutes.
   * @param waitMs returns the delay before it reconnects after its stream ended
   */
  rival([from, to]: readonly [number, number], waitMs: () => number): void {
    const ended = new AbortController();
    const comeIn = async (): Promise<Response> => {
      this.#visitsUnderWay += 1;
      try {
        return await subscribe(this.simulator, await tokenFor(this.simulator, 'post'));
      } finally {
        this.#visitsUnderWay -= 1;
      }
    };
    const visit = async (): Promise<void> => {
      const response = await comeIn();
      const leave = (): void => void response.body?.cancel().catch(() => undefined);
      ended.signal.addEventListener('abort', leave, { once: true });
      await response.text().catch(() => undefined);
    };
    const visits = async (): Promise<void> => {
      while (!ended.signal.aborted) {
        await visit();
        await this.#time.sleep(waitMs(), ended.signal);
      }
    };
    this.at(from * MINUTE, () => {
      this.isPathFree = false;
      void visits().catch(() => undefined);
    });
    this.at(to * MINUTE, () => {
      this.isPathFree = true;
      ended.abort();
    });
  }

  sleepComputer(watcher: WatchfloorInstance, from: number, minutes: number): void {
    this.at(from * MINUTE, () => {
      this.isPathFree = false;
      this.simulator.control.stall(true);
      watcher.asleepUntil = (from + minutes) * MINUTE;
      watcher.clock.sleepComputer(minutes * MINUTE);
    });
    this.at((from + minutes) * MINUTE, () => {
      this.isPathFree = true;
      this.simulator.control.stall(false);
    });
  }

  /** Stops its process, as SIGSTOP and SIGCONT do. Nothing is sent on its stream meanwhile, or after it if `isDead`. */
  stopProcess(watcher: WatchfloorInstance, from: number, seconds: number, isDead = false): void {
    const { control } = this.simulator;
    this.at(from * MINUTE, () => {
      control.stall(true);
      watcher.asleepUntil = from * MINUTE + seconds * SECOND;
      watcher.stoppedMs = seconds * SECOND;
    });
    if (!isDead) this.at(from * MINUTE + seconds * SECOND, () => control.stall(false));
  }

  /** @param stepMs null: no step passes the next time at which a clock wakes something */
  async until(endMs: number, stepMs: number | null = null): Promise<void> {
    while (this.#time.monotonic() < endMs) {
      const maxStep = stepMs ?? Math.min(MAX_STEP_MS, this.#nextDueIn);
      const step = Math.max(1, Math.min(endMs - this.#time.monotonic(), maxStep));
      await this.#time.advance(step);
      for (const watcher of this.watchers) {
        if (watcher.asleepUntil !== null && watcher.asleepUntil <= this.#time.monotonic()) {
          await wake(watcher);
        } else if (watcher.asleepUntil === null) await watcher.clock.advance(step);
      }
      await this.#settle();
      this.#measure(step);
    }
  }

  async figures(): Promise<NightFigures> {
    const [first] = this.watchers;
    if (first === undefined) throw new Error('Nobody watches.');
    const to = first.clock.now();
    const span = { from: to - this.#time.monotonic(), to };
    const covered = coverageFigures(await first.watch.reader().coverage(span), span, to, to);
    return {
      watchedShare: this.#watchedMs / (this.#watchedMs + this.#missedMs),
      coveredShare: covered.watchedMs / (this.#watchedMs + this.#missedMs),
      falselyGreenMs: this.#falselyGreenMs,
    };
  }

  get #ourStreams(): number {
    const { clientId } = this.simulator.clients.basic;
    return this.simulator.control.subscribers().filter(({ account }) => account === clientId).length;
  }

  get #awake(): readonly WatchfloorInstance[] {
    return this.watchers.filter(({ asleepUntil }) => asleepUntil === null);
  }

  get #nextDueIn(): number {
    const clocks = [this.#time, ...this.#awake.map(({ clock }) => clock)];
    return Math.min(...clocks.map(({ nextDueIn }) => nextDueIn ?? Infinity));
  }

  async #settle(): Promise<void> {
    const giveUpAt = performance.now() + (this.#hangingSteps < MAX_HANGING_STEPS ? REQUEST_TIMEOUT_MS : 0);
    for (let turn = 0; turn < TURNS || (this.#isBusy && performance.now() < giveUpAt); turn++)
      // A turn with nothing to do costs CPU time, so later ones wait for a millisecond.
      await (turn < TURNS ? setImmediate() : setTimeout(1));
    this.#hangingSteps = this.#isBusy ? this.#hangingSteps + 1 : 0;
  }

  /** True if a client connects or has not noticed the end of its stream. */
  get #isBusy(): boolean {
    const isOpen = this.#ourStreams > 0;
    const streams = this.#awake.map(({ watch }) => watch.snapshot().stream);
    return (
      this.#visitsUnderWay > 0 || streams.some((stream) => isConnecting(stream) || (isOnStream(stream) && !isOpen))
    );
  }

  #notePing(watcher: WatchfloorInstance): void {
    const at = this.#time.monotonic();
    watcher.pings.push(at);
    const { stream, storage } = watcher.watch.snapshot();
    if (isWell(watcher) || at - watcher.wellAt <= PING_TRANSIT_MS) return;
    watcher.falsePings.push(`${at / SECOND} s: ${stream.kind}, ${storage.kind}`);
  }

  #measure(step: number): void {
    for (const watcher of this.#awake) if (isWell(watcher)) watcher.wellAt = this.#time.monotonic();
    const isWatched = this.#ourStreams > 0 && this.#awake.length > 0;
    if (isWatched) this.#watchedMs += step;
    else if (this.isPathFree) this.#missedMs += step;
    const isWatching = this.watchers.some(({ watch }) => watch.snapshot().stream.kind === 'watching');
    this.#greenMs = isWatching && !isWatched ? this.#greenMs + step : 0;
    this.#falselyGreenMs = Math.max(this.#falselyGreenMs, this.#greenMs);
  }
}

function isWell({ watch, asleepUntil }: WatchfloorInstance): boolean {
  const { stream, storage } = watch.snapshot();
  return stream.kind === 'watching' && storage.kind === 'storing' && asleepUntil === null;
}

async function wake(watcher: WatchfloorInstance): Promise<void> {
  const { stoppedMs } = watcher;
  watcher.asleepUntil = null;
  watcher.stoppedMs = null;
  if (stoppedMs === null) watcher.watch.wakeUp();
  else await watcher.clock.suspend(stoppedMs);
}

/** True if an attempt is in progress: the stream is not open, and no next attempt is scheduled. */
function isConnecting(stream: StreamStatus): boolean {
  return stream.kind !== 'watching' && 'nextAttemptAt' in stream && stream.nextAttemptAt === null;
}

/** False for a member of a team that gets the events from another one. */
function isOnStream(stream: StreamStatus): boolean {
  return stream.kind === 'watching' && stream.team?.kind !== 'following';
}

async function noteShown({ watch, shown }: WatchfloorInstance): Promise<void> {
  const { signal } = new AbortController();
  for (;;) {
    const { stream } = watch.snapshot();
    shown.add(stream.kind);
    if ('cause' in stream && stream.cause !== null) shown.add(stream.cause.kind);
    await watch.changes.changedSince(watch.changes.revision, signal);
  }
}
