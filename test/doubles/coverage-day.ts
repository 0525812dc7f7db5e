/** Makes the coverage of a day with planned reconnects every half hour and four gaps, the last of which is open. */
import type { Coverage, Gap, Session } from '../../src-shared/domain/coverage/coverage.ts';

const MINUTE = 60_000;

/** Makes coverage from alternating sessions and gaps. */
export function coverageFrom(from: number) {
  const sessions: Session[] = [];
  const gaps: Gap[] = [];
  const end = { at: from };
  return {
    sessions,
    gaps,
    end,
    listen: (to: number, reason: Gap['reason'] | null = null, detail: string | null = null, isOpen = false) => {
      const id = sessions.length + 1;
      const span = { id, from: end.at, lastEventAt: to, to: isOpen ? null : to, lengthMs: to - end.at };
      sessions.push({ ...span, reason, detail, events: 40 + id });
      end.at = to;
    },
    lose: (ms: number | null, reason: Gap['reason'], detail: string | null = null) => {
      const [id, to] = [gaps.length + 1, ms === null ? null : end.at + ms];
      gaps.push({ id, from: end.at, to, lengthMs: ms, reason, detail, afterSeq: 100 * gaps.length });
      end.at += ms ?? 0;
    },
  };
}

/** @param now end of the day; the last gap began 2 min earlier */
export function coverageDay(now: number): Coverage {
  const { sessions, gaps, end, lose, ...day } = coverageFrom(now - 24 * 60 * MINUTE);
  const listen = (ms: number, reason: Gap['reason'], detail: string) => day.listen(end.at + ms, reason, detail);
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
  listen(now - 2 * MINUTE - end.at, 'unreachable', 'ENOTFOUND');
  lose(null, 'unreachable', 'ENOTFOUND');
  return { sessions, gaps };
}
