import { LOOPBACK_HOSTS } from '../lib/loopback-hosts.ts';

export const teamRoles = ['collect', 'desk', 'wall'] as const;

/**
 * `docs/design/team.md` §3. `hands-over`: the last events are appended before another member gets the seat (TEAM-13).
 * `alone`: cannot reach the log, so what is received waits (TEAM-9).
 */
export const seatKinds = ['follows', 'takes', 'holds', 'hands-over', 'alone'] as const;
export type SeatKind = (typeof seatKinds)[number];

/**
 * The log's servers answer, but refuse an entry. `full`: the log has its largest size. `no-space`: the account or disk
 * is full. `no-right`: this member may not write. `too-large`: no entry may have this size.
 */
export const refusalReasons = ['full', 'no-space', 'no-right', 'too-large', 'not-stored'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Kinds of entries that a member writes. `offers`: events that it received while another member held the seat. */
export const refusedParts = ['events', 'actions', 'offers', 'seat'] as const;

export const takeReasons = ['start', 'failover', 'handover', 'takeover', 'alone-ended'] as const;

/**
 * `not-ready`: did not answer, has not read the log to its end, or may not hold. `two-desks`: two Watchfloors run as
 * the other member. `not-taken`: not in time; this member has the seat again, unless another took it.
 */
export const handOverOutcomes = ['done', 'not-holder', 'not-ready', 'cannot-store', 'two-desks', 'not-taken'] as const;
export type HandedOver = (typeof handOverOutcomes)[number];

/** `not-allowed`: may not hold, or cannot sign in. `cannot-store`: its store takes nothing. `too-soon`: TEAM-13. */
export const takeOverOutcomes = ['done', 'not-allowed', 'cannot-store', 'too-soon', 'failed'] as const;
export type TakenOver = (typeof takeOverOutcomes)[number];

/** `nothing`: the log has everything, or another store started it. `not-member`: does not follow its log. */
export const publishedOutcomes = ['sending', 'nothing', 'not-member'] as const;
export type Published = (typeof publishedOutcomes)[number];

/** In ms. A smaller difference between the clocks of a member and of the log is not shown. */
export const NOTABLE_CLOCK_DIFFERENCE_MS = 2_000;

/** Part of an engine's subject and of its rights, so only characters that are safe in all engines. */
export const MEMBER_ID = /^[a-z\d][a-z\d-]{0,39}$/;

/** Without characters that are invisible or change the direction of a line. */
export const MEMBER_NAME = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,60}$/u;

export const NKEY_SEED = /^SU[A-Z2-7]{56}$/;

/** In characters. The certificate authorities in a join file may have a million. */
export const MAX_JOIN_FILE_LENGTH = 2_000_000;

/** In characters. Other members read the reason. */
export const MAX_REASON_LENGTH = 200;

/** True if a server is reached without TLS. Only this computer may be: elsewhere others could read the events. */
export function isPlainServer({ protocol, hostname }: URL): boolean {
  return protocol === 'nats:' && LOOPBACK_HOSTS.has(hostname);
}
