/** Keeps which deadlines were escalated. Each opening of a group escalates each kind of deadline once. Pure. */
import * as z from 'zod';
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import type { CauseKey } from '../../../src-shared/domain/cases/case.ts';
import { type Deadline, deadlineKinds } from '../../../src-shared/domain/cases/deadline.ts';
import { isOverdueAlarm, type OverdueAlarm } from '../../../src-shared/words/alarms/overdue-alarm-words.ts';
import type { GroupState } from '../ports/case-projection.ts';

export const escalationSchema = z.object({
  kind: z.enum(deadlineKinds),
  /** UTC epoch ms. `since`: when the group opened. `at`: when its time ran out. */
  since: z.number(),
  at: z.number(),
  /** False until the group was taken or ended after it. */
  isOver: z.boolean(),
});
export type Escalation = z.infer<typeof escalationSchema>;

export type DueEscalation = Omit<Escalation, 'isOver'>;

export function dueEscalations(
  alarms: Iterable<Alarm>,
  afterMs: number,
  now: number,
): ReadonlyMap<CauseKey, readonly DueEscalation[]> {
  const due = [...alarms].filter((alarm) => isOverdueAlarm(alarm) && isActive(alarm) && now - alarm.lastAt >= afterMs);
  const grouped = Map.groupBy(due.filter(isOverdueAlarm), ({ about }) => about.cause);
  return new Map(
    Array.from(grouped, ([cause, all]) => [
      cause,
      all.map(({ about: { deadline: kind, since, dueAt: at } }) => ({ kind, since, at })),
    ]),
  );
}

/** Returns when the next deadline is over for this long, UTC epoch ms; null if none will be. */
export function nextEscalationAt(alarms: Iterable<Alarm>, afterMs: number, now: number): number | null {
  let next: number | null = null;
  for (const alarm of alarms) {
    if (!isOverdueAlarm(alarm) || !isActive(alarm)) continue;
    const at = alarm.lastAt + afterMs;
    if (at > now) next = Math.min(next ?? at, at);
  }
  return next;
}

function isActive({ about }: OverdueAlarm): boolean {
  return about.endedAt === null;
}

export interface EscalationStep {
  readonly escalations: readonly Escalation[];
  readonly sent: readonly Deadline[];
  readonly over: Deadline | null;
}

/** `isTaken`: each open case has an owner. `isEnded`: the group ended since the last look, and may be open again. */
export function escalationStep(
  before: readonly Escalation[],
  due: readonly DueEscalation[],
  { openSince }: Pick<GroupState, 'openSince'>,
  { isTaken, isEnded }: { readonly isTaken: boolean; readonly isEnded: boolean },
): EscalationStep {
  const isOpen = openSince !== null;
  const isOver = ({ kind, since }: DueEscalation) =>
    isEnded || !isOpen || since !== openSince || (kind === 'take' && isTaken);
  const ending = before.filter((one) => !one.isOver && isOver(one));
  const found = due.filter(
    (one) => !isOver(one) && !before.some(({ kind, since }) => kind === one.kind && since === one.since),
  );
  // A group that is reopened goes on with its opening, so what was sent for it is kept until the next one.
  const kept = before.filter(({ since }) => !isOpen || since === openSince);
  return {
    escalations: [
      ...kept.map((one) => ({ ...one, isOver: one.isOver || isOver(one) })),
      ...found.map((one) => ({ ...one, isOver: false })),
    ],
    sent: found.map(deadlineOf),
    over: ending.map(deadlineOf).at(-1) ?? null,
  };
}

export function endedEscalations(before: readonly Escalation[]): EscalationStep {
  return escalationStep(before, [], { openSince: null }, { isTaken: false, isEnded: true });
}

function deadlineOf({ kind, at }: DueEscalation): Deadline {
  return { kind, at };
}
