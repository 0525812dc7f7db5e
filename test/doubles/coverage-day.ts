/** Makes the coverage of a day with planned reconnects every half hour and four gaps, the last of which is open. */
import type { Coverage, Gap, Session } from '../../src-shared/domain/coverage/coverage.ts';

const MINUTE = 60_000;

/** @param now end of the day; the last gap began 2 min earlier */
export function coverageDay(now: number): Coverage {
  const sessions: Session[] = [];
  const gaps: Gap[] = [];
  const from = now - 24 * 60 * MINUTE;
  let at = from;
  const listen = (ms: number, reason: Gap['reason'], detail: string | null) => {
    const to = at + ms;
    const id = sessions.length + 1;
    sessions.push({ id, from: at, lastEventAt: to, to, lengthMs: ms, reason, detail, events: 40 + id });
    at = to;
  };
  const lose = (ms: number | null, reason: Gap['reason'], detail: string | null) => {
    const to = ms === null ? null : at + ms;
    gaps.push({ id: gaps.length + 1, from: at, to, lengthMs: ms, reason, detail, afterSeq: 100 * gaps.length });
    at += ms ?? 0;
  };
  for (let half = 0; half < 33; half += 1) {
    listen(30 * MINUTE, 'session-expired', 'SUBSCRIPTION_ENDED');
    lose(210, 'session-expired', 'SUBSCRIPTION_ENDED');
    if (half === 12) {
      listen(11 * MINUTE, 'connection-lost', 'ECONNRESET');
      lose(132_000, 'connection-lost', 'ECONNRESET');
    }
    if (half === 20) {
      listen(7 * MINUTE, 'silent', 'SILENT');
      lose(15.5 * MINUTE, 'silent', 'SILENT');
    }
  }
  listen(30 * MINUTE, 'session-expired', 'SUBSCRIPTION_ENDED');
  lose(16.5 * MINUTE, 'session-expired', 'SUBSCRIPTION_ENDED');
  listen(now - 2 * MINUTE - at, 'unreachable', 'ENOTFOUND');
  lose(null, 'unreachable', 'ENOTFOUND');
  return { sessions, gaps };
}
