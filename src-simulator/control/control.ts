/** Triggers events and faults. `control-routes.ts` offers the same actions under `/control/…` to other programs. */
import type { TimeSource } from '../clock.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Domain } from '../domain.ts';
import type { FaultPlanRequest } from '../http/fault-plan.ts';
import type { RequestFilter } from '../http/request-record.ts';
import type { OutgoingEvent } from '../service/event-text.ts';
import type { Flood } from '../scenarios/flood.ts';
import type { Issuer } from '../issuer/issuer.ts';
import { ManualTime } from '../manual-time.ts';
import type { RunningService } from '../running-service.ts';
import type { StreamCut } from '../service/notification-stream.ts';
import { badRequest } from '../service/refusal.ts';
import { CONTRACT_VERSION } from '../contract-version.ts';
import { Replay, type ReplayOptions } from '../scenarios/replay.ts';

/** Reading of the service's clock. Times are UTC epoch ms. */
export interface ClockState {
  readonly clock: 'manual' | 'system';
  readonly now: number;
  readonly nextDueAt: number | null;
}

/** Distance to advance a manual clock: a number of seconds, or up to a time (UTC epoch ms). */
type Winding = { readonly seconds: number } | { readonly until: number };

export type SimulatorControl = ReturnType<typeof createControl>;

export function createControl(parts: {
  /** The service since its last start. */
  service: () => RunningService;
  issuer: Issuer;
  time: TimeSource;
  settings: Settings;
  startOver: () => Promise<void>;
}) {
  const { service, issuer, time } = parts;
  const startedAt = performance.now();
  return {
    ...controlOf(() => service().first),
    settings: parts.settings,
    /** @throws Refusal if there is no such domain; its message lists the existing ones */
    forDomain(domainId: string = service().first.id) {
      const { domains } = service();
      const domain = domains.get(domainId);
      if (domain !== undefined) return controlOf(() => service().domains.get(domainId) ?? domain);
      throw badRequest(`There is no domain "${domainId}". Expected one of: ${[...domains.keys()].join(', ')}.`);
    },
    /** Returns the id of the plan. @throws ZodError if the plan cannot be carried out */
    planFault: (plan: FaultPlanRequest) => service().middleware.plans.add(plan),
    /** Lists the plans in the order in which requests try them. Used-up plans stay in the list for a while. */
    faultPlans: () => service().middleware.plans.list(),
    /** Returns false if there is no plan with this id. Faults that already started continue. */
    forgetFaultPlan: (id: string) => service().middleware.plans.forget(id),
    forgetFaultPlans: () => service().middleware.plans.forgetAll(),
    /** Makes every access token so far invalid, and on request the refresh tokens. */
    revokeTokens: (options?: { refreshTokens?: boolean }) => {
      issuer.revokeAccessTokens();
      if (options?.refreshTokens === true) issuer.revokeRefreshTokens();
    },
    /**
     * Everything due happens in order, at its own time. Resolves when the written data was handed to the connections.
     * Requests that arrive meanwhile are answered afterwards.
     * @throws Refusal if the clock is not manual, or for a step back or of more than 31 days
     */
    async advance(winding: Winding) {
      if (!(time instanceof ManualTime))
        throw badRequest('This clock runs by itself. Start the simulator with a manual clock to advance it.');
      await time.advanceTo(() => endOf(winding, time.now()));
      return clockState(time);
    },
    clock: () => clockState(time),
    counters: () => service().journal.counters(),
    /** Searches the last 1000 requests. Oldest first, without secrets; if more than `limit` match, the newest. */
    requests: (filter?: RequestFilter & { limit?: number | undefined }) => service().journal.requests(filter),
    /** Resolves to `count` matching requests as soon as there are that many, or to fewer when the time is over. */
    waitUntil: (filter: RequestFilter, count: number, withinSeconds: number) =>
      service().journal.waitUntil(filter, count, withinSeconds * 1000),
    report: (only?: readonly string[]) => service().checker.report(only),
    /** Forgets requests, counters, fault plans and the results of the report. Streams stay open, tokens stay valid. */
    reset: () => {
      const { middleware, journal, checker } = service();
      middleware.plans.forgetAll();
      journal.forget();
      checker.forget();
    },
    /**
     * Goes back to the start: fleet, settings, scenario or replay, and clock. Closes all streams and requests; no token
     * stays valid.
     * @throws Refusal if the replayed file is no longer valid; then nothing changes
     */
    startOver: parts.startOver,
    /** `uptime`: real seconds since the start. `time`: time of the service, ISO 8601 UTC. */
    health: () => ({
      ok: true as const,
      contractVersion: CONTRACT_VERSION,
      uptime: Math.round(performance.now() - startedAt) / 1000,
      scenario: service().first.player.scenarioName,
      time: new Date(time.now()).toISOString(),
      domains: [...service().domains.values()].map(({ id, fleet, stream, player }) => ({
        id,
        subscriptions: fleet.size,
        subscribers: stream.subscribers().length,
        scenario: player.scenarioName,
      })),
    }),
  };
}

function controlOf(domain: () => Domain) {
  return {
    /** Sends any event to all subscribers and returns how many there are. */
    emit: (event: OutgoingEvent) => domain().stream.emit(event),
    /** Sends an event repeatedly at a fixed rate. Resolves to the number of events that reached a subscriber. */
    emitMany: (what: Flood) => domain().flood(what),
    emitHeartbeat: () => {
      const { stream } = domain();
      return stream.emit(stream.sessionEvent('HEARTBEAT'));
    },
    /** Returns how many subscribers got the events. */
    emitLocalization: (failed: boolean) => domain().player.emitLocalization(failed),
    emitConnectivityRequest: (resources: number, failed: number) =>
      domain().player.emitConnectivityRequest(resources, failed),
    /** Returns how many streams got the bytes. `pieceBytes`: maximum of one write; by default all are in one. */
    sendRaw: (bytes: Uint8Array | string, pieceBytes?: number) => domain().stream.sendRaw(bytes, pieceBytes),
    dropStreams: (cut: StreamCut) => domain().stream.drop(cut),
    /** Sends SUBSCRIPTION_ENDED and disconnects, as after 30 minutes. Returns the number of streams. */
    endSession: () => domain().stream.endSession(),
    /** Accepts connections and sends nothing, also on open streams. */
    stall: (on: boolean) => domain().stream.stall(on),
    /** Simulates another subscriber who takes or leaves the domain's seat. */
    takeSeat: (taken: boolean) => domain().stream.takeSeat(taken),
    /** @throws Refusal for an unknown name; its message lists the known ones */
    setScenario: (name: string) => domain().player.play(name),
    /** Starts with the first subscriber, with the recorded intervals. @throws Refusal if the file cannot be replayed */
    async replay(order: ReplayOptions) {
      const replay = await Replay.open(order);
      domain().player.play(replay);
      return replay.state();
    },
    replayState: () => domain().player.replayState(),
    subscribers: () => domain().stream.subscribers(),
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
  if (end < now) throw badRequest(`The clock cannot go back: it is already ${new Date(now).toISOString()}.`);
  if (end - now > MAX_ADVANCE_MS) throw badRequest('Advance the clock by at most 31 days at a time.');
  return end;
}
