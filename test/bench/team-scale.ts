/** Computes from measured costs what a large installation of teams needs from its servers. Pure. */

/** Costs of one NATS server on the measured machine, processor time in ms. */
export interface TeamCosts {
  /** Cost of one record with one event. */
  readonly appendMs: number;
  /** Cost of one event in a full record. */
  readonly fullRecordEventMs: number;
  /** Cost of one event that is sent to one follower. */
  readonly deliveryMs: number;
  readonly renewalMs: number;
  /** Cost of one report of presence, received and sent to one listener. */
  readonly presenceMs: number;
  readonly bytesPerEvent: number;
  /** Events that a member reads into its store in a second. */
  readonly catchUpPerSecond: number;
}

export interface Installation {
  readonly domains: number;
  readonly desktops: number;
  readonly eventsPerSecondAndDomain: number;
  readonly leaseSeconds: number;
  /** Domains that have a storm at once, and their events in a second. */
  readonly stormDomains: number;
  readonly stormPerSecond: number;
  readonly nightHours: number;
  /** Desktops connect again spread over this time. */
  readonly jitterSeconds: number;
}

/** Large installation whose needs `docs/performance.md` "Teams" shows. */
export const LARGE: Installation = {
  domains: 1_000,
  desktops: 5_000,
  eventsPerSecondAndDomain: 1,
  leaseSeconds: 6,
  stormDomains: 50,
  stormPerSecond: 1_000,
  nightHours: 8,
  jitterSeconds: 10,
};

export interface Needed {
  /** Processors of all three servers together. */
  readonly usualCores: number;
  readonly stormCores: number;
  readonly gigabytesPerDayAndServer: number;
  /** Processor time of all three servers for the missed events, in s, after a night without any desktop. */
  readonly morningServerSeconds: number;
  /** The same as a share of the time over which the desktops connect. */
  readonly morningCores: number;
  /** A desktop is behind for this long in the morning. */
  readonly morningCatchUpSeconds: number;
}

/** Each of the three servers stores every entry. A reader is served by one of them. */
const COPIES = 3;
const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_HOUR = 3_600;
/** A holder renews its lease this often within its time (`TeamSeat`). */
const RENEWALS_PER_LEASE = 3;
/** `REPORT_MS` of team-presence.ts. */
const PRESENCE_SECONDS = 15;

export function neededFor(costs: TeamCosts, installation: Installation): Needed {
  const { domains, desktops, eventsPerSecondAndDomain, leaseSeconds, nightHours, jitterSeconds } = installation;
  const membersPerDomain = desktops / domains;
  const events = domains * eventsPerSecondAndDomain;
  const usualMs =
    events * costs.appendMs * COPIES +
    events * membersPerDomain * costs.deliveryMs +
    (domains / (leaseSeconds / RENEWALS_PER_LEASE)) * costs.renewalMs * COPIES +
    (desktops / PRESENCE_SECONDS) * membersPerDomain * costs.presenceMs;
  const storm = installation.stormDomains * installation.stormPerSecond;
  const stormMs = storm * (costs.fullRecordEventMs * COPIES + membersPerDomain * costs.deliveryMs);
  const missed = nightHours * SECONDS_PER_HOUR * eventsPerSecondAndDomain;
  const morningMs = missed * desktops * costs.deliveryMs;
  return {
    usualCores: usualMs / 1_000,
    stormCores: (usualMs + stormMs) / 1_000,
    gigabytesPerDayAndServer: (events * SECONDS_PER_DAY * costs.bytesPerEvent) / 1e9,
    morningServerSeconds: morningMs / 1_000,
    morningCores: morningMs / 1_000 / jitterSeconds,
    morningCatchUpSeconds: missed / costs.catchUpPerSecond,
  };
}
