/**
 * Whether the list stands still, and why: nothing moves under a pointer, nor under an eye that reads, nor faster than
 * an eye can follow. Pure; moments are the page's monotonic ms.
 */

/** What the reader does, as the list tells it. */
export interface Attention {
  /** The pointer is over the lines. */
  readonly isPointing: boolean;
  /** Has scrolled, moves a cursor, has chosen lines or opened one. */
  readonly isReading: boolean;
}

/** New rows, and when they came. */
export interface Arrival {
  readonly at: number;
  readonly count: number;
}

export type Hold =
  | { readonly kind: 'live' }
  | { readonly kind: 'held'; readonly why: 'pointing' | 'reading' }
  /** Too fast to follow row by row: shown anew every `REFRESH_MS`. */
  | { readonly kind: 'fast'; readonly perSecond: number };

export interface HoldInput {
  readonly attention: Attention;
  /** When the pointer left the lines; `null`: it did not, or that does not matter any more. */
  readonly leftAt: number | null;
  /** The reader asked for the newest rows with the pointer where it still is, and has not moved it since. */
  readonly isReleased: boolean;
  /** The newest line of the window is not the newest that was read. */
  readonly isAway: boolean;
  readonly arrivals: readonly Arrival[];
  readonly before: Hold;
}

/** After the pointer has left, for as long as it takes to come back from a look elsewhere. */
const POINTER_LEAVE_DELAY_MS = 2_000;
export const REFRESH_INTERVAL_MS = 2_000;
/** Over which time rows are counted for their rate. */
const RATE_WINDOW_MS = 2_000;
const FAST_ROWS_PER_SECOND = 5;
/** A stream that is near the limit does not change its manner with each row. */
const CALM_ROWS_PER_SECOND = 3;

export const LIVE: Hold = { kind: 'live' };

export function nextHold(facts: HoldInput, now: number): Hold {
  const { attention, leftAt, isReleased, isAway, before } = facts;
  if (attention.isReading || isAway) return same(before, { kind: 'held', why: 'reading' });
  const isNear = attention.isPointing ? !isReleased : leftAt !== null && now - leftAt < POINTER_LEAVE_DELAY_MS;
  if (isNear) return same(before, { kind: 'held', why: 'pointing' });
  const perSecond = rateOf(facts.arrivals, now);
  return perSecond > (before.kind === 'fast' ? CALM_ROWS_PER_SECOND : FAST_ROWS_PER_SECOND)
    ? same(before, { kind: 'fast', perSecond: roundRate(perSecond) })
    : same(before, LIVE);
}

/** Only what still counts for the rate is kept. */
export function withArrival(arrivals: readonly Arrival[], arrival: Arrival): readonly Arrival[] {
  const recent = arrivals.filter(({ at }) => arrival.at - at < RATE_WINDOW_MS);
  return arrival.count === 0 && recent.length === arrivals.length ? arrivals : [...recent, arrival];
}

function rateOf(arrivals: readonly Arrival[], now: number): number {
  const counted = arrivals.reduce((sum, { at, count }) => (now - at < RATE_WINDOW_MS ? sum + count : sum), 0);
  return counted / (RATE_WINDOW_MS / 1_000);
}

/** To two digits: nobody reads more, and the words stand still. */
function roundRate(perSecond: number): number {
  return Number(perSecond.toPrecision(2));
}

function same(before: Hold, now: Hold): Hold {
  const isSame =
    before.kind === now.kind &&
    (now.kind === 'live' ||
      (now.kind === 'held' && before.kind === 'held' && before.why === now.why) ||
      (now.kind === 'fast' && before.kind === 'fast' && before.perSecond === now.perSecond));
  return isSame ? before : now;
}
