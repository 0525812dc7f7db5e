/** A list holds while the pointer is over it, the user reads, or rows arrive too fast. Pure; times are monotonic ms. */

export interface Attention {
  readonly isPointing: boolean;
  /** The user has scrolled, moved a cursor, or selected or opened lines. */
  readonly isReading: boolean;
}

export interface Arrival {
  readonly at: number;
  readonly count: number;
}

export type Hold =
  | { readonly kind: 'live' }
  | { readonly kind: 'held'; readonly why: 'pointing' | 'reading' }
  /** Too fast to follow row by row: refreshes every `REFRESH_INTERVAL_MS`. */
  | { readonly kind: 'fast'; readonly perSecond: number };

export interface UserPresence {
  readonly attention: Attention;
  /** When the pointer left the lines; null if it did not, or if that no longer matters. */
  readonly leftAt: number | null;
  /** The user asked for the newest rows, or rested for too long, and has not moved the pointer since. */
  readonly isReleased: boolean;
}

export interface HoldInput extends UserPresence {
  /** The window does not reach the newest rows that were read. */
  readonly isAway: boolean;
  readonly arrivals: readonly Arrival[];
  readonly before: Hold;
}

/** Keeps the hold after the pointer left, so that the user can glance elsewhere. */
export const POINTER_LEAVE_DELAY_MS = 2_000;
export const REFRESH_INTERVAL_MS = 2_000;
const RATE_WINDOW_MS = 2_000;
const FAST_ROWS_PER_SECOND = 5;
/** Lower limit for leaving the fast mode, so that a stream near the limit does not keep switching. */
const CALM_ROWS_PER_SECOND = 3;

export const LIVE: Hold = { kind: 'live' };

export const NO_PRESENCE: UserPresence = {
  attention: { isPointing: false, isReading: false },
  leftAt: null,
  isReleased: false,
};

export function withAttention<State extends UserPresence>(state: State, attention: Attention, now: number): State {
  const before = state.attention;
  if (attention.isPointing === before.isPointing && attention.isReading === before.isReading) return state;
  const hasLeft = before.isPointing && !attention.isPointing;
  return {
    ...state,
    attention,
    leftAt: attention.isPointing ? null : hasLeft && !state.isReleased ? now : state.leftAt,
    isReleased: state.isReleased && attention.isPointing,
  };
}

export function nextHold(input: HoldInput, now: number): Hold {
  const { attention, leftAt, isReleased, isAway, before } = input;
  if (attention.isReading || isAway) return same(before, { kind: 'held', why: 'reading' });
  const isNear = attention.isPointing ? !isReleased : leftAt !== null && now - leftAt < POINTER_LEAVE_DELAY_MS;
  if (isNear) return same(before, { kind: 'held', why: 'pointing' });
  const perSecond = rateOf(input.arrivals, now);
  return perSecond > (before.kind === 'fast' ? CALM_ROWS_PER_SECOND : FAST_ROWS_PER_SECOND)
    ? same(before, { kind: 'fast', perSecond: roundRate(perSecond) })
    : same(before, LIVE);
}

export function withArrival(arrivals: readonly Arrival[], arrival: Arrival): readonly Arrival[] {
  const recent = arrivals.filter(({ at }) => arrival.at - at < RATE_WINDOW_MS);
  return arrival.count === 0 && recent.length === arrivals.length ? arrivals : [...recent, arrival];
}

function rateOf(arrivals: readonly Arrival[], now: number): number {
  const counted = arrivals.reduce((sum, { at, count }) => (now - at < RATE_WINDOW_MS ? sum + count : sum), 0);
  return counted / (RATE_WINDOW_MS / 1_000);
}

/** Rounds to two significant digits, so that the shown rate does not flicker. */
function roundRate(perSecond: number): number {
  return Number(perSecond.toPrecision(2));
}

/** Up to a tenth: a steady stream varies as much, and each change draws the status line again. */
function isAboutSameRate(before: number, now: number): boolean {
  return Math.abs(now - before) <= before / 10;
}

function same(before: Hold, now: Hold): Hold {
  const isSame =
    before.kind === now.kind &&
    (now.kind === 'live' ||
      (now.kind === 'held' && before.kind === 'held' && before.why === now.why) ||
      (now.kind === 'fast' && before.kind === 'fast' && isAboutSameRate(before.perSecond, now.perSecond)));
  return isSame ? before : now;
}
