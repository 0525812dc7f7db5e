/** `docs/design/team.md` §1. Rights are given per name, so names are part of the format. */
import type { LogAppend, LogEntry, MessageTopic } from '../../core/ports/team-log.ts';

export const streamOf = (log: string) => `WF_${log}`;
const MAKING = 'Log of a Watchfloor team, ';
/** @param making random, so that a log that is made again has another one */
export const descriptionOf = (making: string) => `${MAKING}${making}`;
export const makingOf = (description = '') =>
  description.startsWith(MAKING) ? description.slice(MAKING.length) : null;
/** Key-value bucket with the leases of the log; its TTL is the lease time. */
export const leaseBucketOf = (log: string) => `WF_SEAT_${log}`;
/** Stream with the bases: the last message of each subject is a piece of one. */
export const baseStreamOf = (log: string) => `WF_BASE_${log}`;
export const baseSubjectsOf = (log: string) => `wfb.${log}.>`;
/** @param part `info`, or the number of a piece from 1 */
export const baseSubject = (log: string, slot: 0 | 1, part: 'info' | number) => `wfb.${log}.${slot}.${part}`;
export const subjectsOf = (log: string) => `wf.${log}.>`;

export function subjectOf(log: string, { lane }: Pick<LogAppend, 'lane'>, member: string): string {
  return lane === 'chain' ? `wf.${log}.ev` : `wf.${log}.${lane === 'actions' ? 'action' : 'offer'}.${member}`;
}

export function laneOf(subject: string): Pick<LogEntry, 'lane' | 'member'> {
  const [, , kind, member, ...rest] = subject.split('.');
  if (kind === 'ev' && member === undefined) return { lane: 'chain', member: null };
  if (member !== undefined && rest.length === 0) {
    if (kind === 'action') return { lane: 'actions', member };
    if (kind === 'offer') return { lane: 'offers', member };
  }
  return { lane: 'unknown', member: null };
}

/** Not stored. @param member `*` for all */
export const messageSubject = (log: string, topic: MessageTopic, member: string) =>
  `${topic === 'presence' ? 'wfh' : 'wfa'}.${log}.${member}`;
