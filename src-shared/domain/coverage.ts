/**
 * Coverage: sessions (somebody listened) and gaps (nobody did). A gap begins at the last complete event, not when
 * the loss was noticed; it ends with the first complete event of the next session. Lengths are monotonic: what the
 * wall clock says of both ends may lie further apart, or nearer, where it was set in between. A span that has ended is
 * anchored at its end: `from` is `to` less the length.
 */
import * as z from 'zod';

export const gapReasonSchema = z.enum([
  'session-expired', // the planned end after 30 minutes
  'connection-lost', // cut, reset or closed early
  'silent', // no complete event for too long; we hung up
  'unreachable', // name, network or TLS: no connection could be made
  'refused', // an HTTP status other than 200
  'not-a-stream', // 200, but no event stream (a proxy's page)
  'seat-taken', // another subscriber has the domain's one place
  'sign-in-needed', // no valid token to be had
  'clock-set', // this computer's clock was set; the stream went on
  'slept', // this computer slept
  'not-running', // this process did not run for a while: it was stopped, or the computer was too busy
  'held-back', // nothing was read for a while, since the store could not write
  'stopped', // Watchfloor was closed
  'crashed', // Watchfloor ended without closing
]);
export type GapReason = z.infer<typeof gapReasonSchema>;

const sessionSchema = z.object({
  id: z.number().int().positive(),
  /** First complete event, UTC epoch ms. */
  from: z.number(),
  /** Last complete event so far. */
  lastEventAt: z.number(),
  /** `null` while it lasts; else the time of its last complete event. */
  to: z.number().nullable(),
  /** From the first to the last complete event so far, monotonic ms. */
  lengthMs: z.number().nonnegative(),
  /** Why it ended: the reason of the gap that it opened. */
  reason: gapReasonSchema.nullable(),
  /** What was seen, in words or codes; never a secret. */
  detail: z.string().nullable(),
  /** Events stored in it. */
  events: z.number().int().nonnegative(),
});
export type Session = z.infer<typeof sessionSchema>;

export const gapSchema = z.object({
  id: z.number().int().positive(),
  from: z.number(),
  /** `null` while nobody listens. */
  to: z.number().nullable(),
  /** Monotonic ms; `null` while nobody listens. Of a gap that a start of Watchfloor lies in: by the wall clock, at least 0. */
  lengthMs: z.number().nonnegative().nullable(),
  reason: gapReasonSchema,
  detail: z.string().nullable(),
  /** The newest `seq` that was given when it began: it lies behind that event, wherever clocks were set. */
  afterSeq: z.number().int().nonnegative(),
});
export type Gap = z.infer<typeof gapSchema>;

export const coverageSchema = z.object({ sessions: z.array(sessionSchema), gaps: z.array(gapSchema) });
export type Coverage = z.infer<typeof coverageSchema>;

/** Of a gap that is not stored yet: greater than any that is, and never shown. */
const UNSTORED_GAP_ID = Number.MAX_SAFE_INTEGER;

/** The number that people and programs name a gap by; `null` until the next collector stores it and gives it one. */
export function gapNumber({ id }: Gap): number | null {
  return id === UNSTORED_GAP_ID ? null : id;
}

/**
 * Coverage of a store into which nobody collects. A session that is open there was left so by a crash; the next
 * collector will store that, and until then it must not look as if somebody listened.
 */
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

function ended({ lastEventAt, lengthMs }: Session): Pick<Session, 'from' | 'to'> {
  return { from: lastEventAt - lengthMs, to: lastEventAt };
}
