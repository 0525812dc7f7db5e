/**
 * The hand on the simulated service: makes events and faults happen. The same acts stand under `/control/…`
 * (`control-routes.ts`) for programs that run elsewhere.
 */
import type { TimeSource } from '../clock.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Domain } from '../domain.ts';
import type { RequestMiddleware } from '../http/request-middleware.ts';
import type { Endpoint } from '../http/endpoints.ts';
import type { FaultPlanRequest } from '../http/fault-plan.ts';
import type { FaultPlanRecord } from '../http/fault-plans.ts';
import type { Journal } from '../http/journal.ts';
import type { RequestFilter, RequestRecord } from '../http/request-record.ts';
import type { OutgoingEvent } from '../event-text.ts';
import type { Flood } from '../flood.ts';
import type { Issuer } from '../issuer.ts';
import { ManualTime } from '../manual-time.ts';
import type { ContractChecker } from '../contract-report/contract-checker.ts';
import type { ContractReport } from '../contract-report/report.ts';
import type { StreamCut, SubscriberRecord } from '../notification-stream.ts';
import { UnfulfillableRequest } from '../unfulfillable-request.ts';
import { CONTRACT_VERSION } from '../contract/contract-version.ts';
import { Replay, type ReplayOptions, type ReplayState } from '../replay/replay.ts';

/** What can be done to one domain. */
export interface DomainControl {
  /** Sends any event to whoever is subscribed; returns how many that are. */
  emit(event: OutgoingEvent): number;
  /** The same event so many times, so many a second; resolves to how many were got. */
  emitMany(flood: Flood): Promise<number>;
  /** A heartbeat out of turn; returns how many got it. */
  emitHeartbeat(): number;
  /** The events of one localization of a subscription of the fleet, by chance; returns how many got them. */
  emitLocalization(failed: boolean): number;
  /** The event of one connectivity request, some of whose resources may be made to fail. */
  emitConnectivityRequest(resources: number, failed: number): number;
  /** Any bytes into the open streams, in pieces of at most `pieceBytes` (default: all at once); returns how many got them. */
  sendRaw(bytes: Uint8Array | string, pieceBytes?: number): Promise<number>;
  /** Breaks the open streams; returns how many. */
  dropStreams(cut: StreamCut): number;
  /** SUBSCRIPTION_ENDED, then disconnected, as after 30 minutes; returns how many. */
  endSession(): number;
  /** Accept and say nothing; open streams fall silent as well. */
  stall(on: boolean): void;
  /** Somebody else takes the domain's seat, or leaves it. */
  takeSeat(taken: boolean): void;
  /** @throws UnmetDemand for an unknown name, with the known ones. */
  setScenario(name: string): void;
  /**
   * Plays a recorded night instead of a scenario: from the first subscriber on, at the recorded distances.
   * @throws UnplayableFile
   */
  replay(order: ReplayOptions): Promise<ReplayState>;
  /** `null` where a scenario is played. */
  replayState(): ReplayState | null;
  subscribers(): SubscriberRecord[];
}

/** What the service's clock says; all times in UTC epoch ms. */
export interface ClockState {
  readonly clock: 'manual' | 'system';
  readonly now: number;
  /** When something is due next; `null` where nothing is, or where the clock runs by itself. */
  readonly nextDueAt: number | null;
}

/** How far a manual clock is wound: so many seconds, or until a time (UTC epoch ms). */
type Winding = { readonly seconds: number } | { readonly until: number };

/** That it runs, and what it is. */
interface Health {
  /** It answers, so it is. */
  readonly ok: true;
  /** Of the contract files. */
  readonly contractVersion: string;
  /** Seconds of this computer since the start, whatever the time scale. */
  readonly uptime: number;
  /** Of the first domain. */
  readonly scenario: string;
  /** Service time: ISO 8601 UTC with milliseconds. */
  readonly time: string;
  readonly domains: readonly {
    readonly id: string;
    readonly subscriptions: number;
    /** How many are connected to its stream. */
    readonly subscribers: number;
    readonly scenario: string;
  }[];
}

/** Of the first domain, and of what all domains share. */
export interface SimulatorControl extends DomainControl {
  /** What can be changed while it runs. */
  readonly settings: Settings;
  /** @throws UnmetDemand where there is no such domain, with those there are. */
  forDomain(domainId: string): DomainControl;
  /** What the next requests to an endpoint meet. Returns the plan's id. @throws ZodError where it cannot be carried out. */
  planFault(plan: FaultPlanRequest): string;
  /** In the order in which they are asked; those that meet no more stay a while. */
  faultPlans(): FaultPlanRecord[];
  /** False where there is none of this id. What it met already goes on. */
  forgetFaultPlan(id: string): boolean;
  /** Returns how many there were. */
  forgetFaultPlans(): number;
  /** Every access token issued so far becomes invalid; the refresh tokens too where asked for. */
  revokeTokens(options?: { refreshTokens?: boolean }): void;
  /**
   * Winds a manual clock on. Everything due on the way happens in order and each at its own instant; resolves when what
   * it wrote was handed to the connections. Requests that come meanwhile are answered after it.
   * @throws UnmetDemand where the clock runs by itself, or it is to go back or further than 31 days.
   */
  advance(winding: Winding): Promise<ClockState>;
  clock(): ClockState;
  counters(): Record<Endpoint, number>;
  /** Of the last thousand those that fit, oldest first, without secrets; at most `limit`, the newest. */
  requests(filter?: RequestFilter & { limit?: number | undefined }): RequestRecord[];
  /** So many that fit, as soon as they are there; those that are there when the time is over. */
  waitUntil(filter: RequestFilter, count: number, withinSeconds: number): Promise<RequestRecord[]>;
  /** What the client under test did, against the document; of rules or parts, or of all. */
  report(only?: readonly string[]): ContractReport;
  /** Forgets requests, counters, planned answers and the verdict. Streams stay open, tokens valid. */
  reset(): void;
  health(): Health;
}

