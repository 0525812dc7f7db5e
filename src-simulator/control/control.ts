/**
 * Controls the simulated service: triggers events and faults. `control-routes.ts` offers the same actions under
 * `/control/…` to other programs.
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
import type { OutgoingEvent } from '../service/event-text.ts';
import type { Flood } from '../scenarios/flood.ts';
import type { Issuer } from '../issuer/issuer.ts';
import { ManualTime } from '../manual-time.ts';
import type { ContractChecker } from '../contract-report/contract-checker.ts';
import type { ContractReport } from '../contract-report/report.ts';
import type { StreamCut, SubscriberRecord } from '../service/notification-stream.ts';
import { UnfulfillableRequest } from '../service/unfulfillable-request.ts';
import { CONTRACT_VERSION } from '../contract/contract-version.ts';
import { Replay, type ReplayOptions, type ReplayState } from '../replay/replay.ts';

export interface DomainControl {
  /** Sends any event to all subscribers and returns how many there are. */
  emit(event: OutgoingEvent): number;
  /** Sends an event repeatedly at a fixed rate. Resolves to the number of events that reached a subscriber. */
  emitMany(flood: Flood): Promise<number>;
  emitHeartbeat(): number;
  /**
   * Sends the events of one random localization of a subscription of the fleet, and returns how many subscribers got
   * them.
   */
  emitLocalization(failed: boolean): number;
  emitConnectivityRequest(resources: number, failed: number): number;
  /**
   * Sends any bytes to the open streams in parts of at most `pieceBytes` (default: all in one part), and returns how
   * many got them.
   */
  sendRaw(bytes: Uint8Array | string, pieceBytes?: number): Promise<number>;
  dropStreams(cut: StreamCut): number;
  /** Sends SUBSCRIPTION_ENDED and disconnects, as after 30 minutes. Returns the number of streams. */
  endSession(): number;
  /** Accepts connections and sends nothing, also on open streams. */
  stall(on: boolean): void;
  /** Simulates another subscriber who takes or leaves the domain's seat. */
  takeSeat(taken: boolean): void;
  /** @throws UnfulfillableRequest for an unknown name; its message lists the known ones */
  setScenario(name: string): void;
  /**
   * Plays a recorded night instead of a scenario. Starts with the first subscriber and keeps the recorded intervals.
   * @throws UnplayableFile
   */
  replay(order: ReplayOptions): Promise<ReplayState>;
  replayState(): ReplayState | null;
  subscribers(): SubscriberRecord[];
}

/** Reading of the service's clock. Times are UTC epoch ms. */
export interface ClockState {
  readonly clock: 'manual' | 'system';
  readonly now: number;
  readonly nextDueAt: number | null;
}

/** Distance to advance a manual clock: a number of seconds, or up to a time (UTC epoch ms). */
type Winding = { readonly seconds: number } | { readonly until: number };

interface Health {
  readonly ok: true;
  readonly contractVersion: string;
  /** Real seconds since the start, independent of the time scale. */
  readonly uptime: number;
  readonly scenario: string;
  /** Service time: ISO 8601 UTC with milliseconds. */
  readonly time: string;
  readonly domains: readonly {
    readonly id: string;
    readonly subscriptions: number;
    readonly subscribers: number;
    readonly scenario: string;
  }[];
}

/** Actions on the first domain, and on the parts that all domains share. */
export interface SimulatorControl extends DomainControl {
  readonly settings: Settings;
  /** @throws UnfulfillableRequest if there is no such domain; its message lists the existing ones */
  forDomain(domainId: string): DomainControl;
  /**
   * Plans a fault for the next requests to an endpoint. Returns the id of the plan.
   * @throws ZodError if the plan cannot be carried out
   */
  planFault(plan: FaultPlanRequest): string;
  /** Lists the plans in the order in which requests try them. Used-up plans stay in the list for a while. */
  faultPlans(): FaultPlanRecord[];
  /** Returns false if there is no plan with this id. Faults that already started continue. */
  forgetFaultPlan(id: string): boolean;
  forgetFaultPlans(): number;
  /** Makes every access token so far invalid, and on request the refresh tokens. */
  revokeTokens(options?: { refreshTokens?: boolean }): void;
  /**
   * Advances a manual clock. Everything due happens in order, each at its own time. Resolves when the written data was
   * handed to the connections. Requests that arrive meanwhile are answered afterwards.
   * @throws UnfulfillableRequest if the clock is not manual, or for a step back or a step of more than 31 days
   */
  advance(winding: Winding): Promise<ClockState>;
  clock(): ClockState;
  counters(): Record<Endpoint, number>;
  /**
   * Returns the matching requests among the last 1000, oldest first, without secrets. If more than `limit` match,
   * returns the newest.
   */
  requests(filter?: RequestFilter & { limit?: number | undefined }): RequestRecord[];
  /** Resolves to `count` matching requests as soon as there are that many, or to fewer when the time is over. */
  waitUntil(filter: RequestFilter, count: number, withinSeconds: number): Promise<RequestRecord[]>;
  /** Reports on the client under test against the document, for some rules or parts, or for all. */
  report(only?: readonly string[]): ContractReport;
  /** Forgets requests, counters, fault plans and the results of the report. Streams stay open, tokens stay valid. */
  reset(): void;
  health(): Health;
}

export function createControl(parts: {
  first: Domain;
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
      throw new UnfulfillableRequest(
        `There is no domain "${domainId}". Expected one of: ${[...domains.keys()].join(', ')}.`,
      );
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
          'This clock runs by itself. Start the simulator with a manual clock to advance it.',
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

/** The output of a scenario during one step is held in memory until the clients read it. */
const MAX_ADVANCE_MS = 31 * 24 * 60 * 60_000;

function endOf(winding: Winding, now: number): number {
  const end = 'seconds' in winding ? now + winding.seconds * 1000 : winding.until;
  if (end < now)
    throw new UnfulfillableRequest(`The clock cannot go back: it is already ${new Date(now).toISOString()}.`);
  if (end - now > MAX_ADVANCE_MS) throw new UnfulfillableRequest('Advance the clock by at most 31 days at a time.');
  return end;
}
