import type { Coverage, Gap, Session } from './coverage.ts';

export type WatchedAt =
  | { readonly kind: 'watched'; readonly session: Session }
  | { readonly kind: 'not-watched'; readonly gap: Gap }
  /** The session is open, and nothing is known about it after its last event. */
  | { readonly kind: 'after-last-event'; readonly session: Session }
  | { readonly kind: 'before-first-session' }
  | { readonly kind: 'not-in-copy'; readonly madeAt: number }
  | { readonly kind: 'no-record' }
  | { readonly kind: 'future' };

/** Reads only what touches the time, or everything before it: enough for `watchedAt`. */
export async function readCoverageAt(
  read: (span: { readonly from: number; readonly to: number }) => Promise<Coverage>,
  at: number,
): Promise<Coverage> {
  const touching = await read({ from: at, to: at });
  const isFound = touching.sessions.length > 0 || touching.gaps.length > 0;
  return isFound || at < 0 ? touching : read({ from: 0, to: at });
}

/** At an instant that ends a session and starts a gap, the stream was watched. `liveUntil` as for `coverageFigures`. */
export function watchedAt(
  { sessions, gaps, copyMadeAt = Infinity }: Coverage,
  at: number,
  now: number,
  liveUntil: number | null,
): WatchedAt {
  if (at > now) return { kind: 'future' };
  if (at > copyMadeAt) return { kind: 'not-in-copy', madeAt: copyMadeAt };
  const holds = ({ from, to }: Session | Gap) => from <= at && (to === null || at <= to);
  const session = sessions.findLast(holds);
  if (session !== undefined && (session.to !== null || at <= Math.max(session.lastEventAt, liveUntil ?? 0)))
    return { kind: 'watched', session };
  const gap = gaps.findLast(holds);
  if (gap !== undefined) return { kind: 'not-watched', gap };
  if (session !== undefined) return { kind: 'after-last-event', session };
  const isEarlier = ({ from }: Session | Gap) => from <= at;
  return { kind: sessions.some(isEarlier) || gaps.some(isEarlier) ? 'no-record' : 'before-first-session' };
}
