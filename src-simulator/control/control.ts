/**
 * The hand on the simulated service: makes events and faults happen. The same acts stand under `/control/…`
 * (`control-routes.ts`) for programs that run elsewhere.
 */
import type { Domain } from '../domain.ts';
import type { Door, PlannedAnswer } from '../door/door.ts';
import type { Endpoint } from '../door/endpoints.ts';
import type { RequestRecord } from '../door/journal.ts';
import type { OutgoingEvent } from '../event-text.ts';
import type { Issuer } from '../issuer.ts';
import type { StreamCut, SubscriberRecord } from '../notification-stream.ts';

/** What can be done to one domain. */
export interface DomainControl {
  /** Sends any event to whoever is subscribed; returns how many that are. */
  emit(event: OutgoingEvent): number;
  /** A heartbeat out of turn; returns how many got it. */
  emitHeartbeat(): number;
  /** The events of one localization of a subscription of the fleet, by chance; returns how many got them. */
  emitLocalization(failed: boolean): number;
  /** The event of one connectivity request, some of whose resources may be made to fail. */
  emitConnectivityRequest(resources: number, failed: number): number;
  /** Any bytes into the open streams, in pieces of at most `pieceBytes` (default: all at once). */
  sendRaw(bytes: Uint8Array | string, pieceBytes?: number): Promise<void>;
  /** Breaks the open streams; returns how many. */
  dropStreams(cut: StreamCut): number;
  /** SUBSCRIPTION_ENDED, then disconnected, as after 30 minutes; returns how many. */
  endSession(): number;
  /** Accept and say nothing; open streams fall silent as well. */
  stall(on: boolean): void;
  /** Somebody else takes the domain's seat, or leaves it. */
  takeSeat(taken: boolean): void;
  /** @throws RangeError for an unknown name, with the known ones. */
  setScenario(name: string): void;
  subscribers(): SubscriberRecord[];
}

/** Of the first domain, and of what all domains share. */
export interface SimulatorControl extends DomainControl {
  /** @throws RangeError where there is no such domain, with those there are. */
  of(domainId: string): DomainControl;
  /** The next requests to an endpoint get this instead of the service's answer. */
  answerNext(answer: PlannedAnswer): void;
  /** Every access token issued so far becomes invalid; the refresh tokens too where asked for. */
  revokeTokens(options?: { refreshTokens?: boolean }): void;
  counters(): Record<Endpoint, number>;
  /** The last thousand, without secrets. */
  requests(): RequestRecord[];
}

export function createControl(parts: {
  first: Domain;
  /** By id. */
  domains: ReadonlyMap<string, Domain>;
  door: Door;
  issuer: Issuer;
}): SimulatorControl {
  const { first, domains, door, issuer } = parts;
  return {
    ...controlOf(first),
    of(domainId) {
      const domain = domains.get(domainId);
      if (domain !== undefined) return controlOf(domain);
      throw new RangeError(`There is no domain "${domainId}". There are: ${[...domains.keys()].join(', ')}.`);
    },
    answerNext: (answer) => door.plan(answer),
    revokeTokens: (options) => {
      issuer.revokeAccessTokens();
      if (options?.refreshTokens === true) issuer.revokeRefreshTokens();
    },
    counters: () => door.journal.counters(),
    requests: () => door.journal.requests(),
  };
}

function controlOf({ stream, player }: Domain): DomainControl {
  return {
    emit: (event) => stream.emit(event),
    emitHeartbeat: () => stream.emit(stream.sessionEvent('HEARTBEAT')),
    emitLocalization: (failed) => player.emitLocalization(failed),
    emitConnectivityRequest: (resources, failed) => player.emitConnectivityRequest(resources, failed),
    sendRaw: (bytes, pieceBytes) => stream.sendRaw(bytes, pieceBytes),
    dropStreams: (cut) => stream.drop(cut),
    endSession: () => stream.endSession(),
    stall: (on) => stream.stall(on),
    takeSeat: (taken) => stream.takeSeat(taken),
    setScenario: (name) => player.play(name),
    subscribers: () => stream.subscribers(),
  };
}