export function createControl(parts: {
  first: Domain;
  /** By id. */
  domains: ReadonlyMap<string, Domain>;
  middleware: RequestMiddleware;
  issuer: Issuer;
  journal: Journal;
  checker: ContractChecker;
  time: TimeSource;
  settings: Settings;
}): SimulatorControl {
  const { first, domains, middleware, issuer, journal, checker, time } = parts;
  const startedAt = performance.now();
  return {
    ...controlOf(first),
    settings: parts.settings,
    forDomain(domainId) {
      const domain = domains.get(domainId);
      if (domain !== undefined) return controlOf(domain);
      throw new UnfulfillableRequest(`There is no domain "${domainId}". There are: ${[...domains.keys()].join(', ')}.`);
    },
    planFault: (plan) => middleware.plans.add(plan),
    faultPlans: () => middleware.plans.list(),
    forgetFaultPlan: (id) => middleware.plans.forget(id),
    forgetFaultPlans: () => middleware.plans.forgetAll(),
    revokeTokens: (options) => {
      issuer.revokeAccessTokens();
      if (options?.refreshTokens === true) issuer.revokeRefreshTokens();
    },
    async advance(winding) {
      if (!(time instanceof ManualTime))
        throw new UnfulfillableRequest(
          'This clock runs by itself. Start the simulator with a manual clock to wind it on.',
        );
      await time.advanceTo(() => endOf(winding, time.now()));
      return clockState(time);
    },
    clock: () => clockState(time),
    counters: () => journal.counters(),
    requests: (filter) => journal.requests(filter),
    waitUntil: (filter, count, withinSeconds) => journal.waitUntil(filter, count, withinSeconds * 1000),
    report: (only) => checker.report(only),
    reset: () => {
      middleware.plans.forgetAll();
      journal.forget();
      checker.forget();
    },
    health: () => ({
      ok: true,
      contractVersion: CONTRACT_VERSION,
      uptime: Math.round(performance.now() - startedAt) / 1000,
      scenario: first.player.scenarioName,
      time: new Date(time.now()).toISOString(),
      domains: [...domains.values()].map(({ id, fleet, stream, player }) => ({
        id,
        subscriptions: fleet.size,
        subscribers: stream.subscribers().length,
        scenario: player.scenarioName,
      })),
    }),
  };
}

function controlOf(domain: Domain): DomainControl {
  const { stream, player } = domain;
  return {
    emit: (event) => stream.emit(event),
    emitMany: (what) => domain.flood(what),
    emitHeartbeat: () => stream.emit(stream.sessionEvent('HEARTBEAT')),
    emitLocalization: (failed) => player.emitLocalization(failed),
    emitConnectivityRequest: (resources, failed) => player.emitConnectivityRequest(resources, failed),
    sendRaw: (bytes, pieceBytes) => stream.sendRaw(bytes, pieceBytes),
    dropStreams: (cut) => stream.drop(cut),
    endSession: () => stream.endSession(),
    stall: (on) => stream.stall(on),
    takeSeat: (taken) => stream.takeSeat(taken),
    setScenario: (name) => player.play(name),
    async replay(order) {
      const replay = await Replay.open(order);
      player.play(replay);
      return replay.state();
    },
    replayState: () => player.replayState(),
    subscribers: () => stream.subscribers(),
  };
}

function clockState(time: TimeSource): ClockState {
  return time instanceof ManualTime
    ? { clock: 'manual', now: time.now(), nextDueAt: time.nextDueAt() }
    : { clock: 'system', now: time.now(), nextDueAt: null };
}

/** What a scenario writes in one winding waits in memory for whoever reads. */
const MAX_ADVANCE_MS = 31 * 24 * 60 * 60_000;

function endOf(winding: Winding, now: number): number {
  const end = 'seconds' in winding ? now + winding.seconds * 1000 : winding.until;
  if (end < now)
    throw new UnfulfillableRequest(`The clock cannot go back: it is ${new Date(now).toISOString()} already.`);
  if (end - now > MAX_ADVANCE_MS)
    throw new UnfulfillableRequest('The clock is wound on by 31 days at most, then again.');
  return end;
}
