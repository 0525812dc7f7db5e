/** How the provider's time of an event lies to ours, in words: lengths to the nearest unit, an offset of clocks once. */
import { offsetText } from '../../../time/time-text.ts';

/** A difference of clocks that shows in whole minutes. */
const NOTICED_OFFSET_MS = 30_000;
/** How far one event may lie from the offset of the clocks before that is worth a word of its own. */
const USUAL_DELAY_MS = 60_000;

/**
 * @param offsetMs the stable difference of the clocks, `null` where none is known.
 * @returns `''` where nothing is worth saying
 */
export function timeDifferenceWords(createdAt: number, receivedAt: number, offsetMs: number | null): string {
  const isOff = offsetMs !== null && Math.abs(offsetMs) >= NOTICED_OFFSET_MS;
  const offset = isOff ? `Provider clock differs by ${offsetText(offsetMs)}` : '';
  const difference = createdAt - receivedAt;
  const rest = isOff ? difference - offsetMs : difference;
  if (isOff && Math.abs(rest) < USUAL_DELAY_MS) return offset;
  const length = nearestLengthText(Math.abs(rest));
  const side = rest < 0 ? 'before' : 'after';
  if (isOff) return `${offset}, and this event by ${length} ${rest < 0 ? 'less' : 'more'}`;
  return difference === 0 ? '' : `${length} ${side} us`;
}

/** `240 ms`, `8 s`, `3 min`, `2 h 00 min`, `4 days`: to the nearest, neither up nor down. */
export function nearestLengthText(ms: number): string {
  if (Math.round(ms) < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 2 * 24 * 60) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.round(minutes / (24 * 60))} days`;
}
