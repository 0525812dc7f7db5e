/**
 * Measures how late the events of one connection arrive. Another clock proves nothing about ours, but the session
 * starts after the request was sent, and no event is created after it arrived. If the clocks can be equal, they count
 * as equal; otherwise the freshest event shows the difference.
 */
import { isOfConnection, SESSION_START } from '../../../src-shared/domain/event/session-event.ts';
import type { Moment } from '../ports/clock.ts';

/** Two clocks that are set from time servers and a slow network explain less. */
const NOTABLE_MS = 5_000;
/** A single pause of the network or of this computer makes everything late that arrives within this time. */
const ONE_PAUSE_MS = 5_000;
/** Two of the longest possible pauses of a stream: after 75 s without an event it is cut. */
const REMEMBERED_MS = 150_000;

export interface MeasuredEvent {
  readonly kind: string;
  /** By the service's clock, UTC epoch ms; null if unknown. */
  readonly createdAt: number | null;
}

export class Lateness {
  readonly #requestedAt: Moment;
  #startedAt: number | null = null;
  /** Largest creation time minus arrival time so far, in ms. */
  #freshest: number | null = null;
  #latest: { readonly ms: number; readonly at: number } | null = null;
  /** Elapsed ms of the first and the last late arrival of the series. */
  #series: { readonly from: number; readonly to: number } | null = null;
  #isHeldBack = false;

  constructor(requestedAt: Moment) {
    this.#requestedAt = requestedAt;
  }

  /** The service's clock minus ours, in ms; null before the first event. */
  get offsetMs(): number | null {
    if (this.#freshest === null) return null;
    const most = this.#startedAt === null ? this.#freshest : this.#startedAt - this.#requestedAt.at;
    const nearestToZero = Math.max(this.#freshest, Math.min(0, most));
    return Math.abs(nearestToZero) < NOTABLE_MS ? nearestToZero : this.#freshest;
  }

  /** Longest delay of the last minutes, in ms; null if events arrive soon after they are created. */
  get maxMs(): number | null {
    return this.#latest?.ms ?? null;
  }

  /** Like `maxMs`, but null if one pause explains it, or if only the service itself sends some events late. */
  get heldBackMs(): number | null {
    return this.#isHeldBack ? this.maxMs : null;
  }

  received({ kind, createdAt }: MeasuredEvent, { elapsed }: Moment): void {
    if (createdAt === null) return;
    if (kind === SESSION_START) this.#startedAt = createdAt;
    // A service may send older events again.
    if (this.#startedAt !== null && createdAt < this.#startedAt) return;
    const offset = createdAt - (this.#requestedAt.at + elapsed - this.#requestedAt.elapsed);
    this.#freshest = Math.max(this.#freshest ?? offset, offset);
    this.#note(kind, (this.offsetMs ?? offset) - offset, elapsed);
  }

  #note(kind: string, lateMs: number, elapsed: number): void {
    if (this.#series !== null && elapsed - this.#series.to > REMEMBERED_MS) {
      this.#series = null;
      this.#latest = null;
      this.#isHeldBack = false;
    }
    if (lateMs < NOTABLE_MS) return;
    this.#series = { from: this.#series?.from ?? elapsed, to: elapsed };
    const isOver = this.#latest !== null && elapsed - this.#latest.at > REMEMBERED_MS;
    if (this.#latest === null || isOver || lateMs > this.#latest.ms) this.#latest = { ms: lateMs, at: elapsed };
    const isRepeated = elapsed - this.#series.from >= ONE_PAUSE_MS;
    if (kind === SESSION_START || (isRepeated && isOfConnection(kind))) this.#isHeldBack = true;
  }
}
