/**
 * A gap starts at the last complete event, not when the loss was noticed, and ends with the first of the next session.
 * Lengths are monotonic, whatever the wall clock did; `from` of a span that has ended is `to` minus its length.
 */
import * as z from 'zod';

export const gapReasonSchema = z.enum([
  'session-expired', // the planned end after 30 minutes
  'connection-lost', // cut, reset or closed early
  'silent', // no complete event for too long; Watchfloor hung up
  'unreachable', // no connection could be made: name, network or TLS
  'refused',
  'not-a-stream', // 200, but no event stream (a proxy's page)
  'seat-taken',
  'sign-in-needed',
  'clock-set', // this computer's clock was set; the stream went on
  'slept',
  'not-running', // this process did not run for a while: it was stopped, or the computer was too busy
  'events-lost', // the bytes of the stream had more events than were stored: a bug in Watchfloor
  'held-back', // nothing was read for a while, because the store could not write
  'stopped',
  'crashed',
  'taken-over', // another member of the team took the seat; the detail is its reason
  'handed-over', // another member of the team was given the seat
  'no-holder', // the member with the seat disappeared, and no member of the team had it for a while
]);
export type GapReason = z.infer<typeof gapReasonSchema>;

/** Only in the store of a team. A gap names the session before it. */
const holdingFields = {
  holder: z.exactOptional(z.string()),
  epoch: z.exactOptional(z.number().int().positive()),
};

const sessionSchema = z.object({
  id: z.number().int().positive(),
  from: z.number(),
  /** How far it reaches so far, UTC epoch ms: its last event, or the end of the stream if that was noticed at once. */
  lastEventAt: z.number(),
  to: z.number().nullable(),
  /** From the first to the last complete event so far, monotonic ms. */
  lengthMs: z.number().nonnegative(),
  reason: gapReasonSchema.nullable(),
  /** Details in words or codes; never a secret. */
  detail: z.string().nullable(),
  events: z.number().int().nonnegative(),
  ...holdingFields,
});
export type Session = z.infer<typeof sessionSchema>;

export const gapSchema = z.object({
  id: z.number().int().positive(),
  from: z.number(),
  to: z.number().nullable(),
  /** Monotonic; null while the gap lasts. By the wall clock for a gap during which Watchfloor started. */
  lengthMs: z.number().nonnegative().nullable(),
  reason: gapReasonSchema,
  detail: z.string().nullable(),
  /** Newest `seq` when the gap started. Orders gaps and events even if a clock was set. */
  afterSeq: z.number().int().nonnegative(),
  ...holdingFields,
});
export type Gap = z.infer<typeof gapSchema>;

export const coverageSchema = z.object({
  sessions: z.array(sessionSchema),
  gaps: z.array(gapSchema),
  /** Only for a copy that does not watch: UTC epoch ms of its last record. What happened later is not in this copy. */
  copyMadeAt: z.exactOptional(z.number()),
});
export type Coverage = z.infer<typeof coverageSchema>;

/** Id of a gap that is not stored yet: greater than any stored id, and never shown. */
const UNSTORED_GAP_ID = Number.MAX_SAFE_INTEGER;

/** Number that users and programs use for a gap; null until the next collector stores it. */
export function gapNumber({ id }: Gap): number | null {
  return id === UNSTORED_GAP_ID ? null : id;
}

/** An open session without a collector was left by a crash. It must not look as if the stream were still watched. */
export function coverageAfterCrash({ sessions, gaps }: Coverage): Coverage {
  const crashed = { reason: 'crashed' as const, detail: null };
  const left = sessions.filter(({ to }) => to === null);
  return {
    sessions: sessions.map((session) =>
      session.to === null ? { ...session, ...ended(session), ...crashed } : session,
    ),
    gaps: [
      ...gaps,
      ...left.map(({ lastEventAt }) => ({
        id: UNSTORED_GAP_ID,
        from: lastEventAt,
        to: null,
        lengthMs: null,
        afterSeq: Number.MAX_SAFE_INTEGER,
        ...crashed,
      })),
    ],
  };
}

/** An open session or gap went on in the original, so the time after the last record is neither watched nor a gap. */
export function coverageOfCopy({ sessions, gaps }: Coverage): Coverage {
  const ends = [
    ...sessions.flatMap(({ to, lastEventAt }) => (to === null ? [lastEventAt] : [])),
    ...gaps.flatMap(({ to, from }) => (to === null ? [from] : [])),
  ];
  return {
    sessions: sessions.map((session) =>
      session.to === null ? { ...session, ...ended(session), detail: 'the rest is not in this copy' } : session,
    ),
    gaps: gaps.filter(({ to }) => to !== null),
    ...(ends.length === 0 ? {} : { copyMadeAt: Math.max(...ends) }),
  };
}

function ended({ lastEventAt, lengthMs }: Session): Pick<Session, 'from' | 'to'> {
  return { from: lastEventAt - lengthMs, to: lastEventAt };
}
