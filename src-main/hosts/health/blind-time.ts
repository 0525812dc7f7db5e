/**
 * For how long in all a watch heard nothing, as a figure that only grows. A reconnect that brings the stream back is
 * none of it; one that turns out to be blindness counts from its beginning. Lengths are of elapsed time.
 */
import type { StreamStatus } from '../../../src-shared/domain/stream-status.ts';

export class BlindTimeCounter {
  #countedMs = 0;
  /** What is not counted yet began here, by `Clock.elapsed`; `null` while watching. */
  #openSince: number | null = null;
  #isBlind = false;

  /** @param elapsed when it became so, or was seen to be */
  update(kind: StreamStatus['kind'], elapsed: number): void {
    if (this.#isBlind && this.#openSince !== null) {
      this.#countedMs += elapsed - this.#openSince;
      this.#openSince = elapsed;
    }
    if (kind === 'watching') this.#openSince = null;
    else this.#openSince ??= elapsed;
    // Between two attempts of a blind stream it is still dark.
    this.#isBlind = kind !== 'watching' && (this.#isBlind || kind !== 'reconnecting');
    if (this.#isBlind && this.#openSince !== null) {
      this.#countedMs += elapsed - this.#openSince;
      this.#openSince = elapsed;
    }
  }

  seconds(elapsed: number): number {
    const open = this.#isBlind && this.#openSince !== null ? elapsed - this.#openSince : 0;
    return (this.#countedMs + open) / 1_000;
  }
}
