/** Lengths are rounded; a stable clock offset is named only once. */
import { offsetText } from '../../../time/time-text.ts';

/** Smallest clock offset that is visible in whole minutes. */
const NOTICED_OFFSET_MS = 30_000;
/** An event this close to the clock offset gets no words of its own. */
const USUAL_DELAY_MS = 60_000;

/** `offsetMs`: stable difference of the clocks. Returns `''` if nothing is worth saying. */
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

/** Formats `240 ms`, `8 s`, `3 min`, `2 h 00 min`, `4 days`, rounded to the nearest. */
export function nearestLengthText(ms: number): string {
  if (Math.round(ms) < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 2 * 24 * 60) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.round(minutes / (24 * 60))} days`;
}
