import { isReconnect } from '../domain/coverage/reconnect.ts';
import type { WatchedAt } from '../domain/coverage/watched-at.ts';
import { assertNever } from '../lib/assert-never.ts';
import { gapWords } from './gap-words.ts';
import { withinSentence } from './within-sentence.ts';
import { exactDurationText, zonedWords } from './zoned-time-words.ts';

/** `Yes: session 04:00:12 – 04:30:10 UTC.` Times of another day have their date. `zone` is an IANA name. */
export function watchedAtWords(answer: WatchedAt, now: number, zone: string): string {
  const words = timeWords(now, zone);
  switch (answer.kind) {
    case 'watched':
      return `Yes: session ${words.span(answer.session)}.`;
    case 'not-watched': {
      const { gap } = answer;
      const length = exactDurationText(gap.lengthMs ?? Math.max(0, now - gap.from));
      const noun = isReconnect(gap, now) ? 'planned reconnect' : 'gap';
      const lasted = gap.to === null ? `${length} so far` : length;
      return `No: ${noun} ${words.span(gap)} (${lasted}), ${withinSentence(gapWords(gap, now))}.`;
    }
    case 'after-last-event':
      return `Not known: the last event of the session arrived at ${words.time(answer.session.lastEventAt)}.`;
    case 'before-first-session':
      return 'Not known: before the first session.';
    case 'not-in-copy':
      return `Not known. ${copyWords(answer.madeAt, now, zone)}`;
    case 'no-record':
      return 'Not known: there is no record of this time.';
    case 'future':
      return 'Not known: in the future.';
    default:
      return assertNever(answer);
  }
}

/** `Later: not in this copy (made about 04:30:10 UTC).` @param zone IANA name */
export function copyWords(madeAt: number, now: number, zone: string): string {
  return `Later: not in this copy (made about ${timeWords(now, zone).time(madeAt)}).`;
}

export function timeWords(now: number, zone: string) {
  const words = zonedWords(zone);
  const clock = (at: number, reference: number) =>
    words.day(at) === words.day(reference) ? words.clock(at) : `${words.day(at)} ${words.clock(at)}`;
  const time = (at: number) => `${clock(at, now)} ${words.zone(at)}`;
  return {
    time,
    span({ from, to }: { readonly from: number; readonly to: number | null }): string {
      if (to === null) return `since ${time(from)}`;
      const start = words.zone(from) === words.zone(to) ? clock(from, now) : time(from);
      return `${start} – ${clock(to, from)} ${words.zone(to)}`;
    },
  };
}
