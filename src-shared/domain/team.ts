/** Names and limits of teams, without schemas, so that the page can use all of them. */
import { LOOPBACK_HOSTS } from '../lib/loopback-hosts.ts';

export const teamRoles = ['collect', 'desk', 'wall'] as const;

/**
 * States of a member (`docs/design/team.md` §3). `hands-over`: the stream is closed, and the last events are appended
 * before another member gets the seat (TEAM-13). `alone`: has the seat and cannot reach the log, so what is received
 * waits (TEAM-9).
 */
export const seatKinds = ['follows', 'takes', 'holds', 'hands-over', 'alone'] as const;
export type SeatKind = (typeof seatKinds)[number];

/**
 * Why the log does not take an entry although its servers answer. `full`: it has its largest size. `no-space`: the account or
 * the disk of the servers is full. `no-right`: this member may not write it. `too-large`: no entry may have this size.
 * `not-stored`: another reason, or the servers answer everything else.
 */
export const refusalReasons = ['full', 'no-space', 'no-right', 'too-large', 'not-stored'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Kinds of entries that a member writes. `offers`: events that it received while another member held the seat. */
export const refusedParts = ['events', 'actions', 'offers', 'seat'] as const;

export const takeReasons = ['start', 'failover', 'handover', 'takeover', 'alone-ended'] as const;

/**
 * `not-ready`: the other member did not answer, has not read the log to its end, or may not hold; this member keeps the
 * seat. `cannot-store`: the store of the other member takes nothing. `two-desks`: two Watchfloors run as the other member,
 * and which of them takes the seat is not known. `not-taken`: it did not take the seat in time; this member has it again,
 * unless another took it.
 */
export const handOverOutcomes = ['done', 'not-holder', 'not-ready', 'cannot-store', 'two-desks', 'not-taken'] as const;
export type HandedOver = (typeof handOverOutcomes)[number];

/**
 * `not-allowed`: this member may not hold, or cannot sign in. `cannot-store`: its store takes nothing, so it may not hold
 * now. `too-soon`: another take-over was less than a minute ago (TEAM-14).
 */
export const takeOverOutcomes = ['done', 'not-allowed', 'cannot-store', 'too-soon', 'failed'] as const;
export type TakenOver = (typeof takeOverOutcomes)[number];

/**
 * `nothing`: the log has everything from before the team, or another store started it. `not-member`: the member does not
 * follow its log.
 */
export const publishedOutcomes = ['sending', 'nothing', 'not-member'] as const;
export type Published = (typeof publishedOutcomes)[number];

/** In ms. A smaller difference between the clocks of a member and of the log is not shown. */
export const NOTABLE_CLOCK_DIFFERENCE_MS = 2_000;

/** Part of an engine's subject and of its rights, so only characters that are safe in all engines. */
export const MEMBER_ID = /^[a-z\d][a-z\d-]{0,39}$/;

/** Without characters that are invisible or change the direction of a line. */
export const MEMBER_NAME = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,60}$/u;

/** Seed of an nkey. */
export const NKEY_SEED = /^SU[A-Z2-7]{56}$/;

/** In characters. Other members read the reason. */
export const MAX_REASON_LENGTH = 200;

/** True if a server is reached without TLS. Only this computer may be: elsewhere others could read the events. */
export function isPlainServer({ protocol, hostname }: URL): boolean {
  return protocol === 'nats:' && LOOPBACK_HOSTS.has(hostname);
}
